import Foundation
import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct TreeEncoderTests {
  private func tree(_ value: some Encodable, _ options: TreeOptions = TreeOptions()) throws -> Tree
  {
    try TreeEncoder(options: options).encode(value)
  }

  private static func enumCase(_ name: String, _ payload: Tree.Object.Member...) -> Tree {
    .enumCase(name: name, payload: Tree.Object(payload))
  }

  struct Todo: Codable {
    var id = 4
    var title = "Milk"
    var done = false
    var note: String?
    var tags: [String?] = ["a", nil]
  }

  struct Empty: Encodable {}
  enum Suit: String, Codable, CodingKeyRepresentable { case spades, hearts }
  enum Plain: String, Codable { case b, a }
  enum Spaced: String, Codable { case wide = "1 m" }

  enum Phase: Codable {
    case idle
    case loaded(Int, by: String)
  }

  enum Renamed: Codable {
    case plain
    case inner(Phase)

    enum CodingKeys: String, CodingKey {
      case plain = "PLAIN"
      case inner
    }
  }

  enum EncodedByHand: Encodable {
    case range(Int, Int)

    enum Key: CodingKey { case range }

    func encode(to encoder: any Encoder) throws {
      guard case .range(let from, let to) = self else { return }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["from": from, "to": to], forKey: .range)
    }
  }

  static let numbers: [(any Encodable & Sendable, Tree)] = [
    (Int8.min, -128), (UInt16.max, 65535), (Int.max, .integer(.max)), (UInt(7), 7),
    (UInt64.max, Tree(UInt128(UInt64.max))), (UInt128.max, Tree(UInt128.max)),
    (Int128.min, Tree(Int128.min)), (Int128(5), 5), (1.0, 1.0), (Float(0.1), 0.1),
    (-0.0, -0.0), (Double.nan, .double(.nan)), (true, true), (Int?.none, .null), (Int?(3), 3),
    (Duration.seconds(1), .array([0, Tree(UInt64(1_000_000_000_000_000_000))])),
  ]

  @Test func `a number keeps its value, at the top and inside`() throws {
    struct Wrapped<Value: Encodable>: Encodable { let value: Value }
    func wrap<Value: Encodable>(_ value: Value) throws -> Tree { try tree(Wrapped(value: value)) }
    func list<Value: Encodable>(_ value: Value) throws -> Tree { try tree([value]) }
    for (value, expected) in Self.numbers {
      #expect(try tree(value) == expected)
      #expect(try list(value) == [expected])
      if expected != .null { #expect(try wrap(value) == ["value": expected]) }
    }
  }

  @Test func `integers, doubles and signs of zero are distinguished`() {
    #expect(Tree.integer(1) != .double(1))
    #expect(Tree.double(0) != .double(-0.0))
    #expect(Tree.string("é") != .string("e\u{301}"))
    #expect(Tree(UInt64(7)) == Tree(Int128(7)))
  }

  private static let uuid = UUID()
  private static let words = (0..<20).map { "w\($0)" }
  private static let sortedWords = Tree.object(
    .init(words.sorted().map { .init(key: $0, value: 1) })
  )

  static let values: [(any Encodable & Sendable, Tree)] = [
    // Structs are objects in the order of their properties.
    (Todo(), ["id": 4, "title": "Milk", "done": false, "tags": ["a", .null]]),
    (
      Todo(note: "x"),
      ["id": 4, "title": "Milk", "done": false, "note": "x", "tags": ["a", .null]]
    ),
    (Empty(), [:]),
    // Types of Foundation are known by name.
    (Date(timeIntervalSince1970: 1.5), .date(.init(secondsSince1970: 1.5))),
    (["when": Date(timeIntervalSince1970: 0)], ["when": .date(.init(secondsSince1970: 0))]),
    (Data([1, 2, 255]), .data([1, 2, 255])),
    (Decimal(string: "12.34"), 12.34), (Decimal(string: "12"), 12),
    (Decimal(string: "0.1234567890123456789012345"), "0.1234567890123456789012345"),
    (URL(string: "https://example.org/a?b"), "https://example.org/a?b"),
    ([uuid], [.string(uuid.uuidString)]),
    // Dictionaries and sets are sorted.
    (Dictionary(uniqueKeysWithValues: words.map { ($0, 1) }), sortedWords),
    ([10: "b", 9: "a", -1: "c"], ["-1": "c", "9": "a", "10": "b"]),
    ([Suit.spades: 1, .hearts: 2], ["hearts": 2, "spades": 1]),
    ([Plain.b: 1, .a: 2], [enumCase("a"), 2, enumCase("b"), 1]),
    (Set([3, 1, 2, 10]), [1, 2, 3, 10]),
    (["outer": ["b": 1, "a": 2]], ["outer": ["a": 2, "b": 1]]),
    // An enum is its case, with the key that leads back to it.
    (Phase.idle, enumCase("idle")), (["a": Phase.idle], ["a": enumCase("idle")]),
    ([Phase?.some(.idle), nil], [enumCase("idle"), .null]),
    (
      Phase.loaded(3, by: "x"),
      enumCase("loaded", .init(key: "_0", value: 3), .init(key: "by", value: "x"))
    ),
    (Renamed.plain, enumCase("PLAIN")),
    // So is an enum of strings, if its raw value can be a name.
    ([Plain.a: Suit.spades], [enumCase("a"), enumCase("spades")]),
    ([Spaced.wide], ["1 m"]), (["kind": Plain?.some(.b)], ["kind": enumCase("b")]),
    (Renamed.inner(.idle), enumCase("inner", .init(key: "_0", value: enumCase("idle")))),
    // What an enum encodes by hand is left as it is.
    (EncodedByHand.range(1, 2), ["range": ["from": 1, "to": 2]]),
  ]

  @Test func `a value has the tree that its type suggests`() throws {
    for (value, expected) in Self.values {
      #expect(try tree(value) == expected)
      if value is Phase { #expect(Tree(reflecting: value) == expected) }
    }
  }

  struct ByHand: Encodable {
    enum Key: CodingKey { case a, nested, list, after }
    let write: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  static let byHand: [(ByHand, Tree)] = [
    (
      ByHand { encoder in
        var container = encoder.container(keyedBy: ByHand.Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var nested = container.nestedContainer(keyedBy: ByHand.Key.self, forKey: .nested)
        try container.encode(3, forKey: .after)
        try nested.encode(1, forKey: .a)
        try list.encode(1)
        _ = list.superEncoder()
        var inner = list.nestedUnkeyedContainer()
        try list.encode(2)
        try inner.encodeNil()
        try 5.encode(to: container.superEncoder())
      }, ["list": [1, [:], [.null], 2], "nested": ["a": 1], "after": 3, "super": 5]
    ),
    (
      ByHand { encoder in
        var one = encoder.container(keyedBy: ByHand.Key.self)
        try one.encode(1, forKey: .a)
        var other = encoder.container(keyedBy: ByHand.Key.self)
        try other.encode(2, forKey: .after)
        try other.encode("again", forKey: .a)
      }, ["a": "again", "after": 2]
    ),
    (
      // Alone in its object, as the payload of an enum is.
      ByHand { encoder in
        var container = encoder.container(keyedBy: ByHand.Key.self)
        var nested = container.nestedContainer(keyedBy: ByHand.Key.self, forKey: .nested)
        try nested.encode(1, forKey: .a)
      }, ["nested": ["a": 1]]
    ),
    (
      ByHand { encoder in
        var container = encoder.container(keyedBy: ByHand.Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(1)
        var nested = container.nestedContainer(keyedBy: ByHand.Key.self, forKey: .nested)
        try nested.encode(1, forKey: .a)
        try container.encode(2, forKey: .list)
      }, ["list": 2, "nested": ["a": 1]]
    ),
  ]

  @Test func `containers may be nested, interleaved and requested again`() throws {
    for (value, expected) in Self.byHand { #expect(try tree(value) == expected) }
  }

  static let misuses: [ByHand] = [
    ByHand { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    },
    ByHand { encoder in
      _ = encoder.unkeyedContainer()
      var container = encoder.container(keyedBy: ByHand.Key.self)
      try container.encode(1, forKey: .a)
    },
    ByHand { encoder in
      _ = encoder.container(keyedBy: ByHand.Key.self)
      var container = encoder.unkeyedContainer()
      var nested = container.nestedUnkeyedContainer()
      try nested.encode("lost")
    },
    ByHand { encoder in
      try encoder.singleValueContainer().encodeOnce(1)
      var container = encoder.unkeyedContainer()
      try container.superEncoder().singleValueContainer().encodeOnce("lost")
      try container.encodeNil()
    },
  ]

  @Test func `a misused encoder throws`() {
    for misuse in Self.misuses { #expect(throws: EncodingError.self) { try tree(misuse) } }
  }

  @Test func `an error names the path`() throws {
    let value = ["list": [ByHand { _ in }, Self.misuses[0]]]
    let failures = TreeEncoder().show(value).failures
    #expect(failures.map(\.path) == [["list", 1]])
    guard case EncodingError.invalidValue(_, let context)? = failures.first?.error else {
      throw CocoaError(.coderInvalidValue)
    }
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1"])
  }

  private static let broad = TreeOptions(maximalBreadth: 2)
  private static let deep = TreeOptions(maximalDepth: 2)
  private static let short = TreeOptions(maximalLength: 3)
  private static let few = TreeOptions(maximalCount: 3)

  static let bounded: [(any Encodable & Sendable, TreeOptions, Tree)] = [
    ([1, 2, 3, 4], broad, [1, 2, .cut(.elements(2))]), ([1, 2], broad, [1, 2]),
    (["a": 1, "c": 3, "b": 2], broad, ["a": 1, "b": 2, "…": .cut(.members(1))]),
    (Todo(), broad, ["id": 4, "title": "Milk", "…": .cut(.members(2))]),
    ([[1], [2]], deep, [[1], [2]]),
    ([[[1]]], deep, [[.cut(.depth(typeName: "Array<Int>"))]]),
    ("abc", short, "abc"), ("abcdé", short, .cut(.characters(kept: "abc", omitted: 2))),
    ("aé€", short, .cut(.characters(kept: "aé", omitted: 1))),
    ("€€", short, .cut(.characters(kept: "€", omitted: 1))),
    (Data([1, 2, 3, 4]), short, .cut(.bytes(kept: [1, 2, 3], omitted: 1))),
    ([[1], [2], [3]], few, [[1], [.cut(.elements(1))], .cut(.elements(1))]),
  ]

  @Test func `a value beyond the bounds is cut`() throws {
    for (value, options, expected) in Self.bounded {
      #expect(try tree(value, options) == expected)
    }
  }
}

extension SingleValueEncodingContainer {
  fileprivate func encodeOnce(_ value: some Encodable) throws {
    var copy = self
    try copy.encode(value)
  }
}
