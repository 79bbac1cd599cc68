import SluiceSocket
import SluiceTesting
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A recording that is shown as a whole.
@Suite(.inTurn) struct WholeSessionTests {
  private static let failure = ScreenFixture.record(ScreenFixture.effect(.failed, commit: 7))

  /// Writes a file of counting.
  private static func write(_ events: [HubEvent], to path: String) throws {
    var recorder = SessionRecorder()
    var lines: [UInt8] = []
    for event in events { recorder.write(event, to: &lines) }
    try RecordingFile(at: path).write(lines)
  }

  @Test func `a session has each commit, and is counted as one that is played`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.session")
    let events = ScreenFixture.counting(to: 3_000) + [Self.failure]
    try Self.write(events, to: path)
    let source = ScreenSource(try SessionFile(at: path, longestLine: .unlimited).held())
    try await withScreen(ScreenState()) { store in
      try await store.send(Arrived(pasts: source.pasts.all))
      #expect(store.state.past.numbers == Array(1...3_000))
      #expect(store.state.past.tally.statistics.commits == 0)
      while store.state.watching.uncounted != nil { try await store.receive(TallyAdvanced.self) }
      let played = Desk(events).state.past.tally
      let counted = store.state.past.tally
      #expect(counted.statistics.json == played.statistics.json)
      #expect(counted.failed.contains(7) && counted.failed.count == 1)
      #expect(counted.lastTime == played.lastTime && counted.files == played.files)
      try await store.type("gj")
      try await store.awaitAnswers()
      #expect(store.state.selected == 2)
      #expect(store.state.text.contains("Add(by: 2)"))
    }
  }

  @Test(.unsanitized)
  func `a search that takes long says so, and a key stops it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("long.session")
    try Self.write(ScreenFixture.counting(to: 8_000), to: path)
    let session = try TerminalSession(
      running: BuiltProgram.url(),
      ["replay", path, "--screen"]
    )
    try await session.screen(containing: "▶ 8000")
    // What is found beside the keys is drawn without one: an answer, and what a filter admits behind the cursor.
    let walk = [
      ("/nowhere\r", "Searching for “nowhere”. Any key stops."), ("k", "▶ 7999"),
      ("/by: 6000)\r", "▶ 6000"), ("gjjftype:Third\r", "2,666 of 8,000 commits"),
      ("/by: 7998)\r", "▶ 7998"),
    ]
    for (keys, text) in walk {
      session.type(keys)
      try await session.screen(containing: text)
    }
    try await session.quit()
  }
}
