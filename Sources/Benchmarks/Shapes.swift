import Foundation

/// A state whose encoding uses each kind of container, as types of programs do.
struct Shapes: Encodable, Sendable {
  enum Kind: Encodable, Hashable, Sendable {
    case bare
    case labelled(width: Int, name: String)
    indirect case nested(Kind)
  }

  class Base: Encodable, @unchecked Sendable {
    // `@unchecked`: nothing changes.
    let name = "a text that is too long to be kept inline"
  }

  final class Derived: Base, @unchecked Sendable {
    let numbers = [1, 2, 3]

    private enum CodingKeys: CodingKey { case numbers }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(numbers, forKey: .numbers)
      try super.encode(to: container.superEncoder())
    }
  }

  struct ByHand: Encodable, Sendable {
    private enum CodingKeys: CodingKey { case keyed, unkeyed }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var keyed = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .keyed)
      try keyed.encode([1, 2], forKey: .unkeyed)
      var unkeyed = container.nestedUnkeyedContainer(forKey: .unkeyed)
      var inner = unkeyed.nestedUnkeyedContainer()
      try inner.encode("inner")
    }
  }

  var count = 0
  var kinds: [Kind] = [.bare, .labelled(width: 1, name: "one"), .nested(.nested(.bare))]
  var keyed: [Kind: Kind] = [.bare: .labelled(width: 2, name: "two")]
  var optional: Kind?? = .some(.bare)
  var derived = Derived()
  var byHand = ByHand()
  var date = Date(timeIntervalSince1970: 0)
  var address = URL(filePath: "/shapes")
}
