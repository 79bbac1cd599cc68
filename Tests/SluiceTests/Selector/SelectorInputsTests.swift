import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn) struct SelectorInputsTests {
  /// Fields of many sizes and alignments behind one another.
  private struct Mixed: Sendable, Equatable {
    var flag = false
    var wide: Int64 = 0
    var byte: UInt8 = 0
    var text = ""
    var maybe: Double?
    var pair = Pair()
    var list: [Int] = []
    var unrelated = 0

    struct Pair: Sendable, Equatable {
      var small: Int8 = 0
      var short: Int16 = 0
    }
  }

  @Test func `a selector runs again for a change of any input, and for no other`() {
    let changes: [(inout Mixed) -> Void] = [
      { $0.flag.toggle() }, { $0.wide += 1 }, { $0.byte &+= 1 }, { $0.text += "a" },
      { $0.maybe = ($0.maybe ?? 0) + 1 }, { $0.pair.small &+= 1 }, { $0.pair.short &+= 1 },
      { $0.list.append(1) },
    ]
    let store = Store(initialState: Mixed())
    func change(_ body: (inout Mixed) -> Void) {
      var state = store.state
      body(&state)
      store.restore(state)
    }
    let selector = Selector.with(
      Selector(keyPath: \Mixed.flag),
      Selector(keyPath: \Mixed.wide),
      Selector(keyPath: \Mixed.byte),
      Selector(keyPath: \Mixed.text),
      Selector(keyPath: \Mixed.maybe),
      Selector(keyPath: \Mixed.pair),
      Selector(keyPath: \Mixed.list)
    ) { Mixed(flag: $0, wide: $1, byte: $2, text: $3, maybe: $4, pair: $5, list: $6) }
    let received = store.select(selector).received()

    for (index, body) in (changes + changes).enumerated() {
      for _ in 0..<3 { change { $0.unrelated += 1 } }
      #expect(selector.recomputations == index + 1)
      #expect(received.values.count == index + 1)

      change(body)
      #expect(selector.recomputations == index + 2)
      var expected = store.state
      expected.unrelated = 0
      #expect(received.values.last == expected)
    }
  }

  /// Says how often it was compared.
  private struct Counted: Sendable, Equatable {
    static let comparisons = Atomic<Int>(0)
    var values: [Int]

    static func == (one: Counted, other: Counted) -> Bool {
      comparisons.wrappingAdd(1, ordering: .relaxed)
      return one.values == other.values
    }
  }

  private struct Holding: Sendable {
    var counted = Counted(values: [1, 2, 3])
    var unrelated = 0
  }

  @Test func `inputs are compared by their own equality, once for each state`() {
    let store = Store(initialState: Holding())
    let sum = Selector.with(Selector(keyPath: \Holding.counted)) { $0.values.reduce(0, +) }
    let doubled = Selector.with(sum) { $0 * 2 }
    let received = store.select(doubled).received()
    store.restore(1, at: .state(\.unrelated))

    let before = Counted.comparisons.load(ordering: .relaxed)
    for _ in 0..<100 { store.restore(1, at: .state(\.unrelated)) }
    for _ in 0..<3 { #expect(store.selectCurrent(doubled) == 12) }
    #expect(Counted.comparisons.load(ordering: .relaxed) == before + 100)

    // An equal value somewhere else is no change.
    store.restore([1, 2, 3], at: .state(\.counted.values))
    #expect(Counted.comparisons.load(ordering: .relaxed) == before + 101)
    #expect(sum.recomputations == 1)

    store.restore([4], at: .state(\.counted.values))
    #expect(received.values == [12, 8])
    #expect((sum.recomputations, doubled.recomputations) == (2, 2))
  }

  @Test func `threads that ask while others dispatch see the state that they wrote`() async {
    let store = Store.counting()
    let sum = Selector.with(countSelector, otherSelector) { $0 + $1 * 1_000_000 }
    let doubled = Selector.with(sum) { $0 * 2 }
    let received = store.select(doubled).received()
    await Threads.run(4) { index in
      for round in 1...2_000 {
        if index == 0 { store.dispatch(action: Increment()) }
        if index == 1 { store.dispatch(action: Touch()) }
        if index == 2, round % 100 == 0 { doubled.resetMemo() }
        let (half, rest) = store.selectCurrent(doubled).quotientAndRemainder(dividingBy: 2)
        #expect(rest == 0)
        if index == 0 { #expect(half % 1_000_000 == round) }
        if index == 1 { #expect(half / 1_000_000 == round) }
      }
    }
    #expect(store.selectCurrent(doubled) == 2 * (2_000 + 2_000 * 1_000_000))
    // A task may be at what is left to deliver.
    await store.idle()
    #expect(received.values.count == 4_001)
    #expect(zip(received.values, received.values.dropFirst()).allSatisfy { $0 < $1 })
  }
}
