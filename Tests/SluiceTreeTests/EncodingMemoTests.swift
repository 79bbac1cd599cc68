import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SluiceTree

/// What an encoder reuses must not be visible in its trees.
@Suite(.inTurn, .serialized) struct EncodingMemoTests {
  /// Encodes with a memo, and compares with encoding from scratch.
  struct Twins {
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
      let fresh = TreeEncoder(options: options).show(value)
      #expect(tree == fresh.tree, "\(moment)")
      #expect(failures.map(\.path) == fresh.failures.map(\.path), "\(moment)")
      return tree
    }
  }

  /// Counts how often values are encoded; equal to all with the same id, whatever else they hold.
  struct Counted: Codable, Hashable, Identifiable {
    static let count = Atomic(0)
    var id: Int
    var text = "a text that is too long to be kept inline"
    var value = 0

    static func == (left: Counted, right: Counted) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

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

  struct Board: Codable {
    var name = "board"
    var cards: [Counted]
    var byName: [String: [Counted]] = [:]
    var phase = Phase.empty

    enum Phase: Codable {
      case empty
      case loaded([Counted], note: String)
    }
  }

  func cards(_ count: Int) -> [Counted] { (0..<count).map { Counted(id: $0) } }

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
    let change = TreeChange.set(["cards", 5_000, "value"], old: 0, new: 1)
    #expect(Tree.changes(from: old, to: new) == [change])
  }

  struct Missing: Error {}

  struct Failing: EncodedAsContent, Hashable {
    struct Failure: Error {}
    var fails: Bool
    var text = "text"

    var content: String {
      get throws {
        if fails { throw Failure() }
        return text
      }
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
    let changes: [(inout State) -> Void] = [
      { _ in }, { _ in }, { $0.list[3] = Failing(fails: true) }, { $0.list[7].fails = false },
      { $0.list[3].fails = false }, { $0.part.fails = false },
    ]
    for (number, change) in changes.enumerated() {
      change(&state)
      state.number = number
      twins.check(state, "\(number)")
    }
  }

  @Test(arguments: [
    TreeOptions(), TreeOptions(maximalBreadth: 10), TreeOptions(maximalCount: 30),
    TreeOptions(maximalCount: 200), TreeOptions(maximalDepth: 3), TreeOptions(maximalLength: 5),
  ])
  func `changes of lists are encoded as from scratch in any limits`(_ options: TreeOptions) {
    var random = SplitMix64(seed: 3)
    let twins = Twins(options)
    var board = Board(cards: [])
    for step in 0..<100 {
      let end = board.cards.count
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where end > 0: board.cards.remove(at: Int.random(in: 0..<end, using: &random))
      case 1 where end > 0: board.cards[Int.random(in: 0..<end, using: &random)].value += 1
      case 2: board.phase = .loaded(Array(board.cards.prefix(step % 17)), note: "\(step)")
      case 3: board.byName["\(step % 5)"] = Array(board.cards.suffix(step % 7))
      default: board.cards.insert(Counted(id: step), at: Int.random(in: 0...end, using: &random))
      }
      twins.check(board, "step \(step)")
    }
  }
}

/// Encodes what it says, which need not be what it stores.
protocol EncodedAsContent: Encodable {
  associatedtype Content: Encodable
  var content: Content { get throws }
}

extension EncodedAsContent {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content)
  }
}
