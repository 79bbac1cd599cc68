import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct EncodingFailureTests {
  struct Refusal: Error {}

  struct Money: Encodable, Sendable {
    var cents = 5
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode("half")
      throw Refusal()
    }
  }

  final class Handle: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  enum Choice: Encodable {
    case money(Money, at: Int)
  }

  struct Cart: Encodable {
    var title = "A"
    var total = Money()
    var lines: [String: [Money]] = ["a": [Money(cents: 1), Money(cents: 2)]]
    var handle = Handle()
    var nothing = Nothing()
    var choice = Choice.money(Money(), at: 3)
    var optional: Money? = Money(cents: 7)
    var end = true
  }

  @Test func `a part that throws is shown by reflection, and the rest as it encodes itself`() {
    let (tree, failures) = TreeEncoder().show(Cart())
    #expect(
      tree == [
        "title": "A",
        "total": ["cents": 5],
        "lines": ["a": [["cents": 1], ["cents": 2]]],
        "handle": .opaque(typeName: "Handle"),
        "nothing": .opaque(typeName: "Nothing"),
        "choice": .enumCase(
          name: "money",
          payload: Tree.Object([.init(key: "_0", value: ["cents": 5]), .init(key: "at", value: 3)])
        ),
        "optional": ["cents": 7],
        "end": true,
      ]
    )
    let paths: [TreePath] = [
      ["total"], ["lines", "a", 0], ["lines", "a", 1], ["handle"], ["nothing"],
      ["choice", "money", "_0"],
      ["optional"],
    ]
    #expect(failures.map(\.path) == paths)
    #expect(failures.map(\.typeName).prefix(4) == ["Money", "Money", "Money", "Handle"])
    #expect(failures.allSatisfy { $0.error is Refusal && tree[$0.path] != nil })
    #expect(
      failures[1].sentence(about: "The state", reason: failures[1].reason)
        == "The state cannot be encoded at lines.a[0], where reflection shows Money: Refusal()"
    )
  }

  @Test func `a value that throws itself is shown by reflection as a whole`() {
    let (tree, failures) = TreeEncoder().show(Money())
    #expect(tree == ["cents": 5])
    #expect(failures.map(\.path) == [[]])
    #expect(throws: Refusal.self) { try TreeEncoder().encode(Money()) }
  }

  @Test func `a bound on values holds for what is reflected, too`() throws {
    struct Wide: Encodable {
      var elements = Array(0..<100)
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    let encoder = TreeEncoder(options: TreeOptions(maximalCount: 50))
    let tree = encoder.show([Wide(), Wide()]).tree
    guard case .array(let first)? = tree[[0, "elements"]] else { throw Refusal() }
    #expect(first.count < 50)
  }
}
