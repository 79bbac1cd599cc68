import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct PlainLogTests {
  private static func lines(
    _ records: [WireRecord],
    columns: Int? = nil,
    isColored: Bool = false
  ) -> [String] {
    var log = PlainLog(palette: Palette(isColored: isColored), columns: columns, now: { 0 })
    var buffer: [UInt8] = []
    for record in records {
      log.write(.record(label: "Todo", instance: "a", record), to: &buffer)
    }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [10, 40, 60, 80, 200])
  func `lines fit the terminal, down to 40 columns`(columns: Int) {
    let long = Tree.string(String(repeating: "long ", count: 100))
    let records: [WireRecord] = [
      .state(0, ["text": long]),
      .commit(1, .set(["text"], old: long, new: long), .add(["more"], [long, long])),
    ]
    for line in Self.lines(records, columns: columns) where !line.contains("Act") {
      #expect(line.count <= max(columns, 48), "\(line)")
      #expect(line.hasSuffix("…"))
    }
  }

  @Test func `a pipe gets lines in full`() {
    let text = String(repeating: "x", count: 1000)
    let lines = Self.lines([.commit(1, .add(["text"], .string(text)))])
    #expect(lines.last?.hasSuffix(text + "\"") == true)
  }

  @Test func `nothing but our own colours acts on a terminal, whatever a program sends`() {
    var random = ExplorerKit.SplitMix64(seed: 3)
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
