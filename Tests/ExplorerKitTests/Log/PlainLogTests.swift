import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized)
struct PlainLogTests {
  private static func lines(
    _ records: [WireRecord],
    columns: Int? = nil,
    isColored: Bool = false,
    options: LogOptions = LogOptions()
  ) -> [String] {
    var log = PlainLog(
      palette: Palette(isColored: isColored),
      options: options,
      since: 0,
      columns: { columns },
      now: { 0 }
    )
    var buffer: [UInt8] = []
    for record in records {
      log.write(.record(label: "Todo", instance: "a", record), to: &buffer)
    }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let hostileTexts = [
    String(repeating: "long ", count: 100), String(repeating: "茶", count: 300),
    String(repeating: "👩‍👩‍👧", count: 100), String(repeating: "\u{1B}", count: 200),
    String(repeating: "e\u{301}\u{302}", count: 300),
  ]

  @Test(arguments: [20, 40, 59, 60, 80, 200], hostileTexts.indices)
  func `lines fit the terminal`(columns: Int, index: Int) {
    let text = Self.hostileTexts[index]
    let long = Tree.string(text)
    let action = WireRecord.Action(type: "Write", payload: ["text": long])
    let origin = WireRecord.Origin(file: "A/\(text).swift", line: 1, function: "", info: text)
    let records: [WireRecord] = [
      .state(0, ["text": long]),
      .commit(
        WireRecord.Commit(
          number: 1,
          time: 0,
          action: action,
          origin: origin,
          cause: WireRecord.Cause(commit: 1, effect: text),
          changes: [
            .set(["text"], old: long, new: .string("\(text)!")), .add(["more"], [long, long]),
            .set([.key(text)], old: 1, new: 2), .move(["list", 1], to: 0),
          ],
          note: text
        )
      ),
      .effect(
        WireRecord.Effect(event: .failed, effect: text, run: 1, commit: 1, time: 0, error: text)
      ),
      .error(WireRecord.Failure(message: text)),
    ]
    let lines = Self.lines(records, columns: columns)
    for line in lines {
      #expect(line.columns < columns, "\(line)")
    }
    // Neither do they leave room unused.
    let widest = lines.map(\.columns).max() ?? 0
    #expect(widest > columns - 8)
  }

  private static let reserved = WireRecord.commit(
    WireRecord.Commit(
      number: 9,
      time: 1_000,
      action: WireRecord.Action(type: "Reserved", payload: ["product": "espresso", "quantity": 2]),
      origin: WireRecord.Origin(file: "Shop/Effects.swift", line: 7, function: "f()", info: "tap"),
      cause: WireRecord.Cause(commit: 8, effect: "Shop.reserve", run: 2),
      reducing: 2_000_000,
      changes: [.set(["stock"], old: 6, new: 4)],
      count: 2
    )
  )

  static let widths: [(columns: Int, lines: [String])] = [
    (
      40,
      [
        "── 00:00:00 Todo ──",
        "   9 Reserved(product: \"espresso\",",
        "       quantity: 2)  ← 8, tap, ×2",
        "     ~ stock: 6 → 4",
      ]
    ),
    (
      80,
      [
        "00:00:00.001 Todo    9 Reserved(product: \"espresso\", quantity: 2)  ← 8, tap, ×2",
        "                       ~ stock: 6 → 4",
      ]
    ),
    (
      110,
      [
        "00:00:00.001 Todo    9 Reserved(product: \"espresso\", quantity: 2)"
          + "  ← 8 Shop.reserve, stands for 2 commits",
        "                       ~ stock: 6 → 4",
      ]
    ),
    (
      200,
      [
        "00:00:00.001 Todo    9 Reserved(product: \"espresso\", quantity: 2)"
          + "  ← 8 Shop.reserve, Effects.swift:7, tap, stands for 2 commits, reduced in 2 ms",
        "                       ~ stock: 6 → 4",
      ]
    ),
  ]

  @Test(arguments: widths)
  func `what an action carries comes first, and what else there is room for`(
    columns: Int,
    lines: [String]
  ) {
    #expect(Self.lines([Self.reserved], columns: columns) == lines)
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

  @Test(arguments: longPaths)
  func `of a path that is too long the end is shown`(change: TreeChange, line: String) {
    let commit = WireRecord.Commit(
      number: 1,
      time: 0,
      action: WireRecord.Action(type: "Sell"),
      changes: [change]
    )
    #expect(Self.lines([.commit(commit)], columns: 73)[1].trimmed == line)
  }

  @Test func `changes that were not sent are counted`() {
    var commit = WireRecord.Commit(number: 1, time: 0, action: WireRecord.Action(type: "Sell"))
    commit.omittedChanges = 1
    #expect(Self.lines([.commit(commit)])[1].trimmed == "… and 1 more, not sent")
  }

  @Test func `origins can be left out`() {
    var options = LogOptions()
    options.showsOrigins = false
    let line = Self.lines([Self.reserved], columns: 200, options: options)[0]
    #expect(!line.contains("Effects.swift"))
    #expect(line.contains("← 8 Shop.reserve, tap,"))
  }

  @Test func `a pipe gets lines in full, and a terminal gets them wrapped with --full`() {
    let words = (1...3_000).map { "word\($0)" }.joined(separator: " ")
    let action = WireRecord.Action(type: "Write", payload: ["text": .string(words)])
    let commit = WireRecord.Commit(
      number: 1,
      time: 0,
      action: action,
      changes: [.set(["text"], old: .string(words), new: .string(words + "!"))]
    )
    let lines = Self.lines([.commit(commit)])
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("Write(text: \"\(words)\")"))
    #expect(lines[1].hasSuffix("~ text: \"\(words)\" → \"\(words)!\""))

    var options = LogOptions()
    options.isFull = true
    let wrapped = Self.lines([.commit(commit)], columns: 80, options: options)
    let text = wrapped.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(text.contains("Write(text: \"\(words)\")"))
    #expect(text.contains("~ text: \"\(words)\" → \"\(words)!\""))
    #expect(wrapped.allSatisfy { $0.columns < 80 })
  }

  @Test func `what two long texts have in common is left out`() {
    let text = String(repeating: "the same, ", count: 30)
    let change = TreeChange.set(["note"], old: .string(text + "old"), new: .string(text + "new"))
    #expect(ChangeText.text(change, columns: 60) == "~ note: \"…same, old\" → \"…same, new\"")
    let short = TreeChange.set(["note"], old: "the same, old", new: "the same, new")
    #expect(
      ChangeText.text(short, columns: 60) == "~ note: \"the same, old\" → \"the same, new\""
    )
  }

  @Test func `nothing but our own colours acts on a terminal, whatever a program sends`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let nasty = String(
        decoding: (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) },
        as: UTF8.self
      )
      let records: [WireRecord] = [
        .commit(
          WireRecord.Commit(
            number: 1,
            time: 0,
            action: WireRecord.Action(type: nasty, id: nasty, payload: [nasty: .string(nasty)]),
            origin: WireRecord.Origin(file: nasty, line: 1, function: nasty, info: nasty),
            cause: WireRecord.Cause(commit: 1, effect: nasty),
            changes: [
              .set(
                [.key(nasty)],
                old: .opaque(typeName: nasty),
                new: .enumCase(name: nasty, payload: Tree.Object())
              )
            ],
            note: nasty
          )
        ),
        .effect(
          WireRecord.Effect(event: .failed, effect: nasty, run: 1, commit: 1, time: 0, error: nasty)
        ),
        .state(WireRecord.State(number: 1, state: .string(nasty), note: nasty)),
        .error(WireRecord.Failure(message: nasty)),
        .bye(WireRecord.Bye(reason: nasty)),
      ]
      for line in Self.lines(records, isColored: true) {
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
    (WireRecord.Action(type: "Sort"), "Sort"),
    (WireRecord.Action(type: "Sort", payload: [:]), "Sort"),
    (WireRecord.Action(type: "Add", payload: ["by": 2, "note": "x"]), #"Add(by: 2, note: "x")"#),
    (WireRecord.Action(type: "add", id: "add", payload: 2), "add(2)"),
    (WireRecord.Action(type: "AnonymousAction<Int>", id: "add", payload: 2), "add(2)"),
    (WireRecord.Action(type: "Tap", id: "b1"), #"Tap "b1""#),
    (
      WireRecord.Action(type: "Cart", payload: .enumCase(name: "cleared", payload: Tree.Object())),
      "Cart.cleared"
    ),
    (
      WireRecord.Action(type: "Cart", payload: .enumCase(name: "put", payload: members("_0", "n"))),
      "Cart.put(0, n: 1)"
    ),
  ]

  @Test(arguments: actions.indices)
  func `an action is written as in Swift`(index: Int) {
    #expect(ActionText.text(Self.actions[index].action, limit: 100) == Self.actions[index].text)
  }
}

extension String {
  fileprivate var repeated: String { String(repeating: self, count: 20) }
  fileprivate var trimmed: String { String(drop(while: { $0 == " " })) }
}
