public import SluiceCore

extension StoreDiagnostic.ID {
  /// A feature was to be registered under an id that another one has: it is not registered.
  public static let featureIDTaken = Self(rawValue: "feature-id-taken")
}

extension StoreDiagnostic {
  /// - Parameters:
  ///   - first: Where the registered feature was registered.
  ///   - second: Where the other one was to be.
  static func featureIDTaken(_ id: String, by first: String, at second: String) -> Self {
    Self(
      .featureIDTaken,
      "The feature \(id) was not registered (\(second)): another one with this id is already registered (\(first)).",
      cure: "To fix, give one of them another id, or unregister the first before."
    )
  }
}
