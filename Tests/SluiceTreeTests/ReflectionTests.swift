import Foundation
import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct ReflectionTests {
  struct Point {
    var x = 1
    var label: String? = "here"
    var none: Int?
  }

  enum Phase {
    case idle
    case failed(message: String)
    case loaded(Int, by: String)
    case point(Point)
    case pair((Int, Int))
  }

  final class Live {
    var secret = 1
  }

  final class Telling: CustomReflectable, CustomStringConvertible {
    var customMirror: Mirror { Mirror(self, children: ["live": 1], displayStyle: .struct) }
    var description: String { "live" }
  }

  struct Generic<Value> {
    var value: Value
  }

  private static let point: Tree = ["x": 1, "label": "here", "none": .null]

  private static var cases: [(Any, Tree)] {
    [
      (Point(), point),
      (Phase.idle, enumCase("idle")),
      (Phase.failed(message: "m"), enumCase("failed", ("message", "m"))),
      (Phase.loaded(3, by: "x"), enumCase("loaded", ("_0", 3), ("by", "x"))),
      (Phase.point(Point()), enumCase("point", ("_0", point))),
      ((1, "a"), [1, "a"]), ((x: 1, y: 2), ["x": 1, "y": 2]), ((), []),
      ([1, 2], [1, 2]), ([Any]([1, "a", Int?.none as Any]), [1, "a", .null]),
      (["b": 1, "a": 2], ["a": 2, "b": 1]), ([10: 1, 9: 2], ["9": 2, "10": 1]),
      ([AnyHashable(1): "x", AnyHashable("k"): "y"], ["1": "x", "k": "y"]),
      ([AnyHashable(1): "x", AnyHashable("1"): "y"], [1, "x", "1", "y"]),
      (Set(["b", "a", "c"]), ["a", "b", "c"]),
      (Live(), .opaque(typeName: "Live")), ([Live()], [.opaque(typeName: "Live")]),
      (Telling(), .opaque(typeName: "Telling")),
      ({ (number: Int) in number }, .opaque(typeName: "(Int) -> Int")),
      (Int.self, .opaque(typeName: "Int.Type")),
      (Generic(value: UInt64.max), ["value": Tree(UInt64.max)]),
      (Float(0.1), 0.1), (Character("é"), "é"), ("abc".dropFirst(), "bc"),
      (Duration.seconds(2), "2.0 seconds"), (Int???.some(.some(.some(1))) as Any, 1),
      (AnyHashable(AnyHashable(2)), 2), (Empty(), [:]), (true, true),
      (Date(timeIntervalSince1970: 2), .date(.init(secondsSince1970: 2))),
      ([Data([1])], [.data([1])]),
      (Decimal(string: "1.5") as Any, 1.5),
      (URL(string: "https://example.org") as Any, "https://example.org"),
      (
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        "00000000-0000-0000-0000-000000000001"
      ),
    ]
  }

  struct Empty {}

  private static func enumCase(_ name: String, _ payload: (String, Tree)...) -> Tree {
    .enumCase(name: name, payload: .init(payload.map { .init(key: $0.0, value: $0.1) }))
  }

  @Test func `any value has a tree`() {
    for (value, expected) in Self.cases {
      #expect(Tree(reflecting: value) == expected, "\(value)")
    }
  }

  @Test func `a value beyond the bounds is cut`() {
    let options = TreeOptions(maximalDepth: 2, maximalBreadth: 2, maximalLength: 3)
    #expect(Tree(reflecting: [1, 2, 3], options: options) == [1, 2, .cut(.elements(1))])
    #expect(Tree(reflecting: (a: 1, b: 2, c: 3), options: options)["…"] == .cut(.members(1)))
    let nested = Tree(reflecting: [[[1]]], options: options)
    #expect(nested == [[.cut(.depth(typeName: "Array<Int>"))]])
    let text = Tree(reflecting: "abcd", options: options)
    #expect(text == .cut(.characters(kept: "abc", omitted: 1)))
  }
}

/// Values that nest without end must not end the program.
@Suite(.inTurn) struct DeepValueTests {
  indirect enum Chain: Encodable {
    case end
    case link(Chain)

    func encode(to encoder: any Encoder) throws {
      if case .link(let next) = self {
        var container = encoder.unkeyedContainer()
        try container.encode(next)
      }
    }
  }

  @Test func `a deep value fits a small stack in every operation on its tree`() async {
    // The least stack that a platform gives to its threads.
    await Threads.run(stackSize: 512 * 1_024) { _ in
      var chain = Chain.end
      for _ in 0..<1_000 { chain = .link(chain) }
      var boxed: Any = 1
      for _ in 0..<1_000 { boxed = [boxed] }
      var keyed: Any = 1
      for _ in 0..<1_000 { keyed = ["id": keyed] }

      let encoded = (try? TreeEncoder().encode(chain)) ?? .null
      for tree in [encoded, Tree(reflecting: chain), Tree(reflecting: boxed)] {
        #expect(tree.summary(limit: 5_000).contains("too deep"))
        let changed = Tree.changes(from: tree, to: .null)
        let deepest = path(toDeepestOf: tree)
        #expect(deepest.steps.count > 50)
        let change = TreeChange.set(deepest, old: tree[deepest], new: "changed")
        let other = try? tree.applying([change])
        #expect(other.map { Tree.changes(from: tree, to: $0) } == [change])
        #expect(!changed.isEmpty)
        #expect(tree.hashValue == tree.hashValue)
        #expect(tree.approximateByteCount > 64)
      }
      #expect(Tree(reflecting: keyed).summary(limit: 5_000).contains("too deep"))
    }

    /// The path to a tree's deepest place.
    @Sendable func path(toDeepestOf tree: Tree) -> TreePath {
      var (path, place) = (TreePath([]), tree)
      while true {
        switch place {
        case .array(let elements) where !elements.isEmpty:
          path.steps.append(0)
          place = elements[0]
        default:
          guard let part = place.keyedParts?.members.first else { return path }
          path.steps.append(.key(part.key))
          place = part.value
        }
      }
    }
  }
}
