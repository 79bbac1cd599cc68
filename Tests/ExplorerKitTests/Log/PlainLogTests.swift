import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized) struct PlainLogTests {
  private static func lines(
    _ records: [WireRecord],
    columns: Int? = nil,
    isColored: Bool = false,
    _ choose: (inout LogOptions) -> Void = { _ in }
  ) -> [String] {
    var log = PlainLog(columns: columns, isColored: isColored, choose)
    return log.lines(about: records.map { .record($0) })
  }

  /// Records in which a text stands wherever a program can put one.
  private static func records(full text: String) -> [WireRecord] {
    let long = Tree.string(text)
    return [
      .state(.init(number: 0, state: ["text": long], note: text)),
      .commit(
        1,
        .init(type: "Write\(text)", id: text, payload: [text: long]),
        origin: .init(file: "A/\(text).swift", line: 1, function: text, info: text),
        cause: .init(commit: 1, effect: text),
        note: text,
        .set(["text"], old: long, new: .string("\(text)!")),
        .add(["more"], [long, long]),
        .set(
          [.key(text)],
          old: .opaque(typeName: text),
          new: .enumCase(name: text, payload: .init())
        ),
        .move(["list", 1], to: 0)
      ),
      .effect(.failed, text, error: text), .error(text), .bye(WireRecord.Bye(reason: text)),
    ]
  }

  private static let hostileTexts = [
    String(repeating: "long ", count: 100), String(repeating: "茶", count: 300),
    String(repeating: "👩‍👩‍👧", count: 100), String(repeating: "\u{1B}", count: 200),
    String(repeating: "e\u{301}\u{302}", count: 300),
  ]

  @Test(arguments: [20, 40, 59, 60, 80, 200], hostileTexts.indices)
  func `lines fit the terminal`(columns: Int, index: Int) {
    let records = Self.records(full: Self.hostileTexts[index])
    let lines = Self.lines(records, columns: columns)
    for line in lines { #expect(line.columns < columns, "\(line)") }
    // Neither do they leave room unused.
    let widest = lines.map(\.columns).max() ?? 0
    #expect(widest > columns - 8)
  }

  @Test func `a failed attempt says which one it was, and when the next follows`() {
    let record = WireRecord.effect(
      .retrying,
      "Shop.pay",
      run: 4,
      of: 9,
      error: "timed out",
      attempt: 2,
      wait: 2_000_000_000
    )
    let line = Self.lines([record], columns: 100)[0]
    #expect(line.contains("↻ Shop.pay #4, attempt 2 failed, next in 2.00 s: timed out"))
  }

  private static let reserved = WireRecord.commit(
    9,
    .init(type: "Reserved", payload: ["product": "espresso", "quantity": 2]),
    at: 1_000,
    origin: .init(
      file: "Shop/Effects.swift",
      line: 7,
      function: "f()",
      info: "tap",
      carried: ["trace": "4f"]
    ),
    cause: .init(commit: 8, effect: "Shop.reserve", run: 2),
    reducing: 2_000_000,
    count: 2,
    .set(["stock"], old: 6, new: 4)
  )

  @Test func `what an action carries comes first, and what else there is room for`() {
    let front = #"00:00:00.001 Todo    9 Reserved(product: "espresso", quantity: 2)  ← 8"#
    let ends: KeyValuePairs = [
      80: ", tap, ×2",
      110: " Shop.reserve, stands for 2 commits",
      200: " Shop.reserve, Effects.swift:7, tap, trace: 4f, stands for 2 commits, reduced in 2 ms",
    ]
    for (columns, end) in ends {
      let lines = [front + end, "                       ~ stock: 6 → 4"]
      #expect(Self.lines([Self.reserved], columns: columns) == lines)
    }
    #expect(
      Self.lines([Self.reserved], columns: 40) == [
        "── 00:00:00 Todo ──", "   9 Reserved(product: \"espresso\",",
        "       quantity: 2)  ← 8, tap, ×2", "     ~ stock: 6 → 4",
      ]
    )
  }

  private static let deep: TreePath = [
    "catalogue", "departments", 12, "products", 2, "warehouse", "stock",
  ]

  static let longPaths: [(change: TreeChange, line: String)] = [
    (.set(deep, old: 6, new: 4), "~ …rtments[12].products[2].warehouse.stock: 6 → 4"),
    (.add(deep, 4), "+ …departments[12].products[2].warehouse.stock: 4"),
    (.remove(deep, old: nil), "- …ue.departments[12].products[2].warehouse.stock"),
    (
      .add(deep, .string(String(repeating: "x", count: 60))),
      "+ …ts[2].warehouse.stock: \"xxxxxxxxxxxxxxxxxxxxx…"
    ),
    (
      .set(deep, old: .string("old".repeated), new: .string("new".repeated)),
      "~ …ts[2].warehouse.stock: \"oldoldol… → \"newnewne…"
    ),
    (.move(deep.appending(.index(3)), to: 5), "> …2].warehouse.stock[3] → …2].warehouse.stock[5]"),
    (.set(["a"], old: 6, new: 4), "~ a: 6 → 4"), (.set([], old: 6, new: 4), "~ 6 → 4"),
    (.remove(["a"], old: nil), "- a"), (.move(["a", 3], to: 5), "> a[3] → a[5]"),
  ]

  @Test func `of a path that is too long the end is shown`() {
    for (change, line) in Self.longPaths {
      #expect(Self.lines([.commit(1, change)], columns: 73)[1].trimmed == line, "\(change)")
    }
  }

  @Test func `the lines of several programs stand below each other`() {
    var log = PlainLog()
    let lines = log.lines(about: ["Shop", "Shop#2", "Shop"].map { .record($0, .commit(1)) })
    let expected = ["Shop    1 Act", "Shop#2    1 Act", "Shop      1 Act"]
    #expect(lines.map { String($0.dropFirst(13)) } == expected)
  }

  @Test func `changes that were not sent are counted`() {
    var commit = WireRecord.Commit(number: 1, time: 0, action: "Sell")
    commit.omittedChanges = 1
    #expect(Self.lines([.commit(commit)])[1].trimmed == "… and 1 more, not sent")
  }

  @Test func `origins can be left out`() {
    let line = Self.lines([Self.reserved], columns: 200) { $0.showsOrigins = false }[0]
    #expect(!line.contains("Effects.swift"))
    #expect(line.contains("← 8 Shop.reserve, tap,"))
  }

  @Test func `a pipe gets lines in full, and a terminal gets them wrapped with --full`() {
    let words = (1...3_000).map { "word\($0)" }.joined(separator: " ")
    let action = WireRecord.Action(type: "Write", payload: ["text": .string(words)])
    let change = TreeChange.set(["text"], old: .string(words), new: .string(words + "!"))
    let commit = WireRecord.commit(1, action, change)
    let shown = ["Write(text: \"\(words)\")", "~ text: \"\(words)\" → \"\(words)!\""]
    let lines = Self.lines([commit])
    #expect(lines.count == 2)
    for (line, text) in zip(lines, shown) { #expect(line.hasSuffix(text)) }

    let wrapped = Self.lines([commit], columns: 80) { $0.isFull = true }
    let text = wrapped.map(\.trimmed).joined(separator: " ")
    for part in shown { #expect(text.contains(part)) }
    #expect(wrapped.allSatisfy { $0.columns < 80 })
  }

  @Test func `what two long texts have in common is left out`() {
    let text = String(repeating: "the same, ", count: 30)
    let change = TreeChange.set(["note"], old: .string(text + "old"), new: .string(text + "new"))
    #expect(ChangeText.text(change, columns: 60) == "~ note: \"…same, old\" → \"…same, new\"")
    let short = TreeChange.set(["note"], old: "the same, old", new: "the same, new")
    #expect(ChangeText.text(short, columns: 60) == "~ note: \"the same, old\" → \"the same, new\"")
  }

  @Test func `nothing but our own colours acts on a terminal, whatever a program sends`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<volume(80, nightly: 1_000) {
      let nasty = String(
        decoding: (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) },
        as: UTF8.self
      )
      for line in Self.lines(Self.records(full: nasty), isColored: true) {
        let plain = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(
          plain.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        )
        let sequences = line.matches(of: #/\u{1B}\[([0-9;]*)m/#).map { String($0.1) }
        #expect(Set(sequences).isSubset(of: ["0", "1", "2", "31", "32", "33", "35", "36", "1;31"]))
      }
    }
  }

  private static func members(_ keys: String...) -> Tree.Object {
    Tree.Object(keys.indices.map { .init(key: keys[$0], value: .integer(Int64($0))) })
  }

  static let actions: [(action: WireRecord.Action, text: String)] = [
    ("Sort", "Sort"), (.init(type: "Sort", payload: [:]), "Sort"),
    (.init(type: "Add", payload: ["by": 2, "note": "x"]), #"Add(by: 2, note: "x")"#),
    (.init(type: "add", id: "add", payload: 2), "add(2)"),
    (.init(type: "AnonymousAction<Int>", id: "add", payload: 2), "add(2)"),
    (.init(type: "Tap", id: "b1"), #"Tap "b1""#),
    (.init(type: "Cart", payload: .enumCase(name: "cleared", payload: .init())), "Cart.cleared"),
    (
      .init(type: "Cart", payload: .enumCase(name: "put", payload: members("_0", "n"))),
      "Cart.put(0, n: 1)"
    ),
  ]

  @Test func `an action is written as in Swift`() {
    for (action, text) in Self.actions {
      #expect(ActionText.text(action, limit: 100) == text, "\(action)")
    }
  }
}

/// What programs did before they were watched.
@Suite(.inTurn) struct EarlierCommitsTests {
  private static func lines(
    since beginning: Int64?,
    _ numbers: ClosedRange<Int>,
    showsBacklog: Bool = false
  ) -> [String] {
    var log = PlainLog(since: beginning) {
      $0.showsBacklog = showsBacklog
      $0.time = .delta
    }
    var hello = WireRecord.Hello("a")
    hello.lastCommit = numbers.upperBound
    let records: [WireRecord] =
      numbers.map { .commit($0, .init(type: "Act\($0)"), at: Int64($0)) }
      + [
        .effect(.started, "Save", at: 1), .state(numbers.upperBound, 1), .commit(99, "Now", at: 99),
      ]
    let events = [HubEvent.connected(label: "Todo", hello)] + records.map { .record($0) }
    return log.lines(about: events).map { String($0.dropFirst(14)) }
  }

  @Test func `commits before the Explorer are one line`() {
    #expect(
      Self.lines(since: 50, 3...40) == [
        "     connected (process 1)", "   … 38 earlier actions, 3 to 40: --backlog shows them",
        "  40 1", "  99 Now",
      ]
    )
    #expect(Self.lines(since: 50, 3...3)[1] == "   … 1 earlier action, 3: --backlog shows it")
  }

  @Test func `commits before the Explorer are shown on request`() {
    let lines = Self.lines(since: 50, 3...40, showsBacklog: true)
    #expect(lines.count == 42)
    #expect(lines[1] == "   3 Act3")
    #expect(lines[39] == "   ▸ Save #1 started  ← 1")
  }

  @Test func `a program that began after the Explorer is shown from its beginning`() {
    let lines = Self.lines(since: 1, 1...5)
    #expect(
      lines == [
        "     connected (process 1)", "   1 Act1", "   2 Act2", "   3 Act3", "   4 Act4",
        "   5 Act5", "   ▸ Save #1 started  ← 1", "   5 1", "  99 Now",
      ]
    )
  }

  @Test func `a session's backlog is one line if it is long`() {
    #expect(Self.lines(since: nil, 1...10).contains("   7 Act7"))
    let lines = Self.lines(since: nil, 1...11)
    #expect(lines[1] == "   … 11 earlier actions, 1 to 11: --backlog shows them")
  }
}

extension String {
  fileprivate var repeated: String { String(repeating: self, count: 20) }
  fileprivate var trimmed: String { String(drop(while: { $0 == " " })) }
}
