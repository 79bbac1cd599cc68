import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What selectors of a projection remember, which is for as long as the projected part stays equal.
extension StoreProjectionTests {
  /// Projects the whole part.
  private var doubled: Selector<Player, Int> { Selector { $0.volume * 2 } }

  @Test func `a selection of a projection delivers when the part changed, and not otherwise`() {
    let received = player.select(\.volume).received()
    store.send(AppAction.rest)
    player.send(.rename("Blue"), .louder(2))
    #expect(received.values == [0, 2])
    received.cancel()
    player.send(.louder(2))
    #expect(received.values == [0, 2])
  }

  @Test func `selections of a projection share what the selector remembers`() {
    let doubled = doubled
    let copy = player
    let all = [player, copy, player, copy].map { $0.select(doubled).received() }
    for _ in 0..<10 { store.send(AppAction.rest) }
    #expect(doubled.recomputations == 1)
    player.send(.louder(1))
    #expect(player.selectCurrent(doubled) == 2)
    #expect(doubled.recomputations == 2)
    #expect(all.map(\.values) == [[0, 2], [0, 2], [0, 2], [0, 2]])
  }

  @Test func `one selector serves two projections of one store without mixing them`() {
    let store = Store(
      initialState: Counting(count: 1, other: 2),
      reducers: [Reducer(ReduceOn(Touch.self) { state, _ in state.other += 1 })]
    )
    let doubled = Selector { (number: Int) in number * 2 }
    let (left, right) = (store.projection(state: \.count), store.projection(state: \.other))
    for round in 0..<5 {
      #expect(left.selectCurrent(doubled) == 2)
      #expect(right.selectCurrent(doubled) == 4 + 2 * round)
      right.dispatch(action: Touch())
    }
    #expect(doubled.recomputations == 6)
  }

  // MARK: - Older states, and several threads

  @Test func `reading an older state keeps what is remembered of the part`() {
    let doubled = doubled
    // Reads the second commit while the first is delivered: the next sink reads an older one.
    let first = store.select(\.rest).sink { [player, store] rest in
      guard rest == 1 else { return }
      store.dispatch(action: AppAction.rest)
      #expect(player.selectCurrent(doubled) == 0)
    }
    let second = player.select(doubled).sink { _ in }
    for _ in 0..<100 { store.send(AppAction.rest) }
    #expect(player.selectCurrent(doubled) == 0)
    #expect(doubled.recomputations == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `reading an older part keeps what is remembered of the newest`() {
    let doubled = Selector.with(Self.volume) { $0 * 2 }
    let first = store.select(\.player.volume).sink { [player] volume in
      guard volume == 3 else { return }
      player.dispatch(action: .louder(-3))
      #expect(player.selectCurrent(doubled) == 0)
    }
    let received = player.select(doubled).received()
    player.send(.louder(3))
    for _ in 0..<10 { store.send(AppAction.rest) }
    #expect(received.values == [0, 6, 0])
    #expect(doubled.recomputations == 2)
    withExtendedLifetime(first) {}
  }

  @Test func `threads that read a part while others change the rest share its memo`() async {
    store.onDiagnostic = { _ in }
    let doubled = doubled
    let token = player.select(doubled).sink { _ in }
    await Threads.run(4) { [player, store] _ in
      for _ in 0..<2_000 {
        store.dispatch(action: AppAction.rest)
        _ = player.selectCurrent(doubled)
      }
    }
    #expect(doubled.recomputations == 1)
    withExtendedLifetime(token) {}
  }
}
