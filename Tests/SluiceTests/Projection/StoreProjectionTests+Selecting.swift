import Sluice
import SluiceTesting
import TestSupport
import Testing

extension StoreProjectionTests {
  @Test func `a selection of a projection delivers when the part changed, and not otherwise`() {
    let store = Self.store()
    let player = Self.player(store)
    let received = Log<Int>()
    let token = player.select(\.volume).sink { received.append($0) }
    store.dispatch(action: AppAction.rest)
    player.dispatch(action: .rename("Blue"))
    player.dispatch(action: .louder(2))
    #expect(received.events == [0, 2])
    token.cancel()
    player.dispatch(action: .louder(2))
    #expect(received.events == [0, 2])
  }

  @Test func `selections of a projection share what the selector remembers`() {
    let store = Self.store()
    let player = Self.player(store)
    let doubled = Selector.with(Self.volume) { $0 * 2 }
    let received = Log<Int>()
    let copy = player
    let tokens = (0..<5).map { index in
      (index.isMultiple(of: 2) ? player : copy).select(doubled).sink { received.append($0) }
    }
    #expect(doubled.recomputations == 1)
    player.dispatch(action: .louder(1))
    #expect(doubled.recomputations == 2)
    #expect(player.selectCurrent(doubled) == 2)
    #expect(doubled.recomputations == 2)
    #expect(received.events == [0, 0, 0, 0, 0, 2, 2, 2, 2, 2])
    for token in tokens { token.cancel() }
  }

  @Test func `while the part stays equal, no selector of it runs`() {
    let store = Self.store()
    let player = Self.player(store)
    let shout = Selector<Player, String> { $0.title.uppercased() }
    let token = player.select(shout).sink { _ in }
    for _ in 0..<10 { store.dispatch(action: AppAction.rest) }
    #expect(shout.recomputations == 1)
    player.dispatch(action: .rename("Blue"))
    #expect(shout.recomputations == 2)
    token.cancel()
  }

  @Test func `one selector serves two projections of one store without mixing them`() {
    struct Two: Sendable {
      var left = Counting()
      var right = Counting()
    }
    let store = Store(
      initialState: Two(left: Counting(count: 1), right: Counting(count: 2)),
      reducers: [Reducer.counting.lift(state: \Two.right)]
    )
    let left = store.projection(state: \.left)
    let right = store.projection(state: \.right)
    let doubled = Selector.with(countSelector) { $0 * 2 }
    for round in 0..<5 {
      #expect(left.selectCurrent(doubled) == 2)
      #expect(right.selectCurrent(doubled) == 4 + 2 * round)
      right.dispatch(action: Increment())
    }
    #expect(doubled.recomputations == 6)
  }

  @Test func `a projection is iterated over`() async {
    let store = Self.store()
    let player = Self.player(store)
    var values: [Int] = []
    for await volume in player.select(\.volume).buffering(.all) {
      values.append(volume)
      if volume == 3 { break }
      player.dispatch(action: .louder(1))
    }
    #expect(values == [0, 1, 2, 3])
  }

  // MARK: - Several threads

  @Test func `reading an older state keeps what is remembered of the part`() {
    let store = Self.store()
    let player = Self.player(store)
    let doubled = Selector.with(Self.volume) { $0 * 2 }
    // Reads the second commit while the first is delivered: the next sink reads an older one.
    let first = store.select(\.rest).sink { rest in
      guard rest == 1 else { return }
      store.dispatch(action: AppAction.rest)
      #expect(player.selectCurrent(doubled) == 0)
    }
    let second = player.select(doubled).sink { _ in }
    for _ in 0..<10 { store.dispatch(action: AppAction.rest) }
    #expect(player.selectCurrent(doubled) == 0)
    #expect(doubled.recomputations == 1)
    first.cancel()
    second.cancel()
  }

  @Test func `reading an older part keeps what is remembered of the newest`() {
    let store = Self.store()
    let player = Self.player(store)
    let doubled = Selector.with(Self.volume) { $0 * 2 }
    let received = Log<Int>()
    let first = store.select(\.player.volume).sink { volume in
      guard volume == 3 else { return }
      player.dispatch(action: .louder(-3))
      #expect(player.selectCurrent(doubled) == 0)
    }
    let second = player.select(doubled).sink { received.append($0) }
    player.dispatch(action: .louder(3))
    for _ in 0..<10 { store.dispatch(action: AppAction.rest) }
    #expect(received.events == [0, 6, 0])
    #expect(doubled.recomputations == 2)
    first.cancel()
    second.cancel()
  }

  @Test func `threads that read a part while others change the rest share its memo`()
    async
  {
    let store = Self.store()
    let player = Self.player(store)
    let doubled = Selector.with(Self.volume) { $0 * 2 }
    let token = player.select(doubled).sink { _ in }
    await Threads.run(4) { _ in
      for _ in 0..<2_000 {
        store.dispatch(action: AppAction.rest)
        _ = player.selectCurrent(doubled)
      }
    }
    #expect(doubled.recomputations == 1)
    token.cancel()
  }
}
