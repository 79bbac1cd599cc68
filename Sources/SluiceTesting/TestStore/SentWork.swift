public import Sluice

/// What an action that a test sent leads to, until the last of it has ended.
///
/// ```swift
/// let refreshing = try await store.send(Refresh())
/// try await store.receive(Refreshed.self) { $0.news = ["Rain"] }
/// try await refreshing.finish()
/// ```
///
/// Discard it where the test goes on with what the store does as a whole. What belongs to the work is
/// described at `DispatchedWork`.
public struct SentWork: Sendable {
  /// The work, to be passed to the code under test.
  public let work: DispatchedWork
  private let finishing: @Sendable (DispatchedWork, Duration?, SourcePlace) async throws -> Void
  private let clock: TestClock

  init<State>(_ work: DispatchedWork, of text: String, _ expectations: Expectations<State>) {
    self.work = work
    clock = expectations.clock
    finishing = { work, timeout, place in
      try await expectations.finish(work, of: text, timeout, place)
    }
  }

  /// Whether nothing of the work is left.
  public var isFinished: Bool { work.isFinished }

  /// Waits until nothing of the work is left; the actions that it dispatched are still to be expected.
  ///
  /// - Parameters:
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` that names what is under way, or `CancellationError`.
  public func finish(
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    try await finishing(work, timeout, SourcePlace(filePath, line))
  }

  /// Cancels the work, as a view does that disappears, and lets its runs notice.
  public func cancel() async {
    work.cancel()
    await clock.step()
  }
}

extension Expectations {
  /// Requires that a sent action's work ends.
  fileprivate func finish(
    _ work: DispatchedWork,
    of text: String,
    _ timeout: Duration?,
    _ place: SourcePlace
  ) async throws {
    let patience = Patience(timeout)
    await clock.step()
    while true {
      await clock.settle()
      try Task.checkCancellation()
      let count = ledger.count
      if work.isFinished { return }
      if await clock.beginRuns() { continue }
      if try await waitForMore(than: count, patience, or: { await work.wait() }) { continue }
      let left = prospects()
      return try failure(
        place,
        "The work of \(text) was expected to end, but hasn't.",
        [left.listing],
        fix: "\(left.advice)let the runs end, or cancel what `send` returned."
      ).report()
    }
  }
}
