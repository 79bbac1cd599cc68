import Foundation
import TestSupport
import Testing

@testable import SluiceTree

extension EncodingMemoTests {
  typealias Change = (_ medley: inout Medley, _ other: Medley) -> Void

  /// Takes over a property of another value.
  private func copy<Value>(_ path: WritableKeyPath<Medley, Value>) -> Change {
    { $0[keyPath: path] = $1[keyPath: path] }
  }

  private func expectSame(commits: Int, seed: UInt64) {
    let changes: [Change] = [
      copy(\.self), copy(\.truth), copy(\.small), copy(\.large), copy(\.double), copy(\.float),
      copy(\.text),
      copy(\.note), copy(\.holes), copy(\.keyed), copy(\.numbered), copy(\.bySuit),
      copy(\.byPoint), copy(\.members), copy(\.shapes), copy(\.date), copy(\.dates), copy(\.data),
      copy(\.uuid), copy(\.url), copy(\.decimal), copy(\.decimals), copy(\.range),
      copy(\.duration), copy(\.components), copy(\.interval), copy(\.indices), copy(\.children),
      { $0.shapes += $1.shapes },
      { medley, _ in if !medley.children.isEmpty { medley.children[0].text += "+" } },
    ]
    var values = RandomValues(seed: seed)
    var random = SplitMix64(seed: seed + 100)
    let twins = Twins()
    var states = (0..<5).map { _ in values.medley(depth: 1) }
    var older = states
    for step in 0..<commits {
      let index = Int.random(in: 0..<states.count, using: &random)
      let other = values.medley(depth: 1)
      changes.randomElement(using: &random)?(&states[index], other)
      if step % 10 == 9 { states.append(other) }
      if step % 10 == 4 { states.remove(at: index) }
      if step % 20 == 19 { swap(&states, &older) }
      twins.check(states, "seed \(seed), step \(step)")
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test(arguments: 0..<volume(1, nightly: 6))
  func `random changes of every shape are encoded as from scratch`(_ seed: UInt64) {
    expectSame(commits: volume(60, nightly: 2_000), seed: seed)
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
