import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// Small histories, made by hand.
enum PaneHistory {
  static let time: Int64 = 1_700_000_000_000_000

  /// One of everything: effects that end, fail and go on, a gap, what is redacted, long texts.
  static let varied = history(records)
  /// Names and values that want to act on a terminal, hide, or break columns.
  static let hostile = history(hostileRecords)
  static let empty = History()

  static func history(_ records: [WireRecord]) -> History {
    var history = History()
    for record in records { history.take(record) }
    return history
  }

  static let notes =
    "Buy milk and eggs on the way home, but only if the shop beside the station is still open; "
    + "otherwise ask Ada whether she has some left."
  static let newNotes =
    "Buy milk and bread on the way home, but only if the shop beside the station is still open; "
    + "otherwise ask Bob whether he has some left."

  static let records: [WireRecord] = [
    .state(
      .init(
        number: 0,
        state: [
          "todos": [
            ["id": 4, "title": "Milk", "done": false], ["id": 7, "title": "Eggs", "done": true],
          ],
          "user": ["name": "Ada", "token": .redacted, "address": .null],
          "phase": .enumCase(name: "loading", payload: .init()),
          "notes": .string(notes),
          "total": 3,
          "a key": [],
        ]
      )
    ),
    commit(
      1,
      .init(type: "AddTodo", payload: ["title": "Bread", "done": false]),
      [
        .add(["todos", 0], ["id": 9, "title": "Bread", "done": false]),
        .set(["total"], old: 3, new: 4),
      ],
      origin: .init(file: "Todo/TodoView.swift", line: 12, function: "add()", info: "button tapped")
    ),
    effect(.started, "Todos.save", run: 1, commit: 1, after: 1.1),
    effect(.ended, "Todos.save", run: 1, commit: 1, after: 1.9, took: 800_000_000),
    commit(2, .init(type: "Saved"), [], cause: .init(commit: 1, effect: "Todos.save", run: 1)),
    commit(
      3,
      .init(type: "AnonymousAction<Int>", id: "toggle", payload: 4),
      [.set(["todos", 1, "done"], old: false, new: true)],
      reducing: 2_500_000,
      reducers: [.init(id: "shop", changes: 1, path: ["shop"]), .init(id: "log\u{1B}", changes: 0)]
    ),
    commit(
      4,
      .init(type: "Edit", payload: ["notes": .string(newNotes), "tags": ["shop", "home"]]),
      [.set(["notes"], old: .string(notes), new: .string(newNotes))],
      note: "2 values were cut"
    ),
    effect(.started, "Search.run", run: 2, commit: 4, after: 4.1),
    effect(.started, "Search.run", run: 3, commit: 4, after: 4.2),
    effect(.cancelled, "Search.run", run: 2, commit: 4, after: 4.25, took: 150_000_000),
    effect(
      .failed,
      "Search.run",
      run: 3,
      commit: 4,
      after: 5.2,
      took: 1_000_000_000,
      error: "The server did not answer."
    ),
    effect(.started, "Todos.save", run: 4, commit: 4, after: 5.3),
    commit(
      5,
      .init(
        type: "Search",
        payload: .enumCase(
          name: "failed",
          payload: .init([.init(key: "reason", value: "no answer")])
        )
      ),
      [
        .set(
          ["phase"],
          old: .enumCase(name: "loading", payload: .init()),
          new: .enumCase(
            name: "failed",
            payload: .init([.init(key: "reason", value: "no answer")])
          )
        ),
        .move(["todos", 2], to: 0), .remove(["todos", 1], old: nil), .add(["phases"], 1),
      ],
      cause: .init(commit: 4, effect: "Search.run", run: 3)
    ),
    .dropped(.init(count: 3, from: 6, to: 8, reason: .room)),
    .state(.init(number: 8, state: ["todos": [], "total": 0])),
    commit(
      10,
      .init(type: "Sort"),
      [.set([], old: nil, new: ["todos": [], "total": 1])],
      count: 2
    ),
    effect(.ended, "Timer", run: 5, commit: nil, after: 10.5, took: 20_000_000),
    commit(11, .init(type: "Late"), [], cause: .init(commit: 5), isUnknown: true),
  ]

  static let hostileRecords: [WireRecord] = [
    .state(
      .init(
        number: 0,
        state: [
          "\u{1B}[2J": "clear\u{7}\u{9B}31m",
          "rtl\u{202E}": "abc\u{202E}fed",
          "牛乳": "日本語のとても長い文字列。日本語のとても長い文字列。日本語のとても長い文字列。",
          "zalgo": .string("a" + String(repeating: "\u{301}", count: 30)),
          "family": "👩‍👩‍👧‍👦🇩🇪",
          "line\nbreak": ["tab\there": "zero\u{200B}width\u{E0041}"],
        ]
      )
    ),
    commit(
      1,
      .init(type: "Evil\u{1B}]0;title\u{7}", id: "\u{202E}di", payload: ["牛\u{0}": "e\u{301}\r\n"]),
      [
        .set(["牛乳"], old: "\u{1B}[31m牛乳 old", new: "\u{1B}[31m牛乳\u{2028} new"),
        .add(["new\u{85}"], "\u{FEFF}"),
      ],
      origin: .init(
        file: "a\u{1B}[1m/b\u{202E}.swift",
        line: 3,
        function: "f\n()",
        info: "\u{2029}"
      ),
      note: "cut\u{1B}"
    ),
    effect(
      .started,
      "Effect\u{1B}[5m",
      run: 1,
      commit: 1,
      after: 1.1
    ),
    effect(
      .failed,
      "Effect\u{1B}[5m",
      run: 1,
      commit: 1,
      after: 1.2,
      took: 100,
      error: "bad\u{1B}[0m\nnews"
    ),
    commit(
      2,
      .init(type: "牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳牛乳"),
      [],
      cause: .init(commit: 1, effect: "Effect\u{1B}[5m", run: 1)
    ),
  ]

  static func commit(
    _ number: Int,
    _ action: WireRecord.Action,
    _ changes: [TreeChange],
    origin: WireRecord.Origin? = nil,
    cause: WireRecord.Cause? = nil,
    reducing: Int64? = nil,
    reducers: [WireRecord.Reducer]? = nil,
    count: Int = 1,
    isUnknown: Bool = false,
    note: String? = nil
  ) -> WireRecord {
    .commit(
      .init(
        number: number,
        time: time + Int64(number) * 1_000_000,
        action: action,
        origin: origin,
        cause: cause,
        reducing: reducing,
        reducers: reducers,
        changes: changes,
        changesAreUnknown: isUnknown,
        count: count,
        note: note
      )
    )
  }

  static func effect(
    _ event: WireRecord.Effect.Event,
    _ name: String,
    run: Int,
    commit: Int?,
    after seconds: Double,
    took nanoseconds: Int64? = nil,
    error: String? = nil
  ) -> WireRecord {
    .effect(
      .init(
        event: event,
        effect: name,
        run: run,
        commit: commit,
        time: time + Int64(seconds * 1_000_000),
        duration: nanoseconds,
        error: error
      )
    )
  }
}
