import ExplorerTerminal
import Sluice
import SluiceTesting
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What is typed before answers are there.
@Suite(.inTurn) struct WaitingTests {
  private static let escape = TerminalInput.key(KeyPress(.escape))

  /// A screen whose questions nobody answers until ``ScreenState/answerAll()``.
  private static func screen() -> ScreenState {
    ScreenFixture.screen(ScreenFixture.counting(to: 8))
  }

  private static func type(_ text: String, in state: inout ScreenState) {
    for action in Desk.actions(typing: text) { state.take(.key(action.key)) }
  }

  /// Lets so much time go by that the wait is noticed.
  private static func wait(_ state: inout ScreenState) {
    if let awaited = state.awaited { state.noteDelay(of: awaited) }
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
      #expect(store.state.summary == "at 81; Changes")
    }
  }

  @Test
  func `a question that takes long is given up by a key, without what was typed for its answer`()
    throws
  {
    var state = Self.screen()
    Self.type("/by: 3)\rkkkk", in: &state)
    let asked = try #require(state.asked)
    #expect(state.typedAhead.count == 4 && state.selected == 8)
    Self.wait(&state)
    #expect(state.notice?.text == "Searching for “by: 3)”. Any key stops.")
    // What was typed before anybody could know still waits.
    #expect(state.typedAhead.count == 4 && state.selected == 8)
    Self.type("k", in: &state)
    #expect(state.asked == nil && state.notice == nil && state.typedAhead.isEmpty)
    #expect(state.selected == 7)
    state.take(.inList(3, hasWrapped: false), to: asked)
    #expect(state.selected == 7)
  }

  @Test func `the answer to a question that took long is followed by what was typed`() {
    var state = Self.screen()
    Self.type("/by: 3)\r", in: &state)
    Self.type("k", in: &state)
    Self.wait(&state)
    state.answerAll()
    #expect(state.summary == "at 2")
  }

  @Test(arguments: ["\u{1B}", "\u{3}"])
  func `keys that leave only stop a question that takes long`(key: String) {
    var state = Self.screen()
    Self.type("ftype:Add\r", in: &state)
    state.answerAll()
    Self.type("/Third\r", in: &state)
    Self.wait(&state)
    Self.type(key, in: &state)
    #expect(state.asked == nil && state.summary == "following; only type:Add")
  }

  @Test func `what is typed for a form does nothing else, however long it takes`() {
    var state = Self.screen()
    Self.type("dAdd\r", in: &state)
    Self.type("qx", in: &state)
    Self.wait(&state)
    #expect(state.notice?.text == "Looking for the last action of the type. Esc stops.")
    Self.type("qt", in: &state)
    #expect(state.asked != nil && state.typedAhead.count == 4)
    #expect(!state.isEnding && state.requests.pending.isEmpty)
    state.answerAll()
    #expect(state.form?.current?.text == "8qxqt")
  }

  @Test func `a form that takes long can be given up`() {
    var state = Self.screen()
    Self.type("dAdd\rqx", in: &state)
    Self.wait(&state)
    state.take(Self.escape)
    #expect(state.summary == "following" && state.asked == nil && state.typedAhead.isEmpty)
    state.answerAll()
    #expect(state.form == nil)
  }

  @Test func `letting go of a mouse button stops nothing`() {
    var state = Self.screen()
    Self.type("/by: 3)\r", in: &state)
    Self.wait(&state)
    state.take(.mouse(MousePress(.left, row: 5, column: 3, isRelease: true)))
    #expect(state.asked != nil && state.notice != nil)
  }

  @Test func `only the answer that is awaited is late`() throws {
    var state = Self.screen()
    Self.type("3", in: &state)
    let pane = try #require(state.awaited)
    state.answerAll()
    Self.type("/by: 3)\r", in: &state)
    state.noteDelay(of: pane)
    #expect(state.asked?.isDelayed == false && state.notice == nil)
  }

  @Test func `the list moves whatever the pane waits for, and the pane's keys wait`() {
    var state = Self.screen()
    Self.type("3k", in: &state)
    #expect(state.detail.isAwaited && state.selected == 7)
    state.take(
      .mouse(MousePress(.wheelUp, row: state.layout.list?.rows.lowerBound ?? 0, column: 3))
    )
    #expect(state.typedAhead.isEmpty && state.selected == 4)
    Self.type("\tk", in: &state)
    #expect(state.detail.isFocused && state.typedAhead == [.key("k")])
    #expect(state.selected == 4)
    state.answerAll()
    #expect(state.typedAhead.isEmpty && state.selected == 4)
  }

  @Test func `typing doesn't wait for the pane, but commands that may act on it do`() {
    var state = Self.screen()
    Self.type("3\t:pin", in: &state)
    #expect(state.typedAhead.count == 4)
    state.answerAll()
    Self.type("\u{1B}k4", in: &state)
    #expect(state.detail.isAwaited)
    state.detail.isFocused = false
    Self.type(":9", in: &state)
    #expect(state.prompt?.text == "9" && state.typedAhead.isEmpty)
    Self.type("\r", in: &state)
    #expect(state.prompt?.text == "9" && state.typedAhead.count == 1)
    state.answerAll()
    #expect(state.prompt == nil && state.notice?.text == "There is no commit 9.")
  }

  @Test func `what covers the panes waits for none of them`() {
    for (keys, summary) in [
      ("3?jp", "following; State; help(top: 1)"),
      ("3Ppw", "following; State; programs(cursor: \"counter\")"),
      ("3epw", "following; State; form Add >by=8pw"),
    ] {
      var state = Self.screen()
      Self.type(keys, in: &state)
      #expect(state.detail.isAwaited && state.typedAhead.isEmpty, "\(keys)")
      #expect(state.summary == summary, "\(keys)")
    }
  }

  @Test func `keys of a pane that takes long are taken in together, and wait no more`() {
    var state = Self.screen()
    Self.type("3\tjjj", in: &state)
    let generation = state.detail.generation
    #expect(state.typedAhead.count == 3)
    Self.wait(&state)
    #expect(state.typedAhead.isEmpty && !state.detail.isAwaited)
    Self.type("jj?", in: &state)
    #expect(state.typedAhead.isEmpty && state.overlay == .help(top: 0))
    // And the pane's question is the same one.
    #expect(state.detail.generation == generation && state.openPaneQuestion != nil)
  }

  @Test func `commits that arrive are no other question`() {
    var state = Self.screen()
    Self.type("3", in: &state)
    let generation = state.detail.generation
    let arrived = Arrived(events: ScreenFixture.counting(to: 12, from: 9), after: state)
    _ = ScreenState.reducer.reduce(&state, arrived)
    Self.type("c", in: &state)
    #expect(state.detail.generation == generation && state.detail.isAwaited)
    Self.type("4", in: &state)
    #expect(state.detail.generation == generation + 1)
  }

  @Test func `an answer to an earlier question is taken if the question is the same again`() throws
  {
    var state = Self.screen()
    Self.type("3", in: &state)
    let answer = try #require(state.openPaneQuestion).answer(for: state.detail)
    Self.type("4", in: &state)
    state.take(answer)
    #expect(state.detail.isAwaited)
    state.answerAll()
    Self.type("3p", in: &state)
    #expect(state.detail.isAwaited && state.typedAhead.count == 1)
    state.take(answer)
    #expect(!state.detail.isAwaited && state.typedAhead.isEmpty)
  }

  @Test func `what is typed ahead has a bound`() {
    var state = Self.screen()
    Self.type("/by: 3)\r", in: &state)
    for _ in 0..<2_000 { Self.type("k", in: &state) }
    #expect(state.typedAhead.count == ScreenState.mostTypedAhead)
  }

  @Test func `what was typed ahead is not for the program that takes the place`() {
    var state = Self.screen()
    Self.type("/by: 3)\rx", in: &state)
    var restarted = ScreenFixture.counter
    (restarted.instance, restarted.processID) = ("counter-2", 8)
    let end = HubEvent.disconnected(label: "Counter", instance: "counter", .goodbye)
    let events = [end] + ScreenFixture.counting(to: 6, hello: restarted)
    _ = ScreenState.reducer.reduce(&state, Arrived(events: events, after: state))
    #expect(state.watching.chosenInstance == "counter-2")
    #expect(state.typedAhead.isEmpty && state.requests.pending.isEmpty)
  }

  @Test func `a delay is reported once, a tenth of a second after the wait began`() {
    var timer = DelayTimer()
    let start = ContinuousClock.now
    func take(_ awaited: ScreenState.Awaited?, after milliseconds: Int) -> ScreenState.Awaited? {
      timer.take(awaited, at: start + .milliseconds(milliseconds))
    }
    #expect(take(nil, after: 0) == nil && timer.next == nil)
    #expect(take(.pane(generation: 1), after: 10) == nil)
    #expect(take(.pane(generation: 1), after: 109) == nil)
    // Something else has its own time.
    #expect(take(.answer(to: 1), after: 110) == nil)
    #expect(timer.next == start + .milliseconds(210))
    #expect(take(.answer(to: 1), after: 210) == .answer(to: 1))
    #expect(take(.answer(to: 1), after: 400) == nil && timer.next == nil)
    #expect(take(nil, after: 500) == nil)
    #expect(take(.answer(to: 2), after: 510) == nil)
    #expect(take(nil, after: 700) == nil && timer.next == nil)
  }
}
