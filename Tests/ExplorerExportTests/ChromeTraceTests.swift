import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The file that Perfetto opens.
@Suite(.inTurn)
struct ChromeTraceTests {
  private func file(_ session: ExportedSession) -> Collected {
    let collected = Collected()
    ChromeTrace(stores: session.stores).write { collected.take($0) }
    return collected
  }

  private func events(of session: ExportedSession) throws -> [[String: Any]] {
    try #require(try file(session).json()["traceEvents"] as? [[String: Any]])
  }

  @Test func `a session becomes a trace`() throws {
    try GoldenFile.expect(file(try SmallSession.exported()).text, matches: "chrome-trace.json")
  }

  /// What the importer of Perfetto asks for, which passes over the other events: see
  /// src/trace_processor/importers/json of github.com/google/perfetto.
  @Test func `each event has what its phase requires`() throws {
    let events = try events(of: try SmallSession.exported())
    let numbers = ["pid", "tid", "ts", "dur"]
    let required = [
      "M": ["pid", "tid"], "i": ["ts", "pid", "tid"], "X": ["ts", "dur", "pid", "tid"],
      "B": ["ts", "pid", "tid"], "C": ["ts", "pid", "tid"],
    ]
    #expect(Set(events.compactMap { $0["ph"] as? String }) == Set(required.keys))
    for event in events {
      let phase = try #require(event["ph"] as? String)
      for key in required[phase] ?? [] { #expect(event[key] != nil, "\(key) of \(event)") }
      for key in numbers where event[key] != nil {
        #expect(try #require(event[key] as? Int) >= 0, "\(key) of \(event)")
      }
      let name = try #require(event["name"] as? String)
      #expect(!name.isEmpty)
      let arguments = try #require(event["args"] as? [String: Any])
      switch (phase, name) {
      case ("M", "process_name"), ("M", "thread_name"):
        #expect((arguments["name"] as? String)?.isEmpty == false)
      case ("M", _):
        #expect(name == "process_sort_index")
        #expect(arguments["sort_index"] is Int)
      case ("C", _):
        #expect(arguments.values.allSatisfy { $0 is Double } && !arguments.isEmpty)
      case ("i", _): #expect(event["s"] as? String == "t")
      default: break
      }
    }
  }

  /// Perfetto takes threads of one number for one, looks for the first in that of its process's number,
  /// and moves or drops spans that overlap.
  @Test func `no number is used twice, and what is on a thread nests`() throws {
    var session = ExportedSession()
    for name in ["a", "b"] {
      var hello = SmallSession.hello
      hello.instance = name
      session.take(.connected(label: name, hello))
      for record in SmallSession.records {
        session.take(.record(label: name, instance: name, record))
      }
    }
    let events = try events(of: session)
    var names: [Int: String] = [:]
    var processes: [Int: Int] = [:]
    for event in events {
      let (process, thread) = (
        try #require(event["pid"] as? Int), try #require(event["tid"] as? Int)
      )
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
    var session = ExportedSession()
    session.take(.connected(label: "a", SmallSession.hello))
    let payload: Tree = [
      "flag": "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F} 😀", "b\u{E0001}": "\u{202E}",
    ]
    let action = WireRecord.Action(type: "Raise\u{E0001}", payload: payload)
    let commit = WireRecord.Commit(number: 1, time: 1, action: action)
    session.take(.record(label: "a", instance: "a", .commit(commit)))
    let text = file(session).text
    #expect(!text.contains(#/\\u[dD][89a-fA-F]/#))
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
    var table = RunTable(limit: 1_000, bytes: 1 << 20)
    for run in 0..<200 {
      let start = Int64.random(in: 0..<10_000, using: &random)
      let name = "E\(run % 3)"
      table.take(
        .init(event: .started, effect: name, run: run, commit: nil, time: start),
        after: 0
      )
      if run % 20 == 0 { continue }
      let duration = Int64.random(in: 0..<1_000, using: &random)
      table.take(
        .init(
          event: .ended,
          effect: name,
          run: run,
          commit: nil,
          time: start + duration,
          duration: duration * 1_000
        ),
        after: 0
      )
    }
    let lanes = EffectLanes(table.runs)
    #expect(lanes.spans.count == 200)
    var ends: [Int: Int64] = [:]
    for span in lanes.spans {
      #expect(lanes.names[span.lane].hasPrefix(span.run.effect))
      let end = ends[span.lane] ?? 0
      #expect(end <= span.start)
      ends[span.lane] = span.duration.map { span.start + $0 } ?? Int64.max
    }
  }

  @Test func `the rate follows the commits`() {
    let second: Int64 = 1_000_000
    let commits = (0..<10).map { (time: Int64($0) * 10_000, count: 1) } + [(time: second, count: 2)]
    let samples = CommitRate(commits).samples
    #expect(
      samples == [
        .init(time: 0, rate: 100), .init(time: 100_000, rate: 0), .init(time: second, rate: 20),
        .init(time: second + 100_000, rate: 0),
      ]
    )
    #expect(CommitRate([]).samples.isEmpty)
  }

  @Test func `hostile times are no trap`() throws {
    var session = ExportedSession()
    session.take(.connected(label: "a", SmallSession.hello))
    for (number, time) in [Int64.max, 0, Int64.max, 5].enumerated() {
      let commit = WireRecord.Commit(
        number: number + 1,
        time: time,
        action: .init(type: "A"),
        count: .max
      )
      session.take(.record(label: "a", instance: "a", .commit(commit)))
      let effect = WireRecord.Effect(
        event: number % 2 == 0 ? .started : .ended,
        effect: "E",
        run: number / 2,
        commit: 1,
        time: time,
        duration: .max
      )
      session.take(.record(label: "a", instance: "a", .effect(effect)))
    }
    #expect(try events(of: session).count > 5)
  }

  @Test func `a run whose start was not seen began as long before its end as it took`() {
    var table = RunTable(limit: 1_000, bytes: 1 << 20)
    // One has no measured time; one took longer than its end allows.
    let durations: [Int64?] = [2_000_000, nil, 9_000_000]
    for (run, duration) in durations.enumerated() {
      table.take(
        .init(
          event: .ended,
          effect: "E",
          run: run,
          commit: nil,
          time: 5_000,
          duration: duration
        ),
        after: 0
      )
    }
    let spans = EffectLanes(table.runs).spans
    #expect(spans.map(\.start) == [0, 3_000, 5_000])
    #expect(spans.map(\.duration) == [5_000, 2_000, 0])
  }
}
