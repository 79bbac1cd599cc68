import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A recording that is shown as a whole, from its index.
@Suite(.inTurn) struct WholeSessionTests {
  private static let count = 5_000

  /// A file with more parts than are in memory at a time.
  private static func session(in directory: TemporaryDirectory) throws -> SessionFile {
    let path = directory.path + "/x.session"
    var recorder = SessionRecorder()
    var lines: [UInt8] = []
    for event in ScreenFixture.counting(to: count) { recorder.write(event, to: &lines) }
    let failure = WireRecord.Effect(event: .failed, effect: "save", run: 1, commit: 7, time: 1)
    recorder.write(ScreenFixture.record(.effect(failure)), to: &lines)
    try RecordingFile(at: path).write(lines)
    return try SessionFile(at: path, longestLine: .unlimited, segmentBytes: 1 << 16)
  }

  @Test
  func `every commit is in the list, and what is counted is that of a session that is played`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let source = ScreenSource(try Self.session(in: directory))
    try await withScreen(ScreenState()) { store in
      try await store.send(Arrived(pasts: source.pasts.all))
      #expect(store.state.past.rows.map(\.number) == Array(1...Self.count))
      #expect(store.state.past.tally.statistics.commits == 0)
      while store.state.watching.uncounted != nil { try await store.receive(TallyAdvanced.self) }
      var played = ScreenFixture.screen(ScreenFixture.counting(to: Self.count)).past.tally
      played.take(
        .effect(.init(event: .failed, effect: "save", run: 1, commit: 7, time: 1)),
        "Counter",
        "counter",
        after: Self.count,
        Self.count,
        at: nil
      )
      let counted = store.state.past.tally
      #expect(counted.statistics.json == played.statistics.json)
      #expect(counted.failed.contains(7) && counted.failed.count == 1)
      #expect(counted.lastTime == played.lastTime && counted.files == played.files)
      try await store.type("gj")
      try await store.awaitAnswers()
      #expect(store.state.selected == 2)
      #expect(ScreenSelectors.grid.value(in: store.state).text().contains("Add(by: 2)"))
    }
  }

  @Test(.unsanitized)
  func `a search that takes long says so, and a key stops it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/long.session"
    var recorder = SessionRecorder()
    var lines: [UInt8] = []
    for event in ScreenFixture.counting(to: 15_000) { recorder.write(event, to: &lines) }
    try RecordingFile(at: path).write(lines)
    let session = try TerminalSession(
      running: BuiltProgram.url(),
      ["replay", path, "--speed", "max", "--screen"]
    )
    try await session.screen(containing: "▶ 15000")
    session.type("/nowhere\r")
    try await session.screen(containing: "Searching for “nowhere”. Any key stops.")
    session.type("k")
    try await session.screen(containing: "▶ 14999")
    // What is found beside the keys is drawn without one: an answer, and what a filter admits behind the cursor.
    session.type("/by: 9000)\r")
    try await session.screen(containing: "▶  9000")
    session.type("gjjftype:Third\r")
    try await session.screen(containing: "5,000 of 15,000 commits")
    session.type("/by: 14997)\r")
    try await session.screen(containing: "▶ 14997")
    session.type("q")
    #expect(try await session.end() == .exited(0))
  }
}
