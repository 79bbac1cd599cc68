import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Which program is shown.
@Suite(.inTurn) struct ProgramTests {
  /// The same program in another process.
  private static var restarted: WireRecord.Hello {
    var hello = ScreenFixture.counter
    hello.instance = "counter-2"
    hello.processID = 8
    return hello
  }

  /// A screen with a choice, a mark, a pause and a pin.
  private static func desk() -> Desk {
    var desk = Desk(ScreenFixture.counting(to: 9))
    desk.type("3ljph:4\rm:3\r= ")
    return desk
  }

  @Test func `a restarted program is shown from its beginning, with the pins`() throws {
    var desk = Self.desk()
    #expect(desk.state.summary == "at 3; paused; mark 4; Compared; pins third")
    let end = HubEvent.disconnected(label: "Counter", instance: "counter", .goodbye)
    desk.hear([end] + ScreenFixture.counting(to: 6, hello: Self.restarted))
    #expect(desk.state.watching.chosenInstance == "counter-2")
    #expect(desk.state.summary == "following; Changes; pins third")
    #expect(desk.state.selected == 6)
    let pin = try #require(desk.state.past.pins.first)
    #expect(pin.values.map(\.number) == [3, 6])
  }

  @Test func `another program that connects leaves the list as it is`() {
    var desk = Self.desk()
    let before = desk.state.summary
    desk.hear(ScreenFixture.counting(to: 6, hello: Self.restarted))
    #expect(desk.state.watching.chosenInstance == "counter")
    #expect(desk.state.summary == before)
  }

  @Test func `another program is shown without what was chosen in the one before`() {
    var desk = Self.desk()
    desk.hear(ScreenFixture.counting(to: 6, hello: Self.restarted))
    desk.type("P2")
    #expect(desk.state.summary == "following; Changes")
    #expect(desk.state.selected == 6)
    #expect(desk.state.watching.programs.allSatisfy { !$0.isPaused })
  }

  @Test func `the list of programs keeps its cursor when a program goes`() {
    var desk = Desk(ScreenFixture.counting(to: 2))
    for name in ["a", "b", "c"] {
      let hello = WireRecord.Hello(instance: name, name: name, processID: 1)
      desk.hear([.connected(label: name, hello)])
    }
    desk.type("Pjj")
    #expect(desk.state.overlay == .programs(cursor: "b"))
    let left = desk.state.watching.programs.map(\.past.past).filter { $0.instance != "a" }
    desk.take(Arrived(pasts: left))
    desk.type("j")
    #expect(desk.state.overlay == .programs(cursor: "c"))
    desk.take(Arrived(pasts: left.filter { $0.instance != "c" }))
    desk.type("\r")
    // Nothing is chosen in the place of what is gone.
    #expect(desk.state.watching.chosenInstance == "counter")
  }
}
