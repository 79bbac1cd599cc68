import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Records whose numbers are at the ends of what can be written, read by all that reads records.
///
/// In a process of its own: an overflow stops the program.
@Suite(.inTurn, .unsanitized) struct HostileNumbersTests {
  @Test func `no number from a program stops its reader`() async {
    await #expect(processExitsWith: .success) {
      for seed in 0..<volume(20, nightly: 300) {
        var stream = HostileStream(seed: UInt64(seed))
        var readers = Readers()
        for _ in 0..<40 { readers.read(stream.line()) }
        readers.end()
      }
    }
  }

  @Test func `sums of many records saturate`() {
    let most = WireNumber.maximum
    let gap = WireRecord.dropped(.init(count: most, from: 0, to: most))
    let pair = [gap, .commit(most, count: most)]
    let statistics = Statistics(taking: Array(repeating: pair, count: 2_000).flatMap(\.self))
    #expect(statistics.dropped == most)
    #expect(statistics.commits == most)
  }

  @Test func `memory of values left out of states is bounded`() {
    var omissions = Omissions()
    func restored(_ number: Int, _ name: String, _ key: String, _ value: Tree) {
      let details = Tree.Object([.init(key: key, value: value)])
      let payload: Tree = ["reason": .enumCase(name: name, payload: details)]
      let action = WireRecord.Action(type: "StateRestored", payload: payload)
      omissions.take(.init(number: number, time: 0, action: action))
    }
    func replayed(_ number: Int, without count: Int) {
      restored(number, "replay", "without", .array((0..<count).map { .number($0) }))
    }
    for number in 1...2 {
      replayed(number, without: 60_000)
      #expect(omissions.commits.count == 60_000)
    }
    // The one before is forgotten: both are too many.
    restored(3, "commit", "_0", 1)
    #expect(omissions.commits == [])
    replayed(4, without: 110_000)
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
    let problem = "At most 512 programs are followed at once."
    let refused = 600 - Hub.standardMaximumPeers
    #expect(output.events.problems == Array(repeating: problem, count: refused))
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
