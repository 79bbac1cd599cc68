import ExplorerTerminal
import SluiceTesting
import TestSupport
import Testing

@testable import ExplorerKit

/// What is typed before answers are there.
@Suite(.inTurn) struct WaitingTests {
  private static let looking = "; “Looking through the past. Any key stops.; asked"

  /// What is typed, with ⌛ where the wait has been so long that it is noticed, and ✓ where all is answered;
  /// and what the screen is then, what it waits for, and how many keys wait for that.
  private static let table = [
    // A key gives up a question that takes long, but only one that comes after its notice.
    ("2✓[hkkk", "following; State; in the pane; asked; 4 ahead"),
    ("2✓[hkkk⌛", "following; State; in the pane" + looking + "; 4 ahead"),
    ("2✓[hkkk⌛k", "following; State; in the pane; on count"),
    ("2✓[hkkk✓", "at 4; State"),
    // A key that leaves only stops it.
    ("2✓[⌛\u{1B}", "following; State; in the pane"),
    ("2✓[⌛\u{3}", "following; State; in the pane"),
    // What is typed behind a type waits for its example.
    ("dAdd\rqx⌛", "following" + looking + "; 2 ahead"),
    ("dAdd\rqx✓", "following; action: Add {\"by\":8}qx|"),
    // The list moves whatever the pane waits for, and the pane's keys wait.
    ("2hk", "following; State; in the pane; the pane waits; 2 ahead"),
    ("2✓hk", "at 7; State; the pane waits"),
    ("2✓hk\tk", "at 7; State; in the pane; the pane waits; 1 ahead"),
    ("2✓hk\tk✓", "at 7; State; in the pane; on count"),
    // Typing doesn't wait for the pane, but commands that may act on it do.
    ("2:9", "following; State; in the pane; the pane waits; 2 ahead"),
    ("2✓hk:9\r", "at 7; State; command: 9|; the pane waits; 1 ahead"),
    ("2✓hk:9\r✓", "at 7; State; ! There is no commit 9."),
    // What covers the panes waits for none of them.
    ("2✓hk?jp", "at 7; State; help(top: 1); the pane waits"),
    ("2✓hkPpw", "at 7; State; programs(cursor: \"counter\"); the pane waits"),
    // Keys of a pane that takes long are taken in together, and wait no more.
    ("2jjj", "following; State; in the pane; the pane waits; 3 ahead"),
    ("2jjj⌛", "following; State; in the pane"),
    ("2jjj⌛jj?", "following; State; in the pane; help(top: 0)"),
  ]

  @Test func `keys wait for what they depend on, and for nothing else`() {
    for (keys, summary) in Self.table {
      #expect(Desk(waiting: keys).waiting == summary, "\(keys.debugDescription)")
    }
  }

  @Test func `what is typed ahead is taken in when the answer is there`() async throws {
    try await withScreen(Desk(to: 90).state) { store in
      try await store.type("2jw[[[/third\r\u{1B}h3")
      while !store.state.typedAhead.isEmpty { try await store.awaitAnswers() }
      try await store.awaitAnswers()
      #expect(store.state.summary == "at 81; Runs; in the pane")
      // What is pinned is looked up beside the keys, too.
      try await store.type("2gp")
      try await store.receive(PinFilled.self)
      #expect(store.state.past.pins.first?.values.count == 90)
    }
  }

  @Test func `the answer to a question that was given up moves nothing`() throws {
    var desk = Desk(waiting: "2✓[⌛")
    let asked = try #require(desk.state.asked)
    desk.type("k")
    desk.change { $0.take(.change(3), to: asked) }
    #expect(desk.state.summary == "following; State; in the pane; on count")
  }

  @Test func `letting go of a mouse button stops nothing, and the wheel waits for no pane`() {
    var desk = Desk(waiting: "2✓[⌛")
    let before = desk.waiting
    desk.change { $0.take(.mouse(MousePress(.left, row: 5, column: 3, isRelease: true))) }
    #expect(desk.waiting == before)
    desk = Desk(waiting: "2")
    desk.use(.wheelUp, row: desk.state.layout.list?.rows.lowerBound ?? 0)
    #expect(desk.waiting == "at 5; State; in the pane; the pane waits")
  }

  /// A screen of a thousand commits, of which only those near the cursor are looked at with a key.
  private static func long(_ keys: String) -> Desk {
    var desk = Desk(to: 1_000, answersAtOnce: false)
    desk.play(keys)
    return desk
  }

  @Test func `a place that is searched beside the keys is waited for, unless a key stops that`() {
    var desk = Self.long("/by: 300)\rkk")
    #expect(desk.waiting == "following; /by: 300) …; the place waits; 2 ahead")
    desk.answer()
    #expect(desk.waiting.hasPrefix("at 298; /by: 300) 1 of 1"))
    desk = Self.long("/by: 300)\r⌛")
    #expect(desk.state.notice?.text == "Searching for “by: 300)”. Any key stops.")
    desk.play("k✓")
    #expect(desk.state.selected == 999 && desk.state.typedAhead.isEmpty)
    // What is near is there at once, and the rest is counted later.
    desk = Self.long("/Third\r")
    #expect(desk.waiting == "at 999; /Third 1 of 67…, newest first; the pane waits")
    desk.answer()
    #expect(desk.waiting == "at 999; /Third 1 of 333, newest first")
    desk.type("nnN")
    #expect(desk.waiting == "at 996; /Third 2 of 333, newest first; the pane waits")
    desk.hear(ScreenFixture.counting(to: 1_002, from: 1_001))
    desk.type("N")
    #expect(desk.waiting == "at 999; /Third 2 of 334, newest first; the pane waits")
  }

  @Test func `only the answer that is awaited is late`() throws {
    var desk = Desk(waiting: "2")
    let pane = try #require(desk.state.awaited)
    desk.answer()
    desk.type("[")
    desk.change { $0.noteDelay(of: pane) }
    #expect(desk.state.asked?.isDelayed == false && desk.state.notice == nil)
  }

  @Test func `keys and commits that change nothing in the pane are no other question`() {
    var desk = Desk(waiting: "2")
    let generation = desk.state.detail.generation
    desk.hear(ScreenFixture.counting(to: 12, from: 9))
    desk.play("c\tjj⌛j")
    #expect(desk.state.detail.generation == generation && desk.state.openPaneQuestion != nil)
    desk.play("✓hk")
    #expect(desk.state.detail.generation == generation + 1)
  }

  @Test func `an answer to an earlier question is taken if it is asked again`() throws {
    var desk = Desk(waiting: "2")
    let answer = try #require(desk.state.openPaneQuestion).answer(for: desk.state.detail)
    desk.play("✓hk")
    desk.change { $0.take(answer) }
    #expect(desk.waiting == "at 7; State; the pane waits")
    desk.play("✓G\tp")
    #expect(desk.waiting == "following; State; in the pane; the pane waits; 1 ahead")
    desk.change { $0.take(answer) }
    #expect(desk.waiting == "following; State; in the pane; pins count")
  }

  @Test func `what is typed ahead has a bound`() {
    let desk = Desk(waiting: "2✓[" + String(repeating: "k", count: 2_000))
    #expect(desk.state.typedAhead.count == ScreenState.mostTypedAhead)
  }

  @Test func `what was asked and typed ahead is not for the program that takes the place`() throws {
    var desk = Desk(waiting: "2✓[x")
    let asked = try #require(desk.state.asked)
    let next = ScreenFixture.counting(to: 6, hello: ScreenFixture.restarted)
    desk.hear([ScreenFixture.end] + next)
    desk.change { $0.take(.change(3), to: asked) }
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
    if state.find?.awaited != nil { parts.append("the place waits") }
    if state.detail.isAwaited { parts.append("the pane waits") }
    if !state.typedAhead.isEmpty { parts.append("\(state.typedAhead.count) ahead") }
    return parts.joined(separator: "; ")
  }
}
