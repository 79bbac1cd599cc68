import SluiceTree
import SluiceWire

/// One of everything that a program can say.
enum GoldenSession {
  private static let time: Int64 = 1_700_000_000_123_456

  static let records: [WireRecord] = [
    commit(
      1,
      WireRecord.Action(type: "AddTodo", payload: ["title": "Milk\u{202E}\n"]),
      [.add(["todos", 0], ["id": 1, "title": "Milk\u{202E}\n", "done": false])],
      origin: WireRecord.Origin(file: "Todo/Main.swift", line: 12, function: "add()", info: "tap")
    ),
    effect(.started, run: 1),
    effect(.ended, run: 1, nanoseconds: 203_400_000),
    commit(
      2,
      WireRecord.Action(type: "AnonymousAction<Int>", id: "toggle", payload: 1),
      [.set(["todos", 0, "done"], old: false, new: true), .set(["name"], old: nil, new: "Bo")],
      cause: WireRecord.Cause(commit: 1, effect: "Todos.save", run: 1)
    ),
    commit(
      3,
      WireRecord.Action(
        type: "Session",
        payload: .enumCase(
          name: "began",
          payload: Tree.Object([.init(key: "token", value: .redacted)])
        )
      ),
      [.remove(["todos", 0], old: nil), .set([], old: nil, new: ["other": [1, 2, 3]])],
      reducing: 2_500_000
    ),
    effect(.failed, run: 2, nanoseconds: 12_000, error: "no\u{1B}[31m luck"),
    effect(.cancelled, run: 3, nanoseconds: 900),
    .dropped(WireRecord.Dropped(count: 4, from: 4, to: 7, reason: .room)),
    .state(WireRecord.State(number: 7, state: ["other": [1, 2, 3]], note: "2 values were cut")),
    commit(
      9,
      WireRecord.Action(type: "Sort"),
      [.move(["other", 2], to: 0), .add(["a key"], .null)],
      count: 2
    ),
    commit(12, WireRecord.Action(type: "Gap"), []),
    .error(WireRecord.Failure(message: "A dispatch was refused.", reply: 3)),
    .bye(WireRecord.Bye(reason: "the store was freed")),
  ]

  /// Connects, sends everything, and disconnects.
  static func play(at socket: TestSocket) throws {
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo", pid: 4711), .state(0, ["todos": [], "name": "Ada"]))
    for record in records { try program.send(record) }
    // Read before going: bytes that nobody read would be lost with the connection.
    while case .welcome = try program.next() {}
  }

  private static func commit(
    _ number: Int,
    _ action: WireRecord.Action,
    _ changes: [TreeChange],
    origin: WireRecord.Origin? = nil,
    cause: WireRecord.Cause? = nil,
    reducing: Int64? = nil,
    count: Int = 1
  ) -> WireRecord {
    .commit(
      WireRecord.Commit(
        number: number,
        time: time,
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
    run: Int,
    nanoseconds: Int64? = nil,
    error: String? = nil
  ) -> WireRecord {
    .effect(
      WireRecord.Effect(
        event: event,
        effect: "Todos.save",
        run: run,
        commit: 1,
        time: time,
        duration: nanoseconds,
        error: error
      )
    )
  }
}
