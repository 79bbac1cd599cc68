import Sluice

extension TestStore {
  /// Skips the actions that arrived and were not expected; lists them in ``skipped``.
  ///
  /// Doesn't skip errors that effects threw: expect them with
  /// ``receiveFailure(_:timeout:filePath:line:)``.
  /// - Parameters:
  ///   - strict: Whether the test fails if there is nothing to skip.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func skipReceivedActions(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let place = SourcePlace(filePath, line)
    await clock.step()
    try Task.checkCancellation()
    let actions = ledger.open().filter { open in
      if case .commit = open.event { true } else { false }
    }
    if actions.isEmpty, strict {
      try expectations.failure(
        place,
        "There are no received actions to skip.",
        [Listing("Under way:", expectations.prospects().work.map(\.description))],
        fix: "leave out `skipReceivedActions`, or pass `strict: false`."
      ).report()
    }
    expectations.skip(actions, place)
  }

  /// Cancels the running effects and those that wait to run; lists them in ``skipped``.
  ///
  /// Feedbacks and effects that read a stream continue: they don't keep a test from ending.
  /// - Parameters:
  ///   - strict: Whether the test fails if no effect is running or waiting.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func skipInFlightEffects(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let place = SourcePlace(filePath, line)
    await clock.settle()
    try Task.checkCancellation()
    let runs = expectations.prospects().unfinished
    if runs.isEmpty, strict {
      try expectations.failure(
        place,
        "There are no effects under way to skip.",
        [Listing("What came:", ledger.open().map(\.line))],
        fix: "leave out `skipInFlightEffects`, or pass `strict: false`."
      ).report()
    }
    cancelRuns()
    for run in runs { ledger.skip(SkippedExpectation(place, "cancelled: \(run)")) }
    await clock.settle()
  }
}
