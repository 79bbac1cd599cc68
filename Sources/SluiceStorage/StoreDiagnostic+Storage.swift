public import SluiceCore

extension StoreDiagnostic.ID {
  /// A part of the state isn't saved to its file; see ``SavedState/problem``.
  ///
  /// Reported once until the part is saved.
  public static let notSaved = Self(rawValue: "not-saved")
}

extension StoreDiagnostic {
  static func notSaved(part: String, reason: String, cure: String) -> Self {
    Self(.notSaved, "“\(part)” isn't saved. \(reason)", cure: cure)
  }
}
