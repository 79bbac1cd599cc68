/// A value for each way in which a type can encode itself: synthesized and hand-written.
package struct EveryShape: Encodable, Sendable {
  package var count = 0
  var synthesized = Synthesized()
  var bare = Bare.second
  var labelled = Payload.labelled(width: 1, name: "one")
  var positional = Payload.positional(2, ["a", "b"])
  var recursive = Payload.inside(.inside(.bare))
  var raw = Raw.odd
  var keyed = NestedKeyed()
  var unkeyed = NestedUnkeyed()
  var supers = Supers()
  var derived = Derived()
  var single = Single(value: .labelled(width: 3, name: "three"))
  var dictionary: [Bare: Payload] = [.first: .bare, .second: .positional(4, [])]
  var named: [Raw: Payload] = [.odd: .bare]
  var numbered: [Int: NestedKeyed] = [1: NestedKeyed()]
  var members: Set<Bare> = [.first, .second]
  var list: [Payload?] = [.bare, nil, .positional(5, ["c"])]
  @Wrapped var wrapped = Payload.bare
  @WrappedByHand var wrappedByHand = Payload.bare
  var late = Late()
  var overwritten = Overwritten()
  var optional: Synthesized??

  package init() {}

  /// Each shape alone, by its name.
  package static var alone: [(name: String, value: any Encodable & Sendable)] {
    let shape = EveryShape()
    return [
      ("synthesized", shape.synthesized), ("bare", shape.bare), ("labelled", shape.labelled),
      ("positional", shape.positional), ("recursive", shape.recursive), ("raw", shape.raw),
      ("keyed", shape.keyed), ("unkeyed", shape.unkeyed), ("supers", shape.supers),
      ("derived", shape.derived), ("single", shape.single), ("dictionary", shape.dictionary),
      ("named", shape.named), ("numbered", shape.numbered), ("members", shape.members),
      ("list", shape.list), ("wrapped", Holder(value: shape.wrapped)),
      ("wrappedByHand", HolderByHand(value: shape.wrappedByHand)), ("late", shape.late),
      ("overwritten", shape.overwritten), ("deep", Chain(depth: 80)),
    ]
  }
}

struct Synthesized: Codable, Hashable, Sendable {
  var number = 1
  var text = "a text that is too long to be kept inline"
  var none: String?
}

enum Bare: Codable, Hashable, Sendable {
  case first, second
}

enum Raw: String, Codable, CodingKeyRepresentable, Sendable {
  case even, odd
}

package indirect enum Payload: Codable, Hashable, Sendable {
  case bare
  case labelled(width: Int, name: String)
  case positional(Int, [String])
  case inside(Payload)
}

enum Key: String, CodingKey {
  case one, two, three
}

struct NestedKeyed: Encodable, Hashable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var one = container.nestedContainer(keyedBy: Key.self, forKey: .one)
    try one.encode("in one", forKey: .two)
    var two = container.nestedUnkeyedContainer(forKey: .two)
    try two.encode(Payload.bare)
    var three = two.nestedContainer(keyedBy: Key.self)
    try three.encode(Bare.first, forKey: .three)
  }
}

struct NestedUnkeyed: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(1)
    var list = container.nestedUnkeyedContainer()
    try list.encode(Payload.positional(6, []))
    var object = container.nestedContainer(keyedBy: Key.self)
    try object.encode(true, forKey: .one)
    try Synthesized().encode(to: container.superEncoder())
  }
}

struct Supers: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try Synthesized().encode(to: container.superEncoder())
    try Payload.bare.encode(to: container.superEncoder(forKey: .one))
    var single = container.superEncoder(forKey: .two).singleValueContainer()
    try single.encode(Payload.labelled(width: 7, name: "seven"))
  }
}

class Base: Encodable, @unchecked Sendable {
  // `@unchecked`: classes that aren't final can't be checked; these hold constants only.
  let base = Payload.bare
}

final class Derived: Base, @unchecked Sendable {
  let text = "derived"

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(text, forKey: .one)
    try super.encode(to: container.superEncoder())
  }
}

struct Single: Encodable, Sendable {
  let value: Payload

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

@propertyWrapper
package struct Wrapped<Value: Encodable & Sendable>: Encodable, Sendable {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper struct WrappedByHand<Value: Encodable & Sendable>: Encodable, Sendable {
  var wrappedValue: Value

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try wrappedValue.encode(to: container.superEncoder(forKey: .one))
  }
}

struct Holder: Encodable, Sendable {
  @Wrapped var value: Payload
}

struct HolderByHand: Encodable, Sendable {
  @WrappedByHand var value: Payload
}

/// Writes to a nested container after it has written to the one around it.
struct Late: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var nested = container.nestedContainer(keyedBy: Key.self, forKey: .one)
    try container.encode(1, forKey: .two)
    try nested.encode(2, forKey: .three)
  }
}

/// Replaces a nested container by a value.
struct Overwritten: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var nested = container.nestedContainer(keyedBy: Key.self, forKey: .one)
    try nested.encode("gone", forKey: .two)
    try container.encode(1, forKey: .one)
  }
}

/// Nested containers, beyond the maximum depth of a tree.
struct Chain: Encodable, Sendable {
  let depth: Int

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for _ in 0..<depth {
      container = container.nestedContainer(keyedBy: Key.self, forKey: .one)
    }
    try container.encode(depth, forKey: .two)
  }
}
