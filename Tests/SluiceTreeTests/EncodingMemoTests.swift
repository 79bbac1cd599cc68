import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SluiceTree

/// What an encoder reuses must not be visible in its trees.
@Suite(.inTurn, .serialized) struct EncodingMemoTests {
  /// Encodes with a memo, and compares with encoding anew.
  private struct Twins {
    let memo: EncodingMemo
    let encoder: TreeEncoder
    let options: TreeOptions

    init(_ options: TreeOptions = TreeOptions(), isExcluded: @escaping (Any.Type) -> Bool) {
      memo = EncodingMemo(isExcluded: isExcluded)
      encoder = TreeEncoder(options: options, memo: memo)
      self.options = options
    }

    init(_ options: TreeOptions = TreeOptions()) {
      self.init(options) { _ in false }
    }

    @discardableResult
    func check(_ value: some Encodable, _ moment: String = "") -> Tree {
      let (tree, failures) = encoder.show(value)
      let anew = TreeEncoder(options: options).show(value)
      #expect(tree == anew.tree, "\(moment)")
      #expect(failures.map(\.path) == anew.failures.map(\.path), "\(moment)")
      return tree
    }
  }

  // MARK: - What is reused

  /// Counts how often values are encoded.
  private struct Counted: Codable, Hashable, Identifiable {
    static let count = Atomic(0)
    var id: Int
    var text = "a text that is too long to be kept inline"
    var value = 0

    func encode(to encoder: any Encoder) throws {
      Self.count.add(1, ordering: .relaxed)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(text, forKey: .text)
      try container.encode(value, forKey: .value)
    }

    /// Returns the number of encodings in a body, less those of the verification.
    static func counting(_ body: () throws -> Void) rethrows -> Int {
      let before = count.load(ordering: .relaxed)
      try body()
      return count.load(ordering: .relaxed) - before
    }
  }

  private struct Board: Codable {
    var name = "board"
    var cards: [Counted]
    var byName: [String: [Counted]] = [:]
    var phase = Phase.empty

    enum Phase: Codable {
      case empty
      case loaded([Counted], note: String)
    }
  }

  private func cards(_ count: Int) -> [Counted] { (0..<count).map { Counted(id: $0) } }

  @Test func `only elements that changed are encoded`() {
    var board = Board(cards: cards(1_000), phase: .loaded(cards(500), note: "a"))
    let encoder = TreeEncoder(memo: EncodingMemo())
    #expect(Counted.counting { _ = encoder.show(board) } == 1_500)
    let changes: [(inout Board) -> Void] = [
      { $0.name = "renamed" },
      { $0.cards[500].value = 1 },
      { $0.cards.append(Counted(id: -1)) },
      { $0.cards.insert(Counted(id: -2), at: 0) },
      { $0.cards.remove(at: 700) },
      {
        // A list that keeps the last elements.
        $0.cards.removeFirst()
        $0.cards.append(Counted(id: -3))
        $0.cards[400].value = 2
      },
      { $0.phase = .loaded($0.cards, note: "b") },
      { _ in },
    ]
    for (number, change) in changes.enumerated() {
      change(&board)
      // A reused one is verified in each run.
      let limit = number == 6 ? 1_002 : 3
      #expect(Counted.counting { _ = encoder.show(board) } <= limit, "change \(number)")
    }
    #expect(encoder.show(board).tree == TreeEncoder().show(board).tree)
  }

  @Test func `a list inside an element is a place of its own`() {
    var boards = (0..<20).map { _ in Board(cards: cards(50), byName: ["a": cards(50)]) }
    let encoder = TreeEncoder(memo: EncodingMemo())
    #expect(Counted.counting { _ = encoder.show(boards) } == 2_000)
    // The whole of an element is encoded, and of its lists what changed.
    boards[7].cards[3].value = 1
    #expect(Counted.counting { _ = encoder.show(boards) } <= 2)
    boards[7].byName["a"]?[3].value = 1
    #expect(Counted.counting { _ = encoder.show(boards) } <= 2)
    boards.insert(Board(cards: []), at: 0)
    boards[8].cards[3].value = 2
    #expect(Counted.counting { _ = encoder.show(boards) } <= 102)
    boards[8].cards[3].value = 3
    #expect(Counted.counting { _ = encoder.show(boards) } <= 2)
    #expect(encoder.show(boards).tree == TreeEncoder().show(boards).tree)
  }

  @Test func `trees share what did not change`() throws {
    var board = Board(cards: cards(10_000))
    let encoder = TreeEncoder(memo: EncodingMemo())
    let old = encoder.show(board).tree
    board.cards[5_000].value = 1
    let new = encoder.show(board).tree
    guard case .array(let before)? = old["cards"], case .array(let after)? = new["cards"] else {
      throw Missing()
    }
    let shared = zip(before.chunks, after.chunks).count { $0.trees.sharesBuffer(with: $1.trees) }
    #expect(shared == before.chunks.count - 1)
    #expect(
      Tree.changes(from: old, to: new) == [.set(["cards", 5_000, "value"], old: 0, new: 1)]
    )
  }

  private struct Missing: Error {}

  // MARK: - What is not reused

  private final class Model: Encodable {
    var value = 0
  }

  /// Encodes what a reference leads to, and the reference itself nowhere.
  private struct Hidden: Encodable {
    let model: Model
    var name = "hidden"

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(model.value)
    }
  }

  private struct Calling: Encodable {
    let value: () -> Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value())
    }
  }

  private struct Weak: Encodable {
    weak var model: Model?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(model?.value)
    }
  }

  @safe private struct Pointing: Encodable {
    let pointer: UnsafeMutablePointer<Int>

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(unsafe pointer.pointee)
    }
  }

  private enum Either: Encodable {
    case none
    case model(Model)
  }

  private struct Existential: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private struct State<Part: Encodable>: Encodable {
    var before = [1, 2, 3]
    var part: Part
    var parts: [Part]
    var named: [String: Part]
    var optional: Part?

    init(_ part: Part) {
      self.part = part
      parts = [part, part]
      named = ["a": part]
      optional = part
    }
  }

  private func checkMutating(_ part: some Encodable, _ change: (Int) -> Void) {
    let state = State(part)
    let twins = Twins()
    for number in 0..<4 {
      twins.check(state, "\(type(of: part)) \(number)")
      change(number + 1)
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test func `what a reference leads to is encoded each time`() {
    let model = Model()
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe pointer.initialize(to: 0)
    defer { unsafe pointer.deallocate() }
    checkMutating(model) { model.value = $0 }
    checkMutating(Hidden(model: model)) { model.value = $0 }
    checkMutating(Weak(model: model)) { model.value = $0 }
    checkMutating(Either.model(model)) { model.value = $0 }
    checkMutating([model]) { model.value = $0 }
    checkMutating(["a": Hidden(model: model)]) { model.value = $0 }
    checkMutating(Existential(value: Hidden(model: model))) { model.value = $0 }
    checkMutating(unsafe Pointing(pointer: pointer)) { unsafe pointer.pointee = $0 }
    checkMutating(Calling { model.value }) { model.value = $0 }
  }

  /// Depends on its place.
  private struct Located: Encodable {
    var text = "here"

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "."))
    }
  }

  @Test func `a value that reads its coding path is encoded each time`() {
    var list = (0..<50).map { _ in Located() }
    let twins = Twins()
    twins.check(list)
    list.insert(Located(text: "in front"), at: 0)
    twins.check(list)
    list.removeSubrange(10..<20)
    twins.check(list)
  }

  private struct Impure: Codable, Hashable {
    static let suffix = Mutex("")
    var name: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name + Self.suffix.withLock { $0 })
    }
  }

  private struct Impurity: Encodable {
    var count = 0
    var list = (0..<100).map { Impure(name: "\($0)") }
    var other = [1, 2, 3]
    var alone = Impure(name: "alone")
  }

  @Test func `a type that turns out to depend on more than its value is encoded each time`() {
    Impure.suffix.withLock { $0 = "" }
    let twins = Twins()
    var state = Impurity()
    twins.check(state)
    Impure.suffix.withLock { $0 = "!" }
    // One reused value is verified in each run: the list's after at most as many as are reused.
    var found: [String] = []
    for number in 0..<6 where found.isEmpty {
      state.count = number
      _ = twins.encoder.show(state)
      found = twins.memo.takeImpureTypes()
    }
    #expect(found == ["Impure"])
    twins.check(state)
    Impure.suffix.withLock { $0 = "?" }
    state.count += 1
    twins.check(state)
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test func `an excluded type is encoded each time`() {
    Impure.suffix.withLock { $0 = "" }
    let twins = Twins { $0 == Impure.self }
    let state = Impurity()
    for suffix in ["", "!", "?"] {
      Impure.suffix.withLock { $0 = suffix }
      twins.check(state)
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  // MARK: - Failures and limits

  private struct Failing: Encodable, Hashable {
    struct Failure: Error {}
    var fails: Bool
    var text = "text"

    func encode(to encoder: any Encoder) throws {
      if fails { throw Failure() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test func `a part that throws is reported by each run`() {
    struct State: Encodable {
      var list = (0..<40).map { Failing(fails: $0 == 7) }
      var part = Failing(fails: true)
      var number = 0
    }
    let twins = Twins()
    var state = State()
    for number in 0..<6 {
      if number == 2 { state.list[3] = Failing(fails: true) }
      if number == 3 { state.list[7].fails = false }
      if number == 4 { state.list[3].fails = false }
      if number == 5 { state.part.fails = false }
      state.number = number
      twins.check(state, "\(number)")
    }
  }

  @Test(arguments: [
    TreeOptions(maximalBreadth: 10), TreeOptions(maximalCount: 30), TreeOptions(maximalCount: 200),
    TreeOptions(maximalDepth: 3), TreeOptions(maximalLength: 5),
  ])
  func `limits cut the same`(_ options: TreeOptions) {
    var random = SplitMix64(seed: 3)
    let twins = Twins(options)
    var board = Board(cards: [])
    for step in 0..<200 {
      let end = board.cards.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where end > 0: board.cards.remove(at: Int.random(in: 0..<end, using: &random))
      case 1 where end > 0: board.cards[Int.random(in: 0..<end, using: &random)].value += 1
      case 2: board.phase = .loaded(Array(board.cards.prefix(step % 17)), note: "\(step)")
      case 3: board.byName["\(step % 5)"] = Array(board.cards.suffix(step % 7))
      default:
        board.cards.insert(
          Counted(id: step),
          at: Int.random(in: 0...end, using: &random)
        )
      }
      twins.check(board, "step \(step)")
    }
  }

  // MARK: - Every shape

  @Test(arguments: 0..<6)
  func `random changes of every shape are encoded as anew`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) + 100)
    let twins = Twins()
    var states = (0..<5).map { _ in values.medley(depth: 1) }
    for step in 0..<60 {
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
  private struct Settled: Encodable {
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

  @Test(arguments: 0..<6)
  func `random changes of what can be reused are encoded as anew`(_ seed: Int) {
    var values = RandomValues(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) + 100)
    let twins = Twins()
    #expect(twins.memo.verdict(on: [Settled].self).isCertain)
    var states = (0..<40).map { _ in Settled(values.medley(depth: 1)) }
    for step in 0..<40 {
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

  private final class Node<Value> {}

  private enum Tagged<Value> {
    case one(Value)
    case other(Int, text: String)
    case none
  }

  private static let certain: [Any.Type] = [
    Int.self, String.self, Substring.self, Character.self, Double?.self, [String: [Date?]].self,
    Set<UUID>.self, URL.self, Data.self, Decimal.self, Range<Int>.self, (Int, String).self,
    Tagged<[Int]>.self, Wrapped<String>.self, Payload.self, Duration.self, Never.self,
    Int.Type.self,
    Result<Int, Never>.self, Board.self, Medley.Shape.self, ContiguousArray<Int>.self,
  ]

  private static let uncertain: [Any.Type] = unsafe [
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

  @Test func `every way to encode is encoded as anew`() {
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
