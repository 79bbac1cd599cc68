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

  private static func notes(_ food: String, _ friend: String, _ pronoun: String) -> Tree {
    .string(
      "Buy milk and \(food) on the way home, but only if the shop beside the station is still "
        + "open; otherwise ask \(friend) whether \(pronoun) has some left."
    )
  }

  private static let notes = notes("eggs", "Ada", "she")
  private static let newNotes = notes("bread", "Bob", "he")
  private static let loading = Tree.enumCase(name: "loading", payload: .init())
  private static let failed = Tree.enumCase(
    name: "failed",
    payload: .init([.init(key: "reason", value: "no answer")])
  )

  static let records: [WireRecord] = [
    state(
      0,
      [
        "todos": [
          ["id": 4, "title": "Milk", "done": false], ["id": 7, "title": "Eggs", "done": true],
        ],
        "user": ["name": "Ada", "token": .redacted, "address": .null],
        "phase": loading, "notes": notes, "total": 3, "a key": [],
      ]
    ),
    commit(
      1,
      .init(type: "AddTodo", payload: ["title": "Bread", "done": false]),
      .add(["todos", 0], ["id": 9, "title": "Bread", "done": false]),
      .set(["total"], old: 3, new: 4)
    ) {
      $0.origin = .init(file: "Todo/TodoView.swift", line: 12, function: "add()")
      $0.origin?.info = "button tapped"
    },
    effect(1, of: 1, "Todos.save", .started, 1.1),
    effect(1, of: 1, "Todos.save", .ended, 1.9, took: 0.8),
    commit(2, .init(type: "Saved")) { $0.cause = .init(commit: 1, effect: "Todos.save", run: 1) },
    commit(
      3,
      .init(type: "AnonymousAction<Int>", id: "toggle", payload: 4),
      .set(["todos", 1, "done"], old: false, new: true)
    ) {
      $0.reducing = 2_500_000
      $0.reducers = [.init(id: "shop"), .init(id: "log\u{1B}")]
    },
    commit(
      4,
      .init(type: "Edit", payload: ["notes": newNotes, "tags": ["shop", "home"]]),
      .set(["notes"], old: notes, new: newNotes)
    ) { $0.note = "2 values were cut" },
    effect(2, of: 4, "Search.run", .started, 4.1),
    effect(3, of: 4, "Search.run", .started, 4.2),
    effect(2, of: 4, "Search.run", .cancelled, 4.25, took: 0.15),
    effect(3, of: 4, "Search.run", .failed, 5.2, took: 1, error: "The server did not answer."),
    effect(4, of: 4, "Todos.save", .started, 5.3),
    commit(
      5,
      .init(type: "Search", payload: failed),
      .set(["phase"], old: loading, new: failed),
      .move(["todos", 2], to: 0),
      .remove(["todos", 1], old: nil),
      .add(["phases"], 1)
    ) { $0.cause = .init(commit: 4, effect: "Search.run", run: 3) },
    .dropped(.init(count: 3, from: 6, to: 8, reason: .room)),
    state(8, ["todos": [], "total": 0]),
    commit(10, .init(type: "Sort"), .set([], old: nil, new: ["todos": [], "total": 1])) {
      $0.count = 2
    },
    effect(5, of: nil, "Timer", .ended, 10.5, took: 0.02),
    commit(11, .init(type: "Late")) {
      $0.cause = .init(commit: 5)
      $0.changesAreUnknown = true
    },
  ]

  static let hostileRecords: [WireRecord] = [
    state(
      0,
      [
        "\u{1B}[2J": "clear\u{7}\u{9B}31m",
        "rtl\u{202E}": "abc\u{202E}fed",
        "牛乳": .string(String(repeating: "日本語のとても長い文字列。", count: 3)),
        "zalgo": .string("a" + String(repeating: "\u{301}", count: 30)),
        "family": "👩‍👩‍👧‍👦🇩🇪",
        "line\nbreak": ["tab\there": "zero\u{200B}width\u{E0041}"],
      ]
    ),
    commit(
      1,
      .init(type: "Evil\u{1B}]0;title\u{7}", id: "\u{202E}di", payload: ["牛\u{0}": "e\u{301}\r\n"]),
      .set(["牛乳"], old: "\u{1B}[31m牛乳 old", new: "\u{1B}[31m牛乳\u{2028} new"),
      .add(["new\u{85}"], "\u{FEFF}")
    ) {
      $0.origin = .init(file: "a\u{1B}[1m/b\u{202E}.swift", line: 3, function: "f\n()")
      $0.origin?.info = "\u{2029}"
      $0.note = "cut\u{1B}"
    },
    effect(1, of: 1, "Effect\u{1B}[5m", .started, 1.1),
    effect(1, of: 1, "Effect\u{1B}[5m", .failed, 1.2, took: 1e-7, error: "bad\u{1B}[0m\nnews"),
    commit(2, .init(type: String(repeating: "牛乳", count: 16))) {
      $0.cause = .init(commit: 1, effect: "Effect\u{1B}[5m", run: 1)
    },
  ]

  static func state(_ number: Int, _ tree: Tree) -> WireRecord {
    .state(.init(number: number, state: tree))
  }

  static func commit(
    _ number: Int,
    _ action: WireRecord.Action,
    _ changes: TreeChange...,
    edit: (inout WireRecord.Commit) -> Void = { _ in }
  ) -> WireRecord {
    let time = time + Int64(number) * 1_000_000
    var commit = WireRecord.Commit(number: number, time: time, action: action, changes: changes)
    edit(&commit)
    return .commit(commit)
  }

  /// What happened to a run that a commit started, some seconds after the beginning.
  static func effect(
    _ run: Int,
    of commit: Int?,
    _ name: String,
    _ event: WireRecord.Effect.Event,
    _ seconds: Double,
    took duration: Double? = nil,
    error: String? = nil
  ) -> WireRecord {
    .effect(
      .init(
        event: event,
        effect: name,
        run: run,
        commit: commit,
        time: time + Int64(seconds * 1_000_000),
        duration: duration.map { Int64(($0 * 1e9).rounded()) },
        error: error
      )
    )
  }
}
