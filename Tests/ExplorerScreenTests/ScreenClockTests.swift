import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Times of programs, which need not be those of this machine.
@Suite(.inTurn) struct ScreenClockTests {
  private static let second: Int64 = 1_000_000
  private static let now = 1_000 * second

  private static func commit(_ number: Int, at time: Int64) -> HubEvent {
    ScreenFixture.record(.commit(.init(number: number, time: time, action: .init(type: "Add"))))
  }

  /// A screen on which a commit came, and more.
  private static func desk(
    time: Int64? = now,
    commitAt: Int64 = now,
    _ more: [HubEvent] = []
  ) -> Desk {
    var desk = Desk([])
    desk.hear(ScreenFixture.counting(to: 0) + [commit(1, at: commitAt)] + more, time: time)
    return desk
  }

  @Test func `a commit of the future counts when it comes`() {
    var desk = Self.desk(commitAt: Self.now + 86_400 * Self.second)
    #expect(desk.state.past.now == Self.now && desk.state.past.rates.last == 1)
    let later = Self.now + 2 * Self.second
    desk.hear([Self.commit(2, at: later)], time: later)
    #expect(Array(desk.state.past.rates.suffix(3)) == [1, 0, 1])
    #expect(desk.state.watching.isMoving)
    desk.take(Ticked(time: Self.now + 62 * Self.second))
    #expect(!desk.state.watching.isMoving)
  }

  @Test func `a recorded commit counts at its own time`() {
    let desk = Self.desk(time: nil, commitAt: 5 * Self.second)
    #expect(desk.state.past.now == 5 * Self.second)
  }

  @Test func `the pane of effects shows how time goes by`() {
    let run = WireRecord.Effect(event: .started, effect: "save", run: 1, commit: 1, time: Self.now)
    var desk = Self.desk([ScreenFixture.record(.effect(run))])
    desk.type("3")
    let before = desk.lines
    desk.take(Ticked(time: Self.now + 30 * Self.second))
    #expect(desk.lines != before && desk.lines.contains { $0.contains("30") })
  }

  @Test func `time stands still for a program that has disconnected`() {
    var desk = Self.desk()
    desk.hear([ScreenFixture.end], time: Self.now)
    desk.take(Ticked(time: Self.now + 30 * Self.second))
    #expect(desk.state.past.now == Self.now && desk.state.past.rates.last == 1)
    #expect(!desk.state.watching.isMoving)
  }

  @Test func `a second passes however much comes in it`() {
    var ticks = TickTimer()
    let start = ContinuousClock.now
    func take(_ now: ContinuousClock.Instant) -> Bool { ticks.take(at: now) }
    #expect(ticks.next == nil)
    for millisecond in stride(from: 0, to: 1_000, by: 100) {
      let now = start + .milliseconds(millisecond)
      ticks.start(at: now)
      #expect(!take(now))
    }
    #expect(take(start + .seconds(1)))
    #expect(ticks.next == start + .seconds(2))
    // One tick stands for those of a suspension.
    #expect(take(start + .seconds(100)))
    #expect(ticks.next == start + .seconds(101))
    ticks.stop()
    #expect(!take(start + .seconds(200)))
  }
}
