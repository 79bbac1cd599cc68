extension Store {
  /// Whether every projector runs a second time, to find those that return unequal results for
  /// equal inputs; `false` by default.
  ///
  /// A projector that creates a new date, random number or object notifies its subscribers of
  /// changes that didn't happen. Each is reported once, by ``onDiagnostic``, with name and source
  /// position. Doubles the cost of projectors: use it in tests and debug builds. Doesn't check key
  /// paths, nor values that are neither equatable nor objects.
  public final var checksProjectors: Bool {
    get { core.projectorWatch.isChecking }
    set {
      // Unowned: the core owns the watch, and projectors run only while the core is retained.
      let report: @Sendable (StoreDiagnostic) -> Void = { [unowned core] in core.report($0) }
      core.projectorWatch.report(to: newValue ? report : nil)
    }
  }
}
