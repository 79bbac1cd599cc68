import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// A small session in which there is one of everything, at fixed times.
enum SmallSession {
  /// Microseconds since 1970.
  static let start: Int64 = 1_700_000_000_000_000

  static let hello = WireRecord.Hello(
    instance: "a",
    name: "Todo",
    processID: 4711,
    store: "main",
    stateType: "AppState"
  )

  static let records: [WireRecord] = [
    .state(.init(number: 0, state: ["todos": [], "count": 0, "token": .redacted])),
    commit(1, at: 0, .init(type: "AddTodo", payload: ["title": "Milk <b>\u{2028}"])) { commit in
      commit.changes = [
        .add(["todos", 0], ["id": 1, "title": "Milk <b>\u{2028}", "done": false]),
        .set(["count"], old: 0, new: 1),
      ]
      commit.origin = .init(file: "Todo/Main.swift", line: 12, function: "add()", info: "tap")
      commit.reducing = 2_500
    },
    effect(.started, "Todos.save", run: 1, at: 100),
    effect(.started, "Todos.save", run: 2, at: 200),
    effect(.ended, "Todos.save", run: 1, at: 100_100) { $0.duration = 100_000_000 },
    commit(2, at: 100_200, .init(type: "AnonymousAction<Int>", id: "toggle", payload: 1)) {
      $0.changes = [.set(["todos", 0, "done"], old: false, new: true)]
      $0.cause = .init(commit: 1, effect: "Todos.save", run: 1)
    },
    effect(.failed, "Todos.save", run: 2, at: 300_200) {
      ($0.duration, $0.error) = (300_000_000, "no <luck>")
    },
    commit(3, at: 1_500_000, .init(type: "Session", payload: began)) {
      $0.changes = [.set(["count"], old: 1, new: .double(2.5))]
    },
    .dropped(.init(count: 2, from: 4, to: 5, reason: .room)),
    .state(.init(number: 5, state: ["todos": [], "count": 9_007_199_254_740_993])),
    effect(.started, "Clock.tick", run: 3, at: 1_600_000) { $0.commit = nil },
    commit(7, at: 2_000_000, .init(type: "Sort")) {
      ($0.changes, $0.count) = ([.add(["$jsan"], .date(.init(secondsSince1970: 0)))], 2)
    },
  ]

  private static let began = Tree.enumCase(
    name: "began",
    payload: Tree.Object([.init(key: "token", value: .redacted)])
  )

  /// The session as it stands in a file.
  static func lines(of records: [WireRecord] = records) -> [UInt8] {
    records.reduce(into: WireRecord.hello(hello).line()) { lines, record in
      record.write(to: &lines, instance: "a")
    }
  }

  static func exported(filter: Filter? = nil) -> ExportedSession {
    ExportedSession(of: records, label: "Todo/main", filter: filter)
  }

  private static func commit(
    _ number: Int,
    at time: Int64,
    _ action: WireRecord.Action,
    _ fill: (inout WireRecord.Commit) -> Void
  ) -> WireRecord {
    var commit = WireRecord.Commit(number: number, time: start + time, action: action)
    fill(&commit)
    return .commit(commit)
  }

  /// The event of a run that commit 1 set off.
  private static func effect(
    _ event: WireRecord.Effect.Event,
    _ name: String,
    run: Int,
    at time: Int64,
    _ fill: (inout WireRecord.Effect) -> Void = { _ in }
  ) -> WireRecord {
    var effect = WireRecord.Effect(
      event: event,
      effect: name,
      run: run,
      commit: 1,
      time: start + time
    )
    fill(&effect)
    return .effect(effect)
  }
}

extension ExportedSession {
  /// What a program says.
  init(of records: [WireRecord], label: String = "a", filter: Filter? = nil) {
    self.init(filter: filter)
    take(records, label: label)
  }

  /// Takes in what another program says.
  mutating func take(_ records: [WireRecord], label: String, instance: String = "a") {
    var hello = SmallSession.hello
    hello.instance = instance
    take(.connected(label: label, hello))
    for record in records { take(.record(label: label, instance: instance, record)) }
  }

  /// The page of it.
  func page(pins: [StatePath] = [], filter: String? = nil) -> [UInt8] {
    collected { SessionPage(self, pins: pins, filter: filter).write($0) }
  }
}

/// Returns what an export passes on.
func collected(_ write: (@escaping ([UInt8]) -> Void) -> Void) -> [UInt8] {
  let bytes = Guarded<[UInt8]>([])
  write { more in bytes.withLock { $0 += more } }
  return bytes.withLock { $0 }
}

/// Returns JSON as the other programs that read it.
func json(_ bytes: [UInt8]) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

extension GoldenText {
  /// Compares a file that other programs read.
  static func expect(
    _ file: [UInt8],
    matches name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = String(decoding: file, as: UTF8.self).components(separatedBy: "\n")
    try expect(lines.dropLast(), matches: name, sourceLocation: sourceLocation)
  }
}
