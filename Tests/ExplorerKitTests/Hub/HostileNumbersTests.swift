import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Records whose numbers are at the ends of what can be written, read by all that reads records.
///
/// In a process of its own: an overflow stops the program.
@Suite(.inTurn, .unsanitized)
struct HostileNumbersTests {
  @Test func `no number from a program stops its reader`() async {
    await #expect(processExitsWith: .success) {
      for seed in 0..<60 {
        var stream = HostileStream(seed: UInt64(seed))
        var readers = Readers()
        for _ in 0..<40 { readers.read(stream.line()) }
        readers.end()
      }
    }
  }

  @Test func `sums of many records saturate`() {
    var statistics = Statistics()
    let most = WireNumber.maximum
    for _ in 0..<2_000 {
      let gap = WireRecord.Dropped(count: most, from: 0, to: most)
      statistics.take(.record(label: "A", instance: "a", .dropped(gap)))
      statistics.take(.record(label: "A", instance: "a", .commit(most, count: most)))
    }
    #expect(statistics.dropped == most)
    #expect(statistics.commits == most)
  }

  @Test func `memory of values left out of states is bounded`() {
    var omissions = Omissions()
    let commits = Tree.array((0..<60_000).map { .integer(Int64($0)) })
    func restored(_ number: Int, _ name: String, _ details: Tree.Object) -> WireRecord.Commit {
      let payload: Tree = ["reason": .enumCase(name: name, payload: details)]
      return .init(number: number, time: 0, action: .init(type: "StateRestored", payload: payload))
    }
    let replay = Tree.Object([.init(key: "without", value: commits)])
    omissions.take(restored(1, "replay", replay))
    #expect(omissions.commits.count == 60_000)
    omissions.take(restored(2, "replay", replay))
    #expect(omissions.commits.count == 60_000)
    // The one before is forgotten: both are too many.
    omissions.take(restored(3, "commit", Tree.Object([.init(key: "_0", value: 1)])))
    #expect(omissions.commits == [])
    let more = Tree.array((0..<200_000).map { .integer(Int64($0)) })
    omissions.take(restored(4, "replay", Tree.Object([.init(key: "without", value: more)])))
    #expect(omissions.commits.count == 100_000)
  }

  @Test func `a viewer follows no more programs than a hub takes`() {
    var session = ViewerSession(longestRecord: 1 << 20)
    var pasts = Pasts()
    var output = ViewerSession.Output()
    for number in 0..<600 {
      let line = WireRecord.hello("\(number)", pid: number, instance: "\(number)").line()
      session.receive(line[...], pasts: &pasts, output: &output)
    }
    #expect(pasts.connected.count == Hub.standardMaximumPeers)
    let problems = output.events.compactMap { event in
      if case .problem(_, let message) = event { message } else { nil }
    }
    #expect(problems.count == 600 - Hub.standardMaximumPeers)
    #expect(Set(problems) == ["More than 512 programs at once are not followed."])
  }
}

/// Lines that are records, but for their numbers.
private struct HostileStream {
  private static let numbers = [
    "0", "1", "2", "3", "4", "9007199254740990", "9007199254740991", "9007199254740992",
    "4611686018427387904", "9223372036854775806", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "170141183460469231731687303715884105727", "-1",
    "-9223372036854775808", "1e308", "-0.0",
  ]

  private static let templates = [
    #"{"type":"state","number":N,"reply":N,"state":{"a":[1,2,3],"b":N}}"#,
    #"{"type":"state","number":0,"state":{"a":[1,2,3],"b":N}}"#,
    #"{"type":"commit","number":N,"count":N,"time":N,"action":{"type":"A"},"reducing":N}"#,
    #"{"type":"commit","number":N,"time":N,"action":{"type":"A"},"origin":{"file":"f","line":N,"function":"g"},"cause":{"commit":N,"run":N},"omittedChanges":N,"reply":N}"#,
    #"{"type":"commit","number":N,"time":N,"action":{"type":"A","payload":{"$":"date","seconds":N}},"changes":[{"kind":"move","path":["a",N],"to":N}]}"#,
    #"{"type":"commit","number":N,"time":0,"action":{"type":"A"},"changes":[{"kind":"add","path":["a",N],"position":N,"new":N}]}"#,
    #"{"type":"commit","number":N,"time":0,"action":{"type":"A"},"changes":[{"kind":"add","path":["c"],"position":N,"new":{"$":"cut","kind":"elements","omitted":N}}]}"#,
    #"{"type":"dropped","count":N,"from":N,"to":N}"#,
    #"{"type":"effect","event":"ended","effect":"e","run":N,"commit":N,"time":N,"duration":N}"#,
    #"{"type":"error","message":"m","reply":N}"#,
  ]

  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func line() -> [UInt8] {
    let template = Self.templates[random.pick(0..<Self.templates.count)]
    var text = ""
    for character in template {
      // Mostly what is read, so that there is something to add up.
      let most = random.pick(0..<4) == 0 ? Self.numbers.count : 7
      text += character == "N" ? Self.numbers[random.pick(0..<most)] : String(character)
    }
    return Array((text + "\n").utf8)
  }
}

/// Everything that receives what a program sends.
private struct Readers {
  private var peer = SessionUnderTest(isRelaying: true)
  private var feed = ViewerFeed(limit: 1_000)
  private var viewer = ViewerSession(longestRecord: 1 << 20)
  private var viewerPasts = Pasts()
  private var session = SessionEvents()
  private var statistics = Statistics()
  private var recorder = SessionRecorder()
  private var filtered = SessionRecorder(filter: try? Filter(parsing: "changed:a or slow:>1ms"))
  private var plain = PlainLog(palette: Palette(isColored: false))
  private var json = JSONLog()

  init() {
    read(WireRecord.hello().line())
    if let hello = try? WireEnvelope(line: WireRecord.hello().line()[...]) {
      _ = session.take(hello)
    }
  }

  mutating func read(_ line: [UInt8]) {
    peer.send(bytes: line)
    for relay in peer.output.relays {
      if let line = relay.line(forViewer: 1) {
        _ = feed.add(line, relay.record, of: relay.instance, waiting: 0)
      }
    }
    show(peer.output.events)
    peer.output = PeerSession.Output(isRelaying: true)
    if let envelope = try? WireEnvelope(line: line[...]),
      case .success(let events) = session.take(envelope)
    {
      show(events)
    }
  }

  private mutating func show(_ events: [HubEvent]) {
    var text: [UInt8] = []
    for event in events {
      statistics.take(event)
      recorder.write(event, to: &text)
      filtered.write(event, to: &text)
      plain.write(event, to: &text)
      json.write(event, to: &text)
    }
  }

  /// Reads what the viewer received, and what the table says.
  mutating func end() {
    feed.resynchronize("a", with: nil)
    var output = ViewerSession.Output()
    viewer.receive(feed.takeLines()[...], pasts: &viewerPasts, output: &output)
    show(output.events)
    _ = StatisticsTable(width: 80).lines(statistics)
  }
}
