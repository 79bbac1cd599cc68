import Foundation
import TestSupport
import Testing

@testable import SluiceTree

extension EncodingMemoTests {
  // MARK: - Every shape

  @Test(arguments: 0..<2)
  func `random changes of every shape are encoded as from scratch`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) + 100)
    let twins = Twins()
    var states = (0..<5).map { _ in values.medley(depth: 1) }
    for step in 0..<30 {
      let index = Int.random(in: 0..<states.count, using: &random)
      let other = values.medley(depth: 1)
      states[index].change(Int.random(in: 0..<29, using: &random), to: other)
      if step % 10 == 9 { states.append(other) }
      if step % 15 == 14 { states.remove(at: index) }
      twins.check(states, "seed \(seed), step \(step)")
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  /// What of a medley can be reused.
  struct Settled: Encodable {
    enum Part: Encodable {
      case text(String?)
      case places([Medley.Point: Bool], dates: [String: Date?])
      indirect case inside(Part, data: Data)
    }

    var numbers: Medley.Large
    var part: Part
    @Wrapped var shapes: [Medley.Shape]
    var url: URL?
    var uuid: UUID
    var decimals: [Decimal?]
    var date: Date
    var members: Set<Int16>
    var keyed: [String: Int]
    var range: Range<Int>
    var duration: Duration
    var children: [Settled]

    init(_ medley: Medley) {
      numbers = medley.large
      part =
        medley.truth
        ? .places(medley.byPoint, dates: medley.dates)
        : .inside(.text(medley.note), data: medley.data)
      _shapes = Wrapped(wrappedValue: medley.shapes)
      url = medley.url
      uuid = medley.uuid
      decimals = medley.decimals
      date = medley.date
      members = medley.members
      keyed = medley.keyed
      range = medley.range
      duration = medley.duration
      children = medley.children.map { Settled($0) }
    }

    mutating func change(_ property: Int, to other: Settled) {
      switch property {
      case 0: numbers = other.numbers
      case 1: part = other.part
      case 2: shapes = other.shapes
      case 3: url = other.url
      case 4: uuid = other.uuid
      case 5: decimals = other.decimals
      case 6: date = other.date
      case 7: members = other.members
      case 8: keyed["\(other.keyed.count)"] = other.keyed.count
      case 9: range = other.range
      case 10: duration = other.duration
      case 11: part = .text(other.uuid.uuidString)
      case 12: children.insert(other, at: 0)
      case 13: shapes += other.shapes
      case 14: part = .inside(part, data: Data([1, 2, 3]))
      default: if !children.isEmpty { children[0].change(property % 15, to: other) }
      }
    }
  }

  @Test(arguments: 0..<2)
  func `random changes of what can be reused are encoded as from scratch`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) + 100)
    let twins = Twins()
    #expect(twins.memo.verdict(on: [Settled].self).isCertain)
    var states = (0..<40).map { _ in Settled(values.medley(depth: 1)) }
    for step in 0..<12 {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let other = Settled(values.medley(depth: 0))
        let index = Int.random(in: 0..<states.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: states.insert(other, at: index)
        case 1 where states.count > 1: states.remove(at: index)
        case 2: states.swapAt(0, index)
        default: states[index].change(Int.random(in: 0..<32, using: &random), to: other)
        }
      }
      twins.check(states, "seed \(seed), step \(step)")
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  final class Node<Value> {}

  enum Tagged<Value> {
    case one(Value)
    case other(Int, text: String)
    case none
  }

  static let certain: [Any.Type] = [
    Int.self, String.self, Substring.self, Character.self, Double?.self, [String: [Date?]].self,
    Set<UUID>.self, URL.self, Data.self, Decimal.self, Range<Int>.self, (Int, String).self,
    Tagged<[Int]>.self, Wrapped<String>.self, Payload.self, Duration.self, Never.self,
    Int.Type.self, (any Encodable.Type).self,
    Result<Int, Never>.self, Board.self, Medley.Shape.self, ContiguousArray<Int>.self,
  ]

  static let uncertain: [Any.Type] = unsafe [
    Model.self, Hidden.self, Weak.self, Either.self, Calling.self, Existential.self, Pointing.self,
    [Model].self, [String: Hidden].self, Tagged<Model>.self, Tagged<Existential>.self,
    (Int, Model).self, AnyHashable.self, Any.self, (() -> Int).self, Node<Int>?.self,
    UnsafePointer<Int>.self, Unmanaged<Model>.self, Tagged<any Encodable>.self, EveryShape.self,
  ]

  @Test func `a type may be reused if all that it consists of may`() {
    let memo = EncodingMemo { $0 == Impure.self }
    for type in Self.certain { #expect(memo.verdict(on: type).isCertain, "\(type)") }
    for type in Self.uncertain { #expect(!memo.verdict(on: type).isCertain, "\(type)") }
    #expect(!memo.verdict(on: Impurity.self).isCertain)
    #expect(!memo.verdict(on: Counted.self).isUnbounded)
    #expect(memo.verdict(on: Board.self).isUnbounded)
    #expect(memo.verdict(on: Payload.self).isUnbounded)
  }

  @Test func `every way to encode gives the same as from scratch`() {
    let twins = Twins()
    var shape = EveryShape()
    for count in 0..<5 {
      shape.count = count
      twins.check(shape)
    }
    for (name, value) in EveryShape.alone + EveryShape.alone { twins.check(value, name) }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }
}

extension Medley {
  /// Replaces one property by that of another value; changes a list in place.
  fileprivate mutating func change(_ property: Int, to other: Medley) {
    switch property {
    case 0: truth = other.truth
    case 1: small = other.small
    case 2: large = other.large
    case 3: double = other.double
    case 4: float = other.float
    case 5: text = other.text
    case 6: note = other.note
    case 7: holes = other.holes
    case 8: keyed = other.keyed
    case 9: numbered = other.numbered
    case 10: bySuit = other.bySuit
    case 11: byPoint = other.byPoint
    case 12: members = other.members
    case 13: shapes = other.shapes
    case 14: date = other.date
    case 15: dates = other.dates
    case 16: data = other.data
    case 17: uuid = other.uuid
    case 18: url = other.url
    case 19: decimal = other.decimal
    case 20: decimals = other.decimals
    case 21: range = other.range
    case 22: duration = other.duration
    case 23: components = other.components
    case 24: interval = other.interval
    case 25: indices = other.indices
    case 26: children = other.children
    case 27: shapes += other.shapes
    default: if !children.isEmpty { children[0].text += "+" }
    }
  }
}
