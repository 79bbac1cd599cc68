import ExplorerTerminal
import Sluice
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ScreenPastTests {
  private static let third = StatePath([.key("third")])

  @Test func `two states are compared with a mark`() {
    var desk = Desk(ScreenFixture.counting(to: 8))
    desk.type(":2\rmG=")
    let lines = ScreenSelectors.lines.value(in: desk.state).map(\.text)
    #expect(lines.contains { $0.contains("From commit 2 to commit 8") })
    #expect(lines.contains { $0.contains("count: 2 → 8") })
  }

  @Test func `a pinned value is shown over time, also what comes before its values are known`()
    throws
  {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.watching.programs[0].past.togglePin(Self.third)
    let wanted = try #require(state.watching.unfilled)
    for number in 9...10 {
      state.watching.programs[0].past.take(.commit(ScreenFixture.commit(number)))
    }
    #expect(state.past.pins.first?.values.isEmpty == true)
    state.watching.take(wanted.filled())
    for number in 11...12 {
      state.watching.programs[0].past.take(.commit(ScreenFixture.commit(number)))
    }
    let pin = try #require(state.past.pins.first)
    #expect(pin.values.map(\.number).suffix(4) == [3, 6, 9, 12])
    #expect(pin.values.last?.tree == .integer(12))
    state.watching.programs[0].past.togglePin(Self.third)
    state.watching.take(wanted.filled())
    #expect(state.past.pins.isEmpty)
  }

  @Test func `values of another beginning of the program are not shown`() throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.watching.programs[0].past.togglePin(Self.third)
    let wanted = try #require(state.watching.unfilled)
    // It begins again.
    let records =
      [WireRecord.state(.init(number: 0, state: ScreenFixture.state(0)))]
      + (1...4).map { .commit(ScreenFixture.commit($0)) }
    let arrived = Arrived(events: records.map { ScreenFixture.record($0) }, after: state)
    _ = ScreenState.reducer.reduce(&state, arrived)
    #expect(state.watching.unfilled != wanted)
    state.watching.take(wanted.filled())
    #expect(state.past.pins.first?.values.isEmpty == true)
    state.answerAll()
    #expect(state.past.pins.first?.values.map(\.number) == [3])
  }

  @Test func `a pin that is far behind is filled beside the keys`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.watching.programs[0].past.togglePin(Self.third)
    state.answerAll()
    state.watching.programs[0].pause()
    let events = ScreenFixture.counting(to: 3_000, from: 9)
    let arrived = Arrived(events: events, after: state)
    _ = ScreenState.reducer.reduce(&state, arrived)
    state.endPause()
    #expect(state.past.pins.first?.values.last?.number == 6)
    #expect(state.watching.unfilled != nil)
    state.answerAll()
    #expect(state.past.pins.first?.values.last?.number == 3_000)
    #expect(state.watching.unfilled == nil)
  }

  @Test func `questions are answered beside the keys`() async throws {
    try await withScreen(ScreenFixture.screen(ScreenFixture.counting(to: 1_500))) { store in
      for (keys, selected) in [("/by: 700)\r", 700), ("3", 700), ("ljw", 699), ("]", 702)] {
        try await store.type(keys)
        try await store.awaitAnswers()
        #expect(store.state.selected == selected, "\(keys)")
      }
      try await store.type("p")
      try await store.receive(PinFilled.self)
      #expect(store.state.past.pins.first?.values.count == 500)
    }
  }

  @Test func `what is found in the list of another program is not selected`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 5))
    state.ask(.inList("by: 2", from: 5, isForward: true))
    guard let asked = state.asked else {
      Issue.record("Nothing was asked.")
      return
    }
    state.leaveProgram()
    state.take(.inList(2, hasWrapped: false), to: asked)
    #expect(state.selected == 5)
  }
}
