import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn) struct TreeDecoderTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try TreeDecoder().decode(Value.self, from: TreeEncoder().encode(value))
  }

  @Test func `random values of many types come back from their trees`() throws {
    var values = RandomValues(seed: 6)
    for _ in 0..<60 {
      let value = values.medley()
      let copy = try roundTrip(value)
      #expect(copy == value)
      // Signs of zero, which equality does not see.
      #expect(try TreeEncoder().encode(copy) == TreeEncoder().encode(value))
    }
  }

  @Test func `what is not a number and the sign of zero come back`() throws {
    #expect(try roundTrip(Double.nan).isNaN)
    #expect(try roundTrip(Float.nan).isNaN)
    #expect(try roundTrip(-0.0).sign == .minus)
  }

  @Test func `dates come back bit for bit`() throws {
    var random = SplitMix64(seed: 8)
    var lossyCount = 0
    for _ in 0..<10_000 {
      // Of this century and of all times.
      let range = random.pick(0..<2) == 0 ? 7e8...9e8 : -1e11...1e11
      let date = Date(timeIntervalSinceReferenceDate: .random(in: range, using: &random))
      #expect(try roundTrip(date) == date)
      if Date(timeIntervalSince1970: date.timeIntervalSince1970) != date { lossyCount += 1 }
    }
    #expect(lossyCount > 1_000)
    let none = try roundTrip(Date(timeIntervalSinceReferenceDate: .nan))
    #expect(none.timeIntervalSinceReferenceDate.isNaN)
    let never = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(try roundTrip(never) == never)
  }

  class Animal: Codable {
    var name = "Rex"
  }

  final class Dog: Animal {
    var age = 3
    enum Key: CodingKey { case age, list, nested, missing }

    override init() { super.init() }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(age, forKey: .age)
      try super.encode(to: container.superEncoder())
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try super.encode(to: list.superEncoder())
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encodeNil(forKey: .age)
      var deepest = inner.nestedContainer(keyedBy: Key.self, forKey: .nested)
      try deepest.encode("deep", forKey: .age)
      try list.encodeNil()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      age = try container.decode(Int.self, forKey: .age)
      #expect(!container.contains(.missing))
      #expect(try container.decodeIfPresent(Int.self, forKey: .missing) == nil)
      #expect(container.allKeys == [.age, .list])
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(list.count == 4 && list.currentIndex == 0)
      #expect(try !list.decodeNil() && list.decode(Int.self) == 1)
      #expect(try Animal(from: list.superDecoder()).name == "Rexx")
      let inner = try list.nestedContainer(keyedBy: Key.self)
      #expect(try inner.decodeNil(forKey: .age))
      let deepest = try inner.nestedContainer(keyedBy: Key.self, forKey: .nested)
      #expect(deepest.codingPath.map(\.stringValue) == ["list", "Index 2", "nested"])
      #expect(try deepest.decode(String.self, forKey: .age) == "deep")
      #expect(try list.decodeNil() && list.isAtEnd)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `nested containers and superclasses come back`() throws {
    let dog = Dog()
    dog.name += "x"
    dog.age = 11
    let copy = try roundTrip(dog)
    #expect(copy.name == "Rexx" && copy.age == 11)
  }

  @Test func `an enum comes back from its case`() throws {
    let point: Tree = ["x": 1, "y": 2.5]
    let payload = Tree.Object([.init(key: "_0", value: "A"), .init(key: "at", value: point)])
    let tree = Tree.enumCase(name: "named", payload: payload)
    let shape = try TreeDecoder().decode(Medley.Shape.self, from: tree)
    #expect(try TreeEncoder().encode(shape) == tree)
    // As it is written in JSON.
    let written: Tree = ["named": ["_0": "A", "at": point]]
    let same = try TreeDecoder().decode(Medley.Shape.self, from: written)
    #expect(try TreeEncoder().encode(same) == tree)
  }

  @Test func `JSON that people write by hand is read`() throws {
    func decoded<Value: Decodable>(_ tree: Tree) throws -> Value {
      try TreeDecoder().decode(Value.self, from: tree)
    }
    #expect(try decoded(3.0) == 3 as Int)
    #expect(try decoded(3) == 3 as Double)
    #expect(try decoded(Tree(UInt64.max)) == 0x1p64 as Double)
    #expect(try decoded("12.50") == Decimal(string: "12.5"))
    #expect(try decoded([1, 2]) == Data([1, 2]))
    #expect(
      try decoded("2024-05-01T12:00:00.250Z") == Date(timeIntervalSince1970: 1_714_564_800.25)
    )
  }
}
