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
    state.watching.fill(Pin(wanted.path, in: wanted.history), of: wanted.instance)
    for number in 11...12 {
      state.watching.programs[0].past.take(.commit(ScreenFixture.commit(number)))
    }
    let pin = try #require(state.past.pins.first)
    #expect(pin.values.map(\.number).suffix(4) == [3, 6, 9, 12])
    #expect(pin.values.last?.tree == .integer(12))
    state.watching.programs[0].past.togglePin(Self.third)
    state.watching.fill(pin, of: wanted.instance)
    #expect(state.past.pins.isEmpty)
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

  @Test func `what is typed ahead is taken in when the answer is there on which it depends`()
    async throws
  {
    try await withScreen(ScreenFixture.screen(ScreenFixture.counting(to: 90))) { store in
      try await store.type("3ljw[[[/by: 9)\rh2")
      while !store.state.typedAhead.isEmpty || store.state.asked != nil
        || store.state.detail.isAwaited
      {
        if store.state.asked != nil {
          try await store.receive(PastAnswered.self)
        } else {
          try await store.receive(PaneAnswered.self)
        }
      }
      #expect(store.state.told == "at 81; Changes")
    }
  }

  @Test func `nobody waits for an answer that takes long, and a key gives it up`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.take(.key("/"))
    for character in "third" { state.take(.key(KeyPress(.character(character)))) }
    state.take(.key(KeyPress(.enter)))
    let asked = state.asked
    state.take(.key("k"))
    #expect(state.typedAhead == [.key("k")])
    #expect(state.selected == 8)
    state.noteDelay()
    // The key gave up the question, and did what it does.
    #expect(state.asked == nil && state.typedAhead.isEmpty)
    #expect(state.selected == 7)
    state.answerAll()
    state.take(.key("n"))
    state.noteDelay()
    #expect(state.notice?.text == "Searching for “third”. Any key stops.")
    if let asked { state.take(.inList(3, hasWrapped: false), to: asked) }
    #expect(state.selected == 7)
    state.take(.key("k"))
    #expect(state.asked == nil && state.notice == nil && state.selected == 6)
  }

  @Test func `the list moves whatever the pane waits for, and the pane's keys wait`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.take(.key("3"))
    #expect(state.detail.isAwaited)
    state.take(.key("k"))
    #expect(state.selected == 7)
    state.take(.key(KeyPress(.tab)))
    #expect(state.typedAhead.count == 1)
    state.take(.key("k"))
    #expect(state.selected == 7)
    state.answerAll()
    #expect(state.detail.isFocused && state.typedAhead.isEmpty && state.selected == 7)
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
