import ExplorerTerminal
import SluiceTesting
import TestSupport
import Testing

@testable import ExplorerKit

/// What is typed before answers are there.
@Suite(.inTurn) struct WaitingTests {
  private static let searching = "following; “Searching for “by: 3)”. Any key stops.; asked"
  private static let looking =
    "following; “Looking for the last action of the type. Esc stops.; asked"

  /// What is typed, with ⌛ where the wait has been so long that it is noticed, and ✓ where all is answered;
  /// and what the screen is then, what it waits for, and how many keys wait for that.
  private static let table = [
    // A key gives up a question that takes long, but only one that comes after its notice.
    ("/by: 3)\rkkkk", "following; asked; 4 ahead"),
    ("/by: 3)\rkkkk⌛", searching + "; 4 ahead"), ("/by: 3)\rkkkk⌛k", "at 7; the pane waits"),
    ("/by: 3)\rk⌛✓", "at 2"), ("/by: 3)\rk✓", "at 2"),
    // The notice of the wait ends with it.
    ("3✓l/6\r⌛✓", "following; State; in the pane; on third"),
    // A key that leaves only stops it.
    ("ftype:Add\r✓/Third\r⌛\u{1B}", "following; only type:Add"),
    ("ftype:Add\r✓/Third\r⌛\u{3}", "following; only type:Add"),
    // What is typed for a form does nothing else, however long it takes.
    ("dAdd\rqx⌛", looking + "; 2 ahead"), ("dAdd\rqx⌛qt", looking + "; 4 ahead"),
    ("dAdd\rqx⌛qt✓", "following; form Add >by=8qxqt"), ("dAdd\rqx⌛\u{1B}", "following"),
    ("dAdd\rqx⌛\u{1B}✓", "following"),
    // The list moves whatever the pane waits for, and the pane's keys wait.
    ("3k", "at 7; State; the pane waits"),
    ("3k\tk", "at 7; State; in the pane; the pane waits; 1 ahead"),
    ("3k\tk✓", "at 7; State; in the pane; on count"),
    // Typing doesn't wait for the pane, but commands that may act on it do.
    ("3\t:pin", "following; State; in the pane; the pane waits; 4 ahead"),
    ("3\t:pin✓", "following; State; in the pane; command: pin|"),
    ("3:9", "following; State; command: 9|; the pane waits"),
    ("3:9\r", "following; State; command: 9|; the pane waits; 1 ahead"),
    ("3:9\r✓", "following; State; ! There is no commit 9."),
    // What covers the panes waits for none of them.
    ("3?jp", "following; State; help(top: 1); the pane waits"),
    ("3Ppw", "following; State; programs(cursor: \"counter\"); the pane waits"),
    ("3epw", "following; State; form Add >by=8pw; the pane waits"),
    // Keys of a pane that takes long are taken in together, and wait no more.
    ("3\tjjj", "following; State; in the pane; the pane waits; 3 ahead"),
    ("3\tjjj⌛", "following; State; in the pane"),
    ("3\tjjj⌛jj?", "following; State; in the pane; help(top: 0)"),
  ]

  @Test func `keys wait for what they depend on, and for nothing else`() {
    for (keys, summary) in Self.table {
      #expect(Desk(waiting: keys).waiting == summary, "\(keys.debugDescription)")
    }
  }

  @Test func `what is typed ahead is taken in when the answer is there`() async throws {
    try await withScreen(Desk(to: 90).state) { store in
      try await store.type("3ljw[[[/by: 9)\rh2")
      while !store.state.typedAhead.isEmpty { try await store.awaitAnswers() }
      try await store.awaitAnswers()
      #expect(store.state.summary == "at 81; Changes")
      // What is pinned is looked up beside the keys, too.
      try await store.type("3p")
      try await store.receive(PinFilled.self)
      #expect(store.state.past.pins.first?.values.count == 90)
    }
  }

  @Test func `the answer to a question that was given up moves nothing`() throws {
    var desk = Desk(waiting: "/by: 3)\r⌛")
    let asked = try #require(desk.state.asked)
    desk.type("k")
    desk.change { $0.take(.inList(3, hasWrapped: false), to: asked) }
    #expect(desk.state.summary == "at 7")
  }

  @Test func `letting go of a mouse button stops nothing, and the wheel waits for no pane`() {
    var desk = Desk(waiting: "/by: 3)\r⌛")
    desk.change { $0.take(.mouse(MousePress(.left, row: 5, column: 3, isRelease: true))) }
    #expect(desk.waiting == Self.searching)
    desk = Desk(waiting: "3")
    desk.use(.wheelUp, row: desk.state.layout.list?.rows.lowerBound ?? 0)
    #expect(desk.waiting == "at 5; State; the pane waits")
  }

  @Test func `only the answer that is awaited is late`() throws {
    var desk = Desk(waiting: "3")
    let pane = try #require(desk.state.awaited)
    desk.answer()
    desk.type("/by: 3)\r")
    desk.change { $0.noteDelay(of: pane) }
    #expect(desk.state.asked?.isDelayed == false && desk.state.notice == nil)
  }

  @Test func `keys and commits that change nothing in the pane are no other question`() {
    var desk = Desk(waiting: "3")
    let generation = desk.state.detail.generation
    desk.hear(ScreenFixture.counting(to: 12, from: 9))
    desk.play("c\tjj⌛j")
    #expect(desk.state.detail.generation == generation && desk.state.openPaneQuestion != nil)
    desk.type("4")
    #expect(desk.state.detail.generation == generation + 1)
  }

  @Test func `an answer to an earlier question is taken if it is asked again`() throws {
    var desk = Desk(waiting: "3")
    let answer = try #require(desk.state.openPaneQuestion).answer(for: desk.state.detail)
    desk.type("4")
    desk.change { $0.take(answer) }
    #expect(desk.waiting == "following; Cause; the pane waits")
    desk.answer()
    desk.type("3p")
    #expect(desk.waiting == "following; State; the pane waits; 1 ahead")
    desk.change { $0.take(answer) }
    #expect(desk.waiting == "following; State; pins count")
  }

  @Test func `what is typed ahead has a bound`() {
    let desk = Desk(waiting: "/by: 3)\r" + String(repeating: "k", count: 2_000))
    #expect(desk.state.typedAhead.count == ScreenState.mostTypedAhead)
  }

  @Test func `what was asked and typed ahead is not for the program that takes the place`() throws {
    var desk = Desk(waiting: "/by: 3)\rx")
    let asked = try #require(desk.state.asked)
    let next = ScreenFixture.counting(to: 6, hello: ScreenFixture.restarted)
    desk.hear([ScreenFixture.end] + next)
    desk.change { $0.take(.inList(3, hasWrapped: false), to: asked) }
    #expect(desk.state.watching.chosenInstance == "counter-2" && desk.state.selected == 6)
    #expect(desk.state.typedAhead.isEmpty && desk.requests.isEmpty)
  }

  private static let waits:
    [(awaited: ScreenState.Awaited?, after: Int, late: ScreenState.Awaited?, next: Int?)] = [
      (nil, 0, nil, nil), (.pane(generation: 1), 10, nil, 110),
      (.pane(generation: 1), 109, nil, 110),
      // Something else has its own time.
      (.answer(to: 1), 110, nil, 210), (.answer(to: 1), 210, .answer(to: 1), nil),
      (.answer(to: 1), 400, nil, nil), (nil, 500, nil, nil), (.answer(to: 2), 510, nil, 610),
      (nil, 700, nil, nil),
    ]

  @Test func `a delay is reported once, a tenth of a second after the wait began`() {
    var timer = DelayTimer()
    let start = ContinuousClock.now
    for (awaited, milliseconds, late, next) in Self.waits {
      let reported = timer.take(awaited, at: start + .milliseconds(milliseconds))
      #expect(reported == late, "\(milliseconds)")
      #expect(timer.next == next.map { start + .milliseconds($0) }, "\(milliseconds)")
    }
  }
}

extension Desk {
  /// A screen of eight commits whose questions nobody answers, on which something was typed.
  fileprivate init(waiting keys: String) {
    self.init(to: 8, answersAtOnce: false)
    play(keys)
  }

  /// Types keys, with a wait that is noticed for ⌛, and all answers for ✓.
  fileprivate mutating func play(_ keys: String) {
    for key in keys {
      switch key {
      case "⌛":
        change { state in
          if let awaited = state.awaited { state.noteDelay(of: awaited) }
        }
      case "✓": answer()
      default: type(String(key))
      }
    }
  }

  /// What the screen is, what it waits for, and how many keys wait for that.
  fileprivate var waiting: String {
    var parts = [state.summary]
    if state.asked != nil { parts.append("asked") }
    if state.detail.isAwaited { parts.append("the pane waits") }
    if !state.typedAhead.isEmpty { parts.append("\(state.typedAhead.count) ahead") }
    return parts.joined(separator: "; ")
  }
}
