import Foundation
import TestSupport
import Testing

@testable import SluiceTree

/// A memo against encoding from nothing, over many random commits of one state.
@Suite(.inTurn, .unsanitized) struct EncodingModelTests {
  /// Read by an `encode(to:)` by hand, and shared by all versions of the state.
  final class Shared {
    var value = 0
  }

  struct State: Encodable {
    struct Reader: EncodedAsContent {
      let shared: Shared
      var content: Int { shared.value }
    }

    /// Equal to all of its kind with the same id.
    struct Card: Encodable, Identifiable, Hashable {
      let id: Int
      var text: String
      var weight = 0.0

      static func == (left: Card, right: Card) -> Bool { left.id == right.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    indirect enum Shape: Encodable {
      case point
      case text(String, weight: Double)
      case inside(Shape, [Card])
    }

    var readers: [Reader]
    var cards: [Card] = []
    var card: Card?
    var byName: [String: [Card]] = [:]
    var byNumber: [Int: Double] = [:]
    var members: Set<Card> = []
    var shape = Shape.point
    var weight = 0.0
    var text = ""
    var data = Data()
    var date: Date?
    var lists: [[Int]] = []
  }

  /// Makes random changes, many of them to what looks the same and isn't.
  struct Author {
    var random: SplitMix64
    let shared = Shared()
    private var next = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

    private mutating func weight() -> Double { [0.0, -0.0, 1, .infinity][pick(4)] }

    private mutating func text() -> String {
      // Equal as strings, and not as bytes; inline and not.
      ["é", "e\u{301}", "a long text with é at the end", "a long text with e\u{301} at the end"][
        pick(4)
      ]
    }

    private mutating func card() -> State.Card {
      next += 1
      return State.Card(id: pick(4) == 0 ? next : pick(6), text: text(), weight: weight())
    }

    private mutating func cards() -> [State.Card] { (0..<pick(4)).map { _ in card() } }

    mutating func change(_ state: inout State) {
      let place = pick(state.cards.count)
      switch pick(18) {
      case 0: shared.value += 1
      case 1: state.weight = weight()
      case 2: state.text = text()
      case 3: state.card = pick(3) == 0 ? nil : card()
      case 4 where !state.cards.isEmpty: state.cards[place].text = text()
      case 5 where !state.cards.isEmpty: state.cards[place].weight = weight()
      case 6 where state.cards.count > 8: state.cards.remove(at: place)
      case 7: state.cards.insert(card(), at: place)
      case 8: state.byName["\(pick(3))"] = cards()
      case 9: state.byName["\(pick(3))"]?.append(card())
      case 10: state.byNumber[pick(4)] = weight()
      case 11: state.members.update(with: card())
      case 12: state.shape = .text(text(), weight: weight())
      case 13: state.shape = .inside(pick(2) == 0 ? .point : state.shape.shallow, cards())
      case 14: state.data = Data((0..<pick(20)).map { _ in UInt8(pick(256)) })
      case 15: state.date = Date(timeIntervalSinceReferenceDate: Double(pick(1_000)) / 7)
      case 16: state.lists = (0..<pick(3)).map { _ in (0..<pick(3)).map { _ in pick(9) } }
      default: state.readers = Array(repeating: .init(shared: shared), count: pick(3))
      }
      if state.members.count > 6 { state.members = [] }
    }
  }

  private func expectSame(commits: Int, seed: UInt64) {
    var author = Author(seed: seed)
    var state = State(readers: [.init(shared: author.shared)])
    var older = state
    let encoder = TreeEncoder(memo: EncodingMemo())
    for commit in 0..<commits {
      for _ in 0...author.pick(3) { author.change(&state) }
      switch author.pick(50) {
      case 0: older = state
      case 1: state = older
      default: break
      }
      let (tree, fresh) = (encoder.show(state).tree, TreeEncoder().show(state).tree)
      guard tree == fresh else {
        Issue.record("seed \(seed), commit \(commit): \(Tree.changes(from: fresh, to: tree))")
        return
      }
    }
  }

  @Test(arguments: 0..<2)
  func `random commits are encoded as from scratch`(_ seed: UInt64) {
    expectSame(commits: 500, seed: seed)
  }

  /// A million in the three runs, with other seeds, that `.ci/nightly` makes.
  @Test(.nightly, arguments: 2..<6)
  func `many random commits are encoded as from scratch`(_ seed: UInt64) {
    expectSame(commits: 84_000, seed: seed)
  }
}

extension EncodingModelTests.State.Shape {
  /// This shape without what is inside, so that shapes don't grow.
  fileprivate var shallow: Self {
    if case .inside = self { .point } else { self }
  }
}
