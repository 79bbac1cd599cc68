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

  @Test func `a session becomes a trace`() throws {
    try GoldenFile.expect(file(try SmallSession.exported()).text, matches: "chrome-trace.json")
  }

  @Test func `each event has what its phase requires`() throws {
    let events = try #require(
      try file(try SmallSession.exported()).json()["traceEvents"] as? [[String: Any]]
    )
    let required = [
      "M": ["name", "pid", "args"], "i": ["name", "ts", "pid", "tid", "s"],
      "X": ["name", "ts", "dur", "pid", "tid"], "B": ["name", "ts", "pid", "tid"],
      "C": ["name", "ts", "pid", "args"],
    ]
    #expect(Set(events.compactMap { $0["ph"] as? String }) == Set(required.keys))
    for event in events {
      let phase = try #require(event["ph"] as? String)
      for key in required[phase] ?? [] { #expect(event[key] != nil, "\(key) of \(event)") }
      if let time = event["ts"] as? Int { #expect(time >= 0) }
    }
  }

  @Test func `spans of a lane follow one on the other`() {
    var random = TestSupport.SplitMix64(seed: 5)
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

  @Test func `the rate rises and falls with the commits`() {
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
    let events = try #require(try file(session).json()["traceEvents"] as? [[String: Any]])
    #expect(events.count > 5)
  }
}
