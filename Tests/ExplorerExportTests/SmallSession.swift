import SluiceTree
import SluiceWire

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
    commit(
      1,
      at: 0,
      .init(type: "AddTodo", payload: ["title": "Milk <b>\u{2028}"]),
      [
        .add(["todos", 0], ["id": 1, "title": "Milk <b>\u{2028}", "done": false]),
        .set(["count"], old: 0, new: 1),
      ],
      origin: .init(file: "Todo/Main.swift", line: 12, function: "add()", info: "tap"),
      reducing: 2_500
    ),
    effect(.started, "Todos.save", run: 1, commit: 1, at: 100),
    effect(.started, "Todos.save", run: 2, commit: 1, at: 200),
    effect(.ended, "Todos.save", run: 1, commit: 1, at: 100_100, nanoseconds: 100_000_000),
    commit(
      2,
      at: 100_200,
      .init(type: "AnonymousAction<Int>", id: "toggle", payload: 1),
      [.set(["todos", 0, "done"], old: false, new: true)],
      cause: .init(commit: 1, effect: "Todos.save", run: 1)
    ),
    effect(
      .failed,
      "Todos.save",
      run: 2,
      commit: 1,
      at: 300_200,
      nanoseconds: 300_000_000,
      error: "no <luck>"
    ),
    commit(
      3,
      at: 1_500_000,
      .init(
        type: "Session",
        payload: .enumCase(
          name: "began",
          payload: Tree.Object([.init(key: "token", value: .redacted)])
        )
      ),
      [.set(["count"], old: 1, new: .double(2.5))]
    ),
    .dropped(.init(count: 2, from: 4, to: 5, reason: .room)),
    .state(.init(number: 5, state: ["todos": [], "count": 9_007_199_254_740_993])),
    effect(.started, "Clock.tick", run: 3, commit: nil, at: 1_600_000),
    commit(
      7,
      at: 2_000_000,
      .init(type: "Sort"),
      [.add(["$jsan"], .date(0))],
      count: 2
    ),
  ]

  /// The session as events.
  static var events: [HubEvent] {
    [.connected(label: "Todo/main", hello)]
      + records.map { .record(label: "Todo/main", instance: "a", $0) }
  }

  /// The session as it stands in a file.
  static var lines: [UInt8] {
    records.reduce(into: WireRecord.hello(hello).line()) { lines, record in
      record.write(to: &lines, instance: "a")
    }
  }

  static func exported(filter: String? = nil) throws -> ExportedSession {
    var session = ExportedSession(filter: try filter.map { try Filter(parsing: $0) })
    for event in events { session.take(event) }
    return session
  }

  private static func commit(
    _ number: Int,
    at time: Int64,
    _ action: WireRecord.Action,
    _ changes: [TreeChange],
    origin: WireRecord.Origin? = nil,
    cause: WireRecord.Cause? = nil,
    reducing: Int64? = nil,
    count: Int = 1
  ) -> WireRecord {
    .commit(
      .init(
        number: number,
        time: start + time,
        action: action,
        origin: origin,
        cause: cause,
        reducing: reducing,
        changes: changes,
        count: count
      )
    )
  }

  private static func effect(
    _ event: WireRecord.Effect.Event,
    _ name: String,
    run: Int,
    commit: Int?,
    at time: Int64,
    nanoseconds: Int64? = nil,
    error: String? = nil
  ) -> WireRecord {
    .effect(
      .init(
        event: event,
        effect: name,
        run: run,
        commit: commit,
        time: start + time,
        duration: nanoseconds,
        error: error
      )
    )
  }
}
