import Sluice
import SluiceLocks
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct SlowObserverTests {
  /// Takes processor time with each commit that follows the first.
  private struct Burner: Interceptor {
    let first = HeldCall()
    let milliseconds: UInt64

    func committed(_ commit: Commit<Counting>) {
      if commit.number == 1 { return first.hold() }
      let begin = Platform.now
      while Platform.now - begin < milliseconds * 1_000_000 {}
    }
  }

  /// Returns the reports about an interceptor that takes these milliseconds for its commits, after a
  /// dispatch that waited the maximum time.
  private func reports(_ milliseconds: UInt64, dispatches: Int) async -> [(Substring, Duration)] {
    let store = Store.counting()
    let reports = Shared<[(Substring, Duration)]>([])
    store.onDiagnostic = { diagnostic in
      if let wait = LongWait(diagnostic) {
        reports.change { $0.append((wait.observer, wait.time)) }
      }
    }
    let burner = Burner(milliseconds: milliseconds)
    store.register(interceptor: burner)
    await burner.first.run {
      store.dispatch(action: Increment())
    } meanwhile: {
      // Within the call in progress: it waits for the maximum time, and is enqueued.
      store.dispatch(action: Increment())
    }
    for _ in 1..<dispatches { store.dispatch(action: Increment()) }
    return reports.value
  }

  @Test func `an observer is named once if its calls are slow, not if a dispatch waited for it`()
    async
  {
    let slow = await reports(2, dispatches: 8)
    #expect(slow.map(\.0) == ["the interceptor Burner"])
    #expect(slow.allSatisfy { $0.1 >= .milliseconds(2) })
    #expect(await reports(0, dispatches: 100).isEmpty)
  }

  @Test func `only the third slow call in a row is one to report`() {
    var streak = SlowStreak()
    let times: [UInt64] = [2, 2, 1, 2, 2, 2, 2, 1, 2, 2, 2].map { $0 * 1_000_000 }
    #expect(times.indices.filter { streak.add(times[$0]) } == [5, 10])
  }
}

/// What the report of a slow observer says.
struct LongWait {
  let observer: Substring
  let time: Duration

  init?(_ diagnostic: StoreDiagnostic) {
    guard diagnostic.id == .longWait,
      let match = diagnostic.cause.wholeMatch(
        of: /.+: notifying (.+) took at least (.+) seconds\./
      ),
      let seconds = Double(match.2)
    else { return nil }
    observer = match.1
    time = .seconds(seconds)
  }
}
