import Sluice

extension Expectations {
  /// Requires that everything was expected, and that no run is left; waits for none if expectations
  /// aren't exhaustive.
  func finish(_ timeout: Duration?, _ place: SourcePlace) async throws {
    let patience = Patience(timeout)
    await clock.step()
    while true {
      await clock.settle()
      let count = ledger.count
      try requireNothingOpen("before the test ends", place)
      if await clock.beginRuns() { continue }
      let left = prospects()
      if left.unfinished.isEmpty, !left.hasActionsInStreams { break }
      if ledger.exhaustivity == .off {
        for work in left.unfinished {
          ledger.skip(SkippedExpectation(place, "still running: \(work)"))
        }
        break
      }
      if try await waitForMoreOrRest(than: count, patience) { continue }
      try failure(
        place,
        "The test ends, but \(left.count) still under way.",
        [left.listing],
        fix: """
          \(left.advice)let the runs end, cancel them with an action or with `skipInFlightEffects`, or \
          pass `exhaustivity: .off`.
          """
      ).report()
      break
    }
    let skipped = ledger.skipped
    // Not for each of the orders in which a test is tried.
    if !skipped.isEmpty, TestExecutor.current == nil {
      print(skipped.map(\.description).joined(separator: "\n"))
    }
  }
}
