import Foundation
import TestSupport
import Testing

@testable import SluiceTree

extension EncodingMemoTests {
  // MARK: - Every shape

  typealias Change<Value> = (_ value: inout Value, _ other: Value) -> Void

  /// Takes over a property of another value.
  private func copy<Root, Value>(_ path: WritableKeyPath<Root, Value>) -> Change<Root> {
    { $0[keyPath: path] = $1[keyPath: path] }
  }

  /// Encodes random versions of a list, each with some of the changes.
  private func checkVersions<Value: Encodable>(
    of list: [Value],
    steps: Int,
    seed: Int,
    changes: [Change<Value>],
    next: () -> Value
  ) {
    var random = SplitMix64(seed: UInt64(seed) + 100)
    let twins = Twins()
    var list = list
    for step in 0..<steps {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let index = Int.random(in: 0..<list.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: list.insert(next(), at: index)
        case 1 where list.count > 1: list.remove(at: index)
        case 2: list.swapAt(0, index)
        default: changes.randomElement(using: &random)?(&list[index], next())
        }
      }
      twins.check(list, "seed \(seed), step \(step)")
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test(arguments: 0..<2)
  func `random changes of every shape are encoded as from scratch`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    let changes: [Change<Medley>] = [
      copy(\.truth), copy(\.small), copy(\.large), copy(\.double), copy(\.float), copy(\.text),
      copy(\.note), copy(\.holes), copy(\.keyed), copy(\.numbered), copy(\.bySuit),
      copy(\.byPoint), copy(\.members), copy(\.shapes), copy(\.date), copy(\.dates), copy(\.data),
      copy(\.uuid), copy(\.url), copy(\.decimal), copy(\.decimals), copy(\.range),
      copy(\.duration), copy(\.components), copy(\.interval), copy(\.indices), copy(\.children),
      { $0.shapes += $1.shapes },
      { medley, _ in if !medley.children.isEmpty { medley.children[0].text += "+" } },
    ]
    let list = (0..<5).map { _ in values.medley(depth: 1) }
    checkVersions(of: list, steps: 20, seed: seed, changes: changes) { values.medley(depth: 1) }
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
  }

  @Test(arguments: 0..<2)
  func `random changes of what can be reused are encoded as from scratch`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    let changes: [Change<Settled>] = [
      copy(\.numbers), copy(\.part), copy(\.shapes), copy(\.url), copy(\.uuid), copy(\.decimals),
      copy(\.date), copy(\.members), copy(\.range), copy(\.duration), copy(\.children),
      { $0.keyed["\($1.keyed.count)"] = $1.keyed.count },
      { $0.part = .text($1.uuid.uuidString) },
      { $0.children.insert($1, at: 0) },
      { $0.shapes += $1.shapes },
      { settled, _ in settled.part = .inside(settled.part, data: Data([1, 2, 3])) },
      { if !$0.children.isEmpty { $0.children[0].url = $1.url } },
    ]
    #expect(EncodingMemo().verdict(on: [Settled].self).isCertain)
    let list = (0..<40).map { _ in Settled(values.medley(depth: 1)) }
    checkVersions(of: list, steps: 12, seed: seed, changes: changes) {
      Settled(values.medley(depth: 0))
    }
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
