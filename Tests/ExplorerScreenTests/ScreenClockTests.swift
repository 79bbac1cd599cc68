import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Times of programs, which need not be those of this machine.
@Suite(.inTurn) struct ScreenClockTests {
  private static let second: Int64 = 1_000_000
  private static let now = 1_000 * second

  private static func commit(_ number: Int, at time: Int64) -> HubEvent {
    let commit = WireRecord.Commit(
      number: number,
      time: time,
      action: .init(type: "Add"),
      changes: []
    )
    return ScreenFixture.record(.commit(commit))
  }

  private static func beginning(_ hello: WireRecord.Hello = ScreenFixture.counter) -> [HubEvent] {
    [
      .connected(label: hello.name, hello),
      ScreenFixture.record(.state(.init(number: 0, state: ScreenFixture.state(0))), hello),
    ]
  }

  @Test func `a commit of the future counts when it comes`() {
    var desk = Desk(ScreenState())
    let far = Self.now + 86_400 * Self.second
    let events = Self.beginning() + [Self.commit(1, at: far)]
    desk.hear(events, time: Self.now)
    #expect(desk.state.past.now == Self.now)
    #expect(desk.state.past.rates.last == 1)
    let later = [Self.commit(2, at: Self.now + 2 * Self.second)]
    desk.hear(later, time: Self.now + 2 * Self.second)
    #expect(Array(desk.state.past.rates.suffix(3)) == [1, 0, 1])
    #expect(desk.state.watching.isMoving)
    desk.take(Ticked(time: Self.now + 62 * Self.second))
    #expect(!desk.state.watching.isMoving)
  }

  @Test func `the pane of effects shows how time goes by`() {
    var desk = Desk(ScreenState())
    let run = WireRecord.Effect(event: .started, effect: "save", run: 1, commit: 1, time: Self.now)
    let events =
      Self.beginning() + [Self.commit(1, at: Self.now), ScreenFixture.record(.effect(run))]
    desk.hear(events, time: Self.now)
    desk.type("5")
    let before = desk.lines
    desk.take(Ticked(time: Self.now + 30 * Self.second))
    #expect(desk.lines != before && desk.lines.contains { $0.contains("30") })
  }

  @Test func `a recorded commit counts at its own time`() {
    let state = ScreenFixture.screen(Self.beginning() + [Self.commit(1, at: 5 * Self.second)])
    #expect(state.past.now == 5 * Self.second)
  }

  @Test func `time stands still for a program that has disconnected`() {
    var desk = Desk(ScreenState())
    let events = Self.beginning() + [Self.commit(1, at: Self.now)]
    desk.hear(events, time: Self.now)
    let end = HubEvent.disconnected(label: "Counter", instance: "counter", .goodbye)
    desk.hear([end], time: Self.now)
    desk.take(Ticked(time: Self.now + 30 * Self.second))
    #expect(desk.state.past.now == Self.now)
    #expect(desk.state.past.rates.last == 1)
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
