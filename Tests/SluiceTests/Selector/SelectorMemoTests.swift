import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What selectors remember, for whom, and how long.
@Suite(.inTurn) struct SelectorMemoTests {
  private let store = Self.unchecked()
  private let runs = Shared(0)
  private let alive = Shared(0)

  /// A store whose projectors count each call, and make an object in each.
  private static func unchecked() -> Store<Counting, Void> {
    let store = Store.counting()
    store.checksProjectors = false
    return store
  }

  /// Makes an object that is counted while it is alive.
  private static func witness(_ alive: Shared<Int>) -> Witness {
    alive.change { $0 += 1 }
    return Witness { alive.change { $0 -= 1 } }
  }

  /// Selects an object, and counts those that are alive.
  private var witness: Selector<Counting, Witness> {
    Selector { [alive] (state: Counting) in Self.witness(alive) }
  }

  // MARK: - Several stores

  @Test func `two stores share a selector and neither mix nor thrash`() {
    let (one, two) = (Store.counting(from: 1), Store.counting(from: 2))
    let doubled = Selector.with(countSelector) { $0 * 2 }
    for _ in 1...10 { #expect([one, two].map { $0.selectCurrent(doubled) } == [2, 4]) }
    #expect(doubled.recomputations == 2)
    one.dispatch(action: Increment())
    #expect([one, two].map { $0.selectCurrent(doubled) } == [4, 4])
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

  // MARK: - How long a memo lives

  @Test func `a memo is freed with the store while selectors, selections and tokens live`() {
    let derived = Selector.with(witness, countSelector, comparing: .always) {
      witness,
      _ in [witness]
    }
    let selection: Selection<[Witness]>
    let token: SelectionToken
    do {
      let store = Self.unchecked()
      selection = store.select(derived)
      token = selection.sink { _ in }
      store.dispatch(action: Increment())
      #expect(alive.value == 1)
      #expect(store.selectCurrent(derived).first === store.selectCurrent(derived).first)
    }
    #expect(alive.value == 0)
    withExtendedLifetime((derived, selection, token)) {}
  }

  @Test func `a memo is freed with its selector and its observers, or by a reset`() {
    do {
      let selector = witness
      let token = store.select(selector).sink { _ in }
      #expect(alive.value == 1)
      token.cancel()
      _ = store.selectCurrent(selector)
      selector.resetMemo()
      #expect(alive.value == 0)
      _ = store.selectCurrent(selector)
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
    // One that nothing but its observer holds.
    let token = store.select(witness).sink { _ in }
    #expect(alive.value == 1)
    token.cancel()
    #expect(alive.value == 0)
  }

  @Test func `selectors made on the fly do not pile up`() {
    for _ in 0..<10_000 {
      let witness = Self.witness(alive)
      let selector = Selector { (state: Counting) in
        withExtendedLifetime(witness) { state.count }
      }
      _ = store.selectCurrent(selector)
      _ = store.selectCurrent(Selector.with(selector) { $0 + 1 })
    }
    #expect(alive.value <= 200)
  }

  @Test(arguments: [false, true])
  func `a selector used with many stores in turn keeps nothing of freed ones`(
    hasLastingStore: Bool
  ) {
    let selector = witness
    if hasLastingStore { _ = store.selectCurrent(selector) }
    for _ in 0..<100 { _ = Self.unchecked().selectCurrent(selector) }
    #expect(alive.value == (hasLastingStore ? 1 : 0))
    #expect(selector.recomputations == (hasLastingStore ? 101 : 100))
  }

  @Test func `reading a value while the store is released leaves nothing behind`() async {
    let selector = witness
    for _ in 0..<300 {
      let holder = Shared<Store<Counting, Void>?>(Self.unchecked())
      let selection = holder.value?.select(selector)
      await Threads.run(2) { index in
        if index == 0 { holder.value = nil } else { _ = selection?.value }
      }
    }
    #expect(alive.value == 0)
  }

  @Test func `the memo of a selector in a second store lives as long as its observer`() {
    let second = Self.unchecked()
    second.checksProjectors = false
    var selector: Selector<Counting, Int>? = derived
    let tokens = [store, second].compactMap { store in
      selector.map { store.select($0).sink { _ in } }
    }
    selector = nil
    for _ in 0..<3 { second.dispatch(action: Touch()) }
    #expect(runs.value == 2)
    withExtendedLifetime(tokens) {}
  }

  // MARK: - Observers

  private var derived: Selector<Counting, Int> {
    Selector.with(countSelector) { [runs] count in
      runs.change { $0 += 1 }
      return count * 2
    }
  }

  /// Cannot be compared: it counts as changed with each state.
  private struct Part: Sendable { let counting: Counting }

  enum Observer: CaseIterable { case sink, iterator, sinkOfDerived, sinkOfProjection, feedback }

  /// Observes the selector; the result holds the observer, and nothing else the selector.
  private func observe(by observer: Observer) -> Any {
    switch observer {
    case .sink: store.select(derived).sink { _ in }
    case .iterator: store.select(derived).makeAsyncIterator()
    case .sinkOfDerived:
      store.select(Selector.with(derived, otherSelector) { $0 + $1 }).sink { _ in }
    case .sinkOfProjection:
      store.projection(Selector(comparing: .always) { (state: Counting) in Part(counting: state) })
        .select(
          Selector.with(Selector(keyPath: \Part.counting.count)) { [runs] count in
            runs.change { $0 += 1 }
            return count
          }
        )
        .sink { _ in }
    case .feedback: store.register(feedback: Feedback(for: derived, { _, _, _ in }))
    }
  }

  @Test(arguments: Observer.allCases)
  func `a selector that only its observer holds doesn't run again when nothing changed`(
    observer: Observer
  ) {
    let observation = observe(by: observer)
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(runs.value == 1)
    if observer == .sink {
      store.dispatch(action: Increment())
      for _ in 0..<10 { store.dispatch(action: Touch()) }
      #expect(runs.value == 2)
    }
    withExtendedLifetime(observation) {}
  }
}
