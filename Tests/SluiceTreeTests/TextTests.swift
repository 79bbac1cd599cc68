import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn) struct TextTests {
  static let paths: [(TreePath, String)] = [
    ([], ""),
    (["todos", 2, "done"], "todos[2].done"),
    ([0, 1], "[0][1]"),
    (["a.b"], #"["a.b"]"#),
    (["x", "a\"b\n", "y"], #"x["a\"b\n"].y"#),
    (["x", ""], #"x[""]"#),
    (["größe", "1a"], #"größe["1a"]"#),
    (["phase", "won", "_0"], "phase.won[0]"),
    (["_a", "_", "_00000"], "_a._._00000"),
  ]

  @Test(arguments: paths)
  func `a path reads like an expression`(path: TreePath, text: String) {
    #expect(path.description == text)
  }

  @Test func `a path finds its value`() {
    let tree: Tree = ["todos": [["done": true]]]
    #expect(tree[["todos", 0, "done"]] == true)
    #expect(tree[["todos", 1, "done"]] == nil)
    #expect(tree[["todos", "done"]] == nil)
    #expect(tree[[]] == tree)
  }

  @Test func `a case leads to its only value, or to all that it has`() throws {
    func phase(_ payload: Tree.Object) -> Tree {
      ["phase": .enumCase(name: "won", payload: payload)]
    }
    var one = phase(Tree.Object([.init(key: "_0", value: ["name": "Ada"])]))
    #expect(one[["phase", "won", "name"]] == "Ada")
    #expect(one[["phase", "lost", "name"]] == nil)
    // As recordings of earlier versions have it.
    #expect(one[["phase", "_0", "name"]] == "Ada")
    try one.apply([.set(["phase", "won", "name"], old: nil, new: "Eve")])
    #expect("\(one)" == #"{phase: .won({name: "Eve"})}"#)

    var two = phase(Tree.Object([.init(key: "_0", value: "Ada"), .init(key: "by", value: 1)]))
    #expect(two[["phase", "won", "by"]] == 1)
    #expect(two[["phase", "won", "_0"]] == "Ada")
    try two.apply([
      .set(["phase", "won", "_0"], old: nil, new: "Eve"),
      .set(["phase", "won", "by"], old: nil, new: 2),
    ])
    #expect("\(two)" == #"{phase: .won("Eve", by: 2)}"#)
    #expect(throws: TreeApplyError.self) {
      try two.apply([.set(["phase", "won"], old: nil, new: 1)])
    }
  }

  private static let loaded = Tree.enumCase(
    name: "loaded",
    payload: .init([.init(key: "_0", value: 1), .init(key: "by", value: "x")])
  )

  static let summaries: [(Tree, String)] = [
    (.null, "null"), (true, "true"), (-7, "-7"), (1.0, "1.0"), (0.1, "0.1"),
    (Tree(UInt128.max), "340282366920938463463374607431768211455"),
    (Tree(Int128.min), "-170141183460469231731687303715884105728"),
    (.double(.infinity), "inf"), (-0.0, "-0.0"),
    ("a\"b\\c\n\u{1B}[0m\u{85}\u{2028}", #""a\"b\\c\n\u{1B}[0m\u{85}\u{2028}""#),
    (["id": 4, "title": "Milk"], #"{id: 4, title: "Milk"}"#),
    (["a.b": [1, [:], []]], #"{"a.b": [1, {}, []]}"#),
    (.data([1, 2, 3]), "<3 bytes>"), (.redacted, "<redacted>"),
    (.opaque(typeName: "Socket"), "<Socket>"),
    (.enumCase(name: "idle", payload: .init()), ".idle"),
    (loaded, #".loaded(1, by: "x")"#),
    (.date(.init(secondsSince1970: 0)), "1970-01-01T00:00:00Z"),
    (.cut(.depth(typeName: "Node")), "<Node, too deep>"),
    ([1, .cut(.elements(5))], "[1, <5 more>]"),
    (["a": 1, "…": .cut(.members(5))], "{a: 1, <5 more>}"),
    (.cut(.characters(kept: "ab", omitted: 7)), #""ab" <7 more characters>"#),
    (.cut(.bytes(kept: [1], omitted: 7)), "<1 bytes, 7 more>"),
  ]

  @Test(arguments: summaries)
  func `a summary is one line`(tree: Tree, text: String) {
    #expect(tree.summary(limit: 200) == text)
    for limit in 1...12 {
      let short = tree.summary(limit: limit)
      #expect(short.unicodeScalars.count <= limit)
      #expect(short == text || short.hasSuffix("…"))
      #expect(short == text || text.hasPrefix(short.dropLast()))
    }
  }

  @Test func `a summary of something huge costs what is shown`() {
    let huge = Tree.array(Array(repeating: ["key": "value"], count: 1_000_000))
    let time = processorTime {
      for _ in 0..<100 { #expect(huge.summary(limit: 20) == #"[{key: "value"}, {k…"#) }
    }
    #expect(time < .seconds(2))
  }

  static let instants: [Double] = [
    0, 0.25, 1.5, -1, -0.5, 951_782_400, 951_868_800, 4_102_444_800, 4_107_542_400, -2_208_988_800,
    253_402_300_799,
    1_709_164_800, 1_767_225_599.5, -11_676_096_000, -12_219_292_800, -12_219_292_801,
    -15_000_000_000, Date.distantPast.timeIntervalSince1970,
    Date.distantFuture.timeIntervalSince1970,
  ]

  @Test(arguments: instants)
  func `an instant reads as the calendar says, and its text is read back`(seconds: Double) {
    let text = CalendarText.utc(secondsSince1970: seconds)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    #expect(text == Date(timeIntervalSince1970: seconds).formatted(style))
    #expect(CalendarText.secondsSince1970(utc: text) == seconds)
  }

  @Test func `an instant of long ago or never has a text, too`() {
    let rows: [(Double, String)] = [
      // Before the calendar's reform, the Julian date; beyond any calendar, a number.
      (-12_219_292_800, "1582-10-15T00:00:00Z"), (-12_219_292_801, "1582-10-04T23:59:59Z"),
      (-62_135_769_600, "0001-01-01T00:00:00Z"), (-62_198_928_000, "-0001-01-01T00:00:00Z"),
      (-100_000_000_000, "-1199-02-26T14:13:20Z"),
      (1e300, "<1e+300 s since 1970>"), (.nan, "<nan s since 1970>"),
    ]
    for (seconds, text) in rows {
      #expect(CalendarText.utc(secondsSince1970: seconds) == text)
      let read = CalendarText.secondsSince1970(utc: text)
      #expect(read == (abs(seconds) < 1e300 ? seconds : nil), "\(text)")
    }
  }

  @Test(arguments: [
    "", "2024-05-01", "2024-05-01T12:00:00", "2024-02-30T12:00:00Z", "2024-13-01T12:00:00Z",
    "2024-05-01T24:00:00Z", "2024-05-01T12:00:00.Z", "2024-05-01T12:00:00Zz",
    "+024-05-01T12:00:00Z", "1582-10-10T12:00:00Z",
  ])
  func `what is no date's text is none`(text: String) {
    #expect(CalendarText.secondsSince1970(utc: text) == nil)
  }

  @Test(arguments: [
    ("no such file", "no such file."), ("There is nothing.", "There is nothing."),
    ("Who is there?", "Who is there?"), ("Write unix:/…", "Write unix:/…"), ("", ""),
  ])
  func `a sentence has one end`(text: String, sentence: String) {
    #expect(text.sentence == sentence)
  }

  static let lines: [(TreeChange, String)] = [
    (.set(["todos", 2, "done"], old: false, new: true), "~ todos[2].done: false → true"),
    (.set(["title"], old: nil, new: "x"), #"~ title: … → "x""#),
    (.add(["todos", 3], ["id": 4]), "+ todos[3]: {id: 4}"),
    (.remove(["todos", 0], old: ["id": 1]), "- todos[0]: {id: 1}"),
    (.remove(["todos", 0], old: nil), "- todos[0]"),
    (.move(["todos", 3], to: 0), "> todos[3] → todos[0]"),
    (.move(["settings", "theme"], to: 0), "> settings.theme → place 0"),
  ]

  @Test(arguments: lines)
  func `a change is one line`(change: TreeChange, text: String) {
    #expect(change.line() == text)
    #expect(change.description.hasPrefix(change.kind.mark))
    #expect(change.line(limit: 10).unicodeScalars.count <= 10)
  }

  @Test func `a long old value leaves room for the new one`() {
    func long(_ text: String) -> Tree { .string(String(repeating: text, count: 500)) }
    let change = TreeChange.set(["text"], old: long("o"), new: long("n"))
    #expect(change.line(limit: 40) == #"~ text: "oooooooooooo… → "nnnnnnnnnnnnn…"#)
  }

  @Test func `the size of a tree is about that of its text and values`() {
    let long = String(repeating: "x", count: 1000)
    let tree: Tree = ["a": .string(long), "list": .array(Array(repeating: 1, count: 100))]
    #expect((3_600...4_000).contains(tree.approximateByteCount))
    #expect(MemoryLayout<Tree>.stride <= 24)
  }
}
