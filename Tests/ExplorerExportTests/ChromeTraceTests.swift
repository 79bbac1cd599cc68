import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The file that Perfetto opens.
@Suite(.inTurn)
struct ChromeTraceTests {
  private func file(_ session: ExportedSession) -> [UInt8] {
    collected { ChromeTrace(stores: session.stores).write($0) }
  }

  private func events(of session: ExportedSession) throws -> [[String: Any]] {
    try #require(try json(file(session))["traceEvents"] as? [[String: Any]])
  }

  /// What a table of runs holds after events at some times.
  private func runs(_ events: [WireRecord.Effect]) -> EffectLanes {
    var table = RunTable(limit: 1_000, bytes: 1 << 20)
    for event in events { table.take(event, after: 0) }
    return EffectLanes(table.runs)
  }

  /// Perfetto's importer passes over an event without `pid`, `tid`, `ts` (and `dur` of an `X`), as numbers
  /// from 0 on, and a name: see src/trace_processor/importers/json of github.com/google/perfetto.
  @Test func `a session becomes a trace`() throws {
    try GoldenText.expect(file(SmallSession.exported()), matches: "chrome-trace.json")
  }

  /// Perfetto binds an arrow to what is open on its thread at that time.
  @Test func `arrows lead from actions to runs, and from runs to what they sent`() throws {
    func commit(_ number: Int, _ time: Int64, _ cause: WireRecord.Cause? = nil) -> WireRecord {
      .commit(.init(number: number, time: time, action: .init(type: "A\(number)"), cause: cause))
    }
    func effect(_ event: WireRecord.Effect.Event, _ run: Int, _ time: Int64) -> WireRecord {
      .effect(.init(event: event, effect: "e", run: run, commit: 1, time: time))
    }
    let session = ExportedSession(of: [
      commit(1, 100), effect(.started, 1, 110), effect(.started, 2, 120),
      commit(2, 150, .init(commit: 1, effect: "e", run: 1)), effect(.ended, 1, 140),
      commit(3, 160, .init(commit: 1, effect: "e", run: 9)),
    ])
    let events = try events(of: session)
    let arrows = events.filter { $0["cat"] as? String == "arrows" }
    let ends = arrows.map { arrow in
      "\(arrow["name"] ?? "") \(arrow["ph"] ?? "")\(arrow["id"] ?? "") \(arrow["ts"] ?? "") \(arrow["tid"] ?? "")"
    }
    #expect(
      ends == [
        "starts s1 0 1", "starts f1 10 2", "starts s2 0 1", "starts f2 20 3",
        "sends s3 40 2", "sends f3 50 1",
      ]
    )
    #expect(arrows.allSatisfy { ($0["bp"] as? String == "e") == ($0["ph"] as? String == "f") })
  }

  @Test func `what an action takes along is an argument`() throws {
    let origin = WireRecord.Origin(
      file: "A.swift",
      line: 1,
      function: "a()",
      carried: ["trace": "4f"]
    )
    let events = try events(
      of: ExportedSession(of: [
        .commit(.init(number: 1, time: 100, action: .init(type: "A"), origin: origin))
      ])
    )
    let arguments = events.compactMap { $0["args"] as? [String: Any] }
    #expect(arguments.compactMap { $0["carried"] as? [String: String] } == [["trace": "4f"]])
  }

  /// Perfetto takes threads of one number for one, looks for the first in that of its process's number,
  /// and moves or drops spans that overlap.
  @Test func `no number is used twice, and what is on a thread nests`() throws {
    var session = ExportedSession()
    for name in ["a", "b"] { session.take(SmallSession.records, label: name, instance: name) }
    let events = try events(of: session)
    var names: [Int: String] = [:]
    var processes: [Int: Int] = [:]
    for event in events {
      let process = try #require(event["pid"] as? Int)
      let thread = try #require(event["tid"] as? Int)
      #expect(processes[thread, default: process] == process)
      processes[thread] = process
      guard event["name"] as? String == "thread_name" else { continue }
      let name = (event["args"] as? [String: String])?["name"]
      #expect(names.updateValue(try #require(name), forKey: thread) == nil)
    }
    #expect(Set(processes.values).count == 2)
    #expect(Set(processes.values).allSatisfy { names[$0] == "commits" })
    #expect(names.count == 2 * 4)
    #expect(Set(names.keys) == Set(processes.keys))
    var ends: [Int: Int] = [:]
    for event in events where ["X", "B"].contains(event["ph"] as? String) {
      let (thread, start) = (try #require(event["tid"] as? Int), try #require(event["ts"] as? Int))
      #expect(names[thread]?.hasPrefix(try #require(event["name"] as? String)) == true)
      #expect(start >= ends[thread, default: 0])
      ends[thread] = (event["dur"] as? Int).map { start + $0 } ?? Int.max
    }
    #expect(ends.count == 2 * 3)
  }

  /// Perfetto refuses the whole file otherwise.
  ///
  /// The flag of England is made of tags, which are hidden.
  @Test func `no character is an escaped surrogate pair`() throws {
    let payload: Tree = [
      "flag": "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F} 😀", "b\u{E0001}": "\u{202E}",
    ]
    let action = WireRecord.Action(type: "Raise\u{E0001}", payload: payload)
    let session = ExportedSession(of: [.commit(.init(number: 1, time: 1, action: action))])
    #expect(!String(decoding: file(session), as: UTF8.self).contains(#/\\u[dD][89a-fA-F]/#))
    let event = try #require(try events(of: session).first { $0["ph"] as? String == "i" })
    #expect((event["name"] as? String)?.hasPrefix(#"Raise\u{E0001}"#) == true)
    let arguments = try #require(event["args"] as? [String: Any])
    #expect(
      arguments["payload"] as? [String: String] == [
        "flag": #"🏴\u{E0067}\u{E0062}\u{E007F} 😀"#, #"b\u{E0001}"#: "\u{202E}",
      ]
    )
  }

  @Test func `spans of a lane follow one on the other`() {
    var random = SplitMix64(seed: 5)
    let lanes = runs(
      (0..<200).flatMap { run -> [WireRecord.Effect] in
        let start = Int64(random.pick(0..<10_000))
        let name = "E\(run % 3)"
        let began = WireRecord.Effect(
          event: .started,
          effect: name,
          run: run,
          commit: nil,
          time: start
        )
        if run % 20 == 0 { return [began] }
        let duration = Int64(random.pick(0..<1_000))
        var ended = began
        (ended.event, ended.time, ended.duration) = (.ended, start + duration, duration * 1_000)
        return [began, ended]
      }
    )
    #expect(lanes.spans.count == 200)
    var ends: [Int: Int64] = [:]
    for span in lanes.spans {
      #expect(lanes.names[span.lane].hasPrefix(span.run.effect))
      let end = ends[span.lane] ?? 0
      #expect(end <= span.start)
      ends[span.lane] = span.duration.map { span.start + $0 } ?? Int64.max
    }
  }

  @Test func `hostile times are no trap`() throws {
    var records: [WireRecord] = []
    for (number, time) in [Int64.max, 0, Int64.max, 5].enumerated() {
      var commit = WireRecord.Commit(number: number + 1, time: time, action: .init(type: "A"))
      commit.count = .max
      var effect = WireRecord.Effect(
        event: number % 2 == 0 ? .started : .ended,
        effect: "E",
        run: number / 2,
        commit: 1,
        time: time
      )
      effect.duration = .max
      records += [.commit(commit), .effect(effect)]
    }
    #expect(try events(of: ExportedSession(of: records)).count > 5)
  }

  @Test func `a run whose start was not seen began as long before its end as it took`() {
    // One has no measured time; one took longer than its end allows.
    let durations: [Int64?] = [2_000_000, nil, 9_000_000]
    let spans = runs(
      durations.enumerated().map { run, duration in
        .init(event: .ended, effect: "E", run: run, commit: nil, time: 5_000, duration: duration)
      }
    ).spans
    #expect(spans.map(\.start) == [0, 3_000, 5_000])
    #expect(spans.map(\.duration) == [5_000, 2_000, 0])
  }
}
