import Sluice

extension TestStore {
  /// Passes over the actions that came and were not expected; they are listed in ``skipped``.
  ///
  /// Errors that effects threw are not passed over: expect them with
  /// ``receiveFailure(_:timeout:filePath:line:)``.
  /// - Parameters:
  ///   - strict: Whether the test fails if there is nothing to pass over.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func skipReceivedActions(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let place = SourcePlace(filePath, line)
    await clock.advance()
    try Task.checkCancellation()
    let actions = ledger.open().filter { open in
      if case .commit = open.event { true } else { false }
    }
    if actions.isEmpty, strict {
      throw expectations.failure(
        place,
        "Received actions were to be skipped, and none came.",
        [Listing("Under way:", expectations.prospects().work.map(\.line))],
        fix: "leave out `skipReceivedActions`, or pass `strict: false`."
      )
    }
    expectations.skip(actions, place)
  }

  /// Cancels the runs of effects that are under way, and what waits to become one; they are listed in
  /// ``skipped``.
  ///
  /// Feedbacks and effects that read a stream go on: they don't keep a test from its end.
  /// - Parameters:
  ///   - strict: Whether the test fails if nothing is under way.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func skipInFlightEffects(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let place = SourcePlace(filePath, line)
    await clock.advance()
    try Task.checkCancellation()
    let runs = expectations.prospects().unfinished
    if runs.isEmpty, strict {
      throw expectations.failure(
        place,
        "Effects that are under way were to be skipped, and there are none.",
        [Listing("What came:", ledger.open().map(\.line))],
        fix: "leave out `skipInFlightEffects`, or pass `strict: false`."
      )
    }
    cancelRuns()
    for run in runs { ledger.skip(SkippedExpectation(place, "cancelled: \(run.line)")) }
    await clock.advance()
  }
}
