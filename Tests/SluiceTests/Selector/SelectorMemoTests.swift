import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What selectors remember, for whom, and how long.
@Suite(.inTurn)
struct SelectorMemoTests {
  @Test func `two stores share a selector and neither mix nor thrash`() {
    let one = Store.counting(from: 1)
    let two = Store.counting(from: 2)
    let doubled = Selector.with(countSelector) { $0 * 2 }
    for _ in 1...10 {
      #expect(one.selectCurrent(doubled) == 2)
      #expect(two.selectCurrent(doubled) == 4)
    }
    #expect(doubled.recomputations == 2)
    one.dispatch(action: Increment())
    #expect(one.selectCurrent(doubled) == 4)
    #expect(two.selectCurrent(doubled) == 4)
    #expect(doubled.recomputations == 3)
  }

  @Test func `two stores and four threads share a selector and neither mix nor thrash`() async {
    let stores = [Store.counting(from: 1_000), Store.counting(from: 2_000)]
    let others = (0..<3).map { _ in Store.counting() }
    let described = Selector.with(countSelector) { [$0, $0 * 2] }
    for store in others { _ = store.selectCurrent(described) }
    let wrong = Shared(0)
    await Threads.run(4) { index in
      let store = stores[index % 2]
      let base = 1_000 * (index % 2 + 1)
      for _ in 0..<2_000 {
        store.dispatch(action: Touch())
        if store.selectCurrent(described) != [base, base * 2] { wrong.change { $0 += 1 } }
      }
    }
    #expect(wrong.value == 0)
    // Once a store, but for threads that ask for the first time at the same moment.
    #expect(described.recomputations <= 3 + 4)
  }

  @Test func `what changes while four threads ask is never older than what they wrote`() async {
    let stores = [Store.counting(), Store.counting()]
    let described = Selector.with(countSelector, otherSelector) { [$0, $1] }
    let wrong = Shared(0)
    await Threads.run(4) { index in
      let store = stores[index % 2]
      var last = 0
      for _ in 0..<2_000 {
        store.dispatch(action: Increment())
        let count = store.selectCurrent(described)[0]
        if count <= last { wrong.change { $0 += 1 } }
        last = count
      }
    }
    #expect(wrong.value == 0)
    #expect(stores.map { $0.selectCurrent(described)[0] } == [4_000, 4_000])
  }

  @Test func `a memo is freed with the store while the selector lives`() {
    let selector = Selector { (state: Counting) in Witness() }
    let derived = Selector.with(selector, countSelector) { witness, _ in [witness] }
    weak let remembered: Witness?
    do {
      let store = Store.counting()
      remembered = store.selectCurrent(derived).first
      #expect(store.selectCurrent(derived).first === remembered)
      #expect(remembered != nil)
    }
    #expect(remembered == nil)
    withExtendedLifetime(derived) {}
  }

  @Test func `a memo is freed with the store while tokens and selections live`() {
    let selector = Selector { (state: Counting) in Witness() }
    let tokens = Shared<[SelectionToken]>([])
    let selection: Selection<Witness>
    weak let remembered: Witness?
    do {
      let store = Store.counting()
      selection = store.select(selector)
      tokens.value = [selection.sink { _ in }]
      store.dispatch(action: Increment())
      remembered = store.selectCurrent(selector)
      #expect(remembered != nil)
    }
    #expect(remembered == nil)
    withExtendedLifetime(selection) {}
    tokens.value = []
  }

  @Test func `a reset frees what is remembered`() {
    let store = Store.counting()
    let selector = Selector { (state: Counting) in Witness() }
    weak let remembered = store.selectCurrent(selector)
    #expect(remembered != nil)
    selector.resetMemo()
    #expect(remembered == nil)
  }

  @Test func `selectors made on the fly do not pile up`() {
    let store = Store.counting()
    let alive = Shared(0)
    for _ in 0..<10_000 {
      alive.change { $0 += 1 }
      let witness = Witness { alive.change { $0 -= 1 } }
      let selector = Selector { (state: Counting) in
        withExtendedLifetime(witness) { state.count }
      }
      _ = store.selectCurrent(selector)
      _ = store.selectCurrent(Selector.with(selector) { $0 + 1 })
    }
    #expect(alive.value <= 200)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [false, true])
  func `a selector used with many stores in turn keeps nothing of freed ones`(
    hasLastingStore: Bool
  ) {
    let alive = Shared(0)
    let selector = Selector { (state: Counting) in
      alive.change { $0 += 1 }
      return Witness { alive.change { $0 -= 1 } }
    }
    let lasting = hasLastingStore ? Store.counting() : nil
    _ = lasting?.selectCurrent(selector)
    for _ in 0..<100 { _ = Store.counting().selectCurrent(selector) }
    #expect(alive.value == (hasLastingStore ? 1 : 0))
    #expect(selector.recomputations == (hasLastingStore ? 101 : 100))
    withExtendedLifetime(lasting) {}
  }

  @Test func `reading a value while the store is released leaves nothing behind`() async {
    let alive = Shared(0)
    let selector = Selector { (state: Counting) in
      alive.change { $0 += 1 }
      return Witness { alive.change { $0 -= 1 } }
    }
    for _ in 0..<300 {
      let holder = Shared<Store<Counting, Void>?>(.counting())
      let selection = holder.value?.select(selector)
      await Threads.run(2) { index in
        if index == 0 { holder.value = nil } else { _ = selection?.value }
      }
    }
    #expect(alive.value == 0)
  }

  // MARK: - How long a memo lives

  @Test func `the memo of a selector in a second store lives as long as its observer`() {
    let (first, second) = (Store.counting(), Store.counting())
    let runs = Log<Int>()
    var selector: Selector<Counting, Int>? = Selector.with(countSelector) { count in
      runs.append(count)
      return count * 2
    }
    let tokens = [first, second].compactMap { store in
      selector.map { store.select($0).sink { _ in } }
    }
    selector = nil
    for _ in 0..<3 { second.dispatch(action: Touch()) }
    #expect(runs.events == [0, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test func `a memo is freed with its selector and its observers`() {
    let store = Store.counting()
    weak let remembered: Witness?
    do {
      let selector = Selector { (state: Counting) in Witness() }
      let token = store.select(selector).sink { _ in }
      remembered = store.selectCurrent(selector)
      #expect(remembered != nil)
      token.cancel()
    }
    #expect(remembered == nil)
  }
}
