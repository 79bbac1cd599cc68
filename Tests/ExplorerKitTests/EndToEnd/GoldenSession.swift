import SluiceTree
import SluiceWire
import TestSupport

/// One of everything that a program can say.
enum GoldenSession {
  private static let time: Int64 = 1_700_000_000_123_456

  static let records: [WireRecord] = [
    .commit(
      1,
      .init(type: "AddTodo", payload: ["title": "Milk\u{202E}\n"]),
      at: time,
      origin: .init(file: "Todo/Main.swift", line: 12, function: "add()", info: "tap"),
      .add(["todos", 0], ["id": 1, "title": "Milk\u{202E}\n", "done": false])
    ),
    .effect(.started, "Todos.save", at: time),
    .effect(.ended, "Todos.save", at: time, taking: 203_400_000),
    .commit(
      2,
      .init(type: "AnonymousAction<Int>", id: "toggle", payload: 1),
      at: time,
      cause: .init(commit: 1, effect: "Todos.save", run: 1),
      .set(["todos", 0, "done"], old: false, new: true),
      .set(["name"], old: nil, new: "Bo")
    ),
    .commit(
      3,
      .init(
        type: "Session",
        payload: .enumCase(name: "began", payload: .init([.init(key: "token", value: .redacted)]))
      ),
      at: time,
      reducing: 2_500_000,
      .remove(["todos", 0], old: nil),
      .set([], old: nil, new: ["other": [1, 2, 3]])
    ),
    .effect(.failed, "Todos.save", run: 2, at: time, taking: 12_000, error: "no\u{1B}[31m luck"),
    .effect(.cancelled, "Todos.save", run: 3, at: time, taking: 900),
    .dropped(4, 7, .room),
    .state(WireRecord.State(number: 7, state: ["other": [1, 2, 3]], note: "2 values were cut")),
    .commit(9, "Sort", at: time, count: 2, .move(["other", 2], to: 0), .add(["a key"], .null)),
    .commit(12, "Gap", at: time),
    .error("A dispatch was refused.", reply: 3),
    .bye(WireRecord.Bye(reason: "the store was freed")),
  ]

  /// What a program of this session says first.
  static let beginning: [WireRecord] = [
    .hello("Todo", pid: 4711), .state(0, ["todos": [], "name": "Ada"]),
  ]

  /// Connects, sends everything, and disconnects.
  static func play(at socket: TestSocket) throws {
    let program = try WireProgram(at: socket)
    for record in beginning + records { try program.send(record) }
    // Read before going: bytes that nobody read would be lost with the connection.
    while case .welcome = try program.next() {}
  }
}

extension GoldenText {
  /// The line with its time of day and its date replaced.
  static func normalized(_ line: String) -> String {
    line.replacing(#/^\d\d:\d\d:\d\d\.\d\d\d/#, with: "hh:mm:ss.mmm")
      .replacing(#/^── \d{4}-\d\d-\d\d ──$/#, with: "── yyyy-mm-dd ──")
  }
}
