import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Which program is shown.
@Suite(.inTurn) struct ProgramTests {
  /// A screen with a choice, a mark, a pause and a pin.
  private static func desk() -> Desk {
    var desk = Desk(to: 9)
    desk.type("2jph:4\rm:3\r= ")
    return desk
  }

  private static let chosen = "at 3; paused; mark 4; Compared; pins third"

  /// What happens, and which program is shown then, and how.
  private static let cases: [(event: [HubEvent], keys: String, shown: String, text: String)] = [
    ([], "", "counter", chosen),
    // A restarted program is shown from its beginning, with the pins.
    ([ScreenFixture.end] + restarted, "", "counter-2", "following; pins third"),
    // Another one that connects leaves the list as it is.
    (restarted, "", "counter", chosen),
    // Another one is shown without what was chosen in the one before.
    (restarted, "P2", "counter-2", "following"),
  ]

  private static let restarted = ScreenFixture.counting(to: 6, hello: ScreenFixture.restarted)

  @Test func `what was chosen is for its program, and pins are for the same one in its place`() {
    for (event, keys, shown, text) in Self.cases {
      var desk = Self.desk()
      desk.hear(event)
      desk.type(keys)
      #expect(desk.state.watching.chosenInstance == shown)
      #expect(desk.state.summary == text)
      guard shown == "counter-2" else { continue }
      #expect(desk.state.selected == 6)
      #expect(desk.state.watching.programs.allSatisfy { !$0.isPaused })
      #expect(desk.state.past.pins.allSatisfy { $0.values.map(\.number) == [3, 6] })
    }
  }

  @Test func `the list of programs keeps its cursor when a program goes`() {
    var desk = Desk(to: 2)
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

  /// A program that has a state, and may have ended.
  private static func past(_ instance: String, serial: Int, hasEnded: Bool = false) -> Past {
    let hello = WireRecord.Hello(instance: instance, name: instance, processID: 1)
    var past = Past(serial: serial, label: instance, hello)
    _ = past.take(.state(counted: 0))
    if hasEnded { past.end(gone: serial) }
    return past
  }

  @Test func `what is let go of goes, but for the one that is shown`() {
    var watching = Watching()
    let pasts = ["a", "b", "c"].enumerated().map { Self.past($1, serial: $0) }
    for known in [pasts, [pasts[2]]] {
      let isReplaced = watching.take(known)
      #expect(!isReplaced && watching.chosenInstance == "a")
    }
    #expect(watching.programs.map(\.label) == ["a", "c"])
    #expect(watching.programs[0].past.history.lastNumber == 0)
  }

  @Test func `a program that has ended is shown if there is no other, and takes no place`() {
    var watching = Watching()
    let old = Self.past("old", serial: 1, hasEnded: true)
    for known in [[old], [old, Self.past("other", serial: 2, hasEnded: true)]] {
      let isReplaced = watching.take(known)
      #expect(!isReplaced && watching.chosenInstance == "old")
    }
    #expect(watching.programs.map(\.isConnected) == [false, false])
  }

  @Test func `a program that ended before anything was known of it is not connected`() {
    var watching = Watching()
    let hello = WireRecord.Hello(instance: "a", name: "a", processID: 1)
    for (known, isConnected) in [([Past(serial: 1, label: "a", hello)], true), ([], false)] {
      _ = watching.take(known)
      #expect(watching.chosen?.isConnected == isConnected)
    }
    watching.programs[0].pause()
    // Another of its name takes the place.
    let next = WireRecord.Hello(instance: "b", name: "a", processID: 2)
    let isReplaced = watching.take([Past(serial: 3, label: "a", next)])
    #expect(isReplaced)
  }
}
