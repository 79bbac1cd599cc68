import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ReplayPaceTests {
  private let start = ContinuousClock.now

  @Test(arguments: [(1.0, 2.0), (2.0, 1.0), (0.5, 4.0), (1000, 0.002)])
  func `pauses are divided by the speed`(speed: Double, seconds: Double) {
    var pace = ReplayPace(speed: speed)
    #expect(pace.due(at: 1_000_000, now: start) == start)
    #expect(pace.due(at: 3_000_000, now: start) == start + .seconds(seconds))
  }

  @Test func `own delays do not add up`() {
    var pace = ReplayPace(speed: 1)
    _ = pace.due(at: 0, now: start)
    _ = pace.due(at: 1_000_000, now: start + .seconds(0.5))
    #expect(pace.due(at: 2_000_000, now: start + .seconds(1.5)) == start + .seconds(2))
  }

  @Test func `long pauses are shortened, and clocks that go back cost nothing`() {
    var pace = ReplayPace(speed: 1)
    _ = pace.due(at: 0, now: start)
    let far = pace.due(at: .max, now: start)
    #expect(far == start + ReplayPace.longestPause)
    #expect(pace.due(at: 5, now: far) == far)
  }

  @Test func `without a speed everything is due at once`() {
    var pace = ReplayPace(speed: nil)
    _ = pace.due(at: 0, now: start)
    #expect(pace.due(at: 9_000_000, now: start) == start)
  }

  @Test func `lines of input are steps`() {
    var keys = StepKeys()
    let taken = ["\n\n", "ab", "q\n", "q"].map { keys.take(Array($0.utf8)[...]) }
    #expect(taken == [.steps(2), .none, .steps(1), .quit])
  }
}
