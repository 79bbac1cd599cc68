import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
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

  /// A screen on which somebody chose, marked, paused and pinned something.
  private static func store() -> ScreenInput.ScreenStore {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 9))
    state.list.selected = 3
    state.list.top = 2
    state.list.pausedAfter = 9
    state.list.mark = 4
    state.detail.isComparing = true
    state.watching.programs[0].past.togglePin(StatePath([.key("third")]))
    let store = Store(initialState: state, environment: ScreenEnvironment.unused)
    store.registerScreen()
    return store
  }

  @Test func `a program that was started anew is shown from its beginning, with the pins`() throws {
    let store = Self.store()
    let end = HubEvent.disconnected(label: "Counter", instance: "counter", .goodbye)
    store.dispatch(
      action: Arrived(
        events: [end] + ScreenFixture.counting(to: 6, hello: Self.restarted),
        after: store.state
      )
    )
    #expect(store.watching.chosenInstance == "counter-2")
    #expect(store.list == CommitList())
    #expect(!store.detail.isComparing)
    #expect(store.selectCurrent(ScreenSelectors.selected) == 6)
    let pin = try #require(store.past.pins.first)
    #expect(pin.path == StatePath([.key("third")]))
    #expect(pin.values.map(\.number) == [3, 6])
  }

  @Test func `another program that connects leaves the list as it is`() {
    let store = Self.store()
    let before = store.list
    store.dispatch(
      action: Arrived(
        events: ScreenFixture.counting(to: 6, hello: Self.restarted),
        after: store.state
      )
    )
    #expect(store.watching.chosenInstance == "counter")
    #expect(store.list == before)
    #expect(store.detail.isComparing)
  }
}
