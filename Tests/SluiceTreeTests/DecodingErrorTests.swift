import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn) struct DecodingErrorTests {
  struct Todo: Codable {
    var id: Int8
    var done: Bool
    var due: Date?
    var price: Decimal?
    var tags: [String]?
    var votes: [Int: Int]?
  }

  static let failures: [(tree: Tree, message: String)] = [
    (["id": 1], #"[0]: there is no member "done"."#),
    (["id": "x", "done": true], #"[0].id: expected an Int8, but found a String, "x"."#),
    (["id": 200, "done": true], "[0].id: found 200, which is out of the range of Int8."),
    (["id": 1.5, "done": true], "[0].id: found 1.5, which is out of the range of Int8."),
    (["id": .null, "done": true], "[0].id: expected an Int8, but found null."),
    ([1], "[0]: expected an object, but found an array, [1]."),
    (
      ["id": 1, "done": true, "tags": ["a", 2]],
      "[0].tags[1]: expected a String, but found an integer, 2."
    ),
    (
      ["id": 1, "done": true, "votes": ["5": "x"]],
      #"[0].votes["5"]: expected an Int, but found a String, "x"."#
    ),
    (
      ["id": 1, "done": true, "due": 7],
      #"[0].due: expected a date, or its text as "2024-05-01T12:00:00Z", but found an integer, 7."#
    ),
    (
      ["id": 1, "done": true, "price": "cheap"],
      #"[0].price: expected a decimal number of up to 38 digits, but found a String, "cheap"."#
    ),
    (
      [
        "id": 1, "done": .redacted, "due": .cut(.depth(typeName: "D")),
        "tags": [.cut(.elements(3))],
      ],
      "[0].done: the value is incomplete: [0].done, [0].due, [0].tags was cut or withheld."
    ),
    (
      ["id": 1, "done": true, "…": .cut(.members(1))],
      "[0]: the value is incomplete: [0] was cut or withheld."
    ),
    (
      ["id": .opaque(typeName: "Closure"), "done": true],
      "[0].id: expected an Int8, but found a value without parts, <Closure>."
    ),
  ]

  @Test(arguments: failures)
  func `an error names the place and what was found`(tree: Tree, message: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try TreeDecoder().decode([Todo].self, from: [tree])
    }
    let context = try #require(error?.context)
    #expect(context.debugDescription == message)
    #expect(context.codingPath.first?.intValue == 0)
  }

  @Test func `an optional of which a part is withheld is not nil`() {
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Int?.self, from: .redacted) }
  }

  struct Greedy: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while true { _ = try container.decode(Int.self) }
    }
  }

  @Test func `decoding more elements than there are is an error`() throws {
    let error = #expect(throws: DecodingError.self) {
      try TreeDecoder().decode(Greedy.self, from: [1, 2])
    }
    let message = "At the top: expected one more element, but there are only 2."
    #expect(error?.context.debugDescription == message)
  }

  struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(Endless.self)
    }
  }

  final class Node: Codable {
    var next: [Node]
  }

  @Test func `neither a deep tree nor a type without an end fills the stack`() throws {
    #expect(throws: DecodingError.self) { try TreeDecoder().decode(Endless.self, from: 1) }
    let deep = (0..<5_000).reduce(["next": []] as Tree) { tree, _ in ["next": [tree]] }
    let error = #expect(throws: DecodingError.self) {
      try TreeDecoder().decode(Node.self, from: deep)
    }
    #expect(error?.context.debugDescription.contains("values nested more than 128 deep") == true)
    let allowed = (0..<60).reduce(["next": []] as Tree) { tree, _ in ["next": [tree]] }
    _ = try TreeDecoder().decode(Node.self, from: allowed)
  }

  @Test func `a tree of any form, or with one leaf exchanged, decodes or throws`() throws {
    var trees = RandomTrees(seed: 77)
    var values = RandomValues(seed: 3)
    for round in 0..<700 {
      var tree = trees.tree()
      if round % 7 == 0 {
        tree = trees.neighbour(of: try TreeEncoder().encode(values.medley(depth: 0)), edits: 1)
      }
      _ = try? TreeDecoder().decode(Medley.self, from: tree)
      _ = try? TreeDecoder().decode([Medley.Shape].self, from: tree)
      _ = try? TreeDecoder().decode([String: Decimal].self, from: tree)
      _ = try? TreeDecoder().decode([UInt8].self, from: tree)
      _ = try? TreeDecoder().decode(URL.self, from: tree)
      _ = try? TreeDecoder().decode([Medley.Point: Date].self, from: tree)
    }
  }
}

extension DecodingError {
  fileprivate var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }
}
