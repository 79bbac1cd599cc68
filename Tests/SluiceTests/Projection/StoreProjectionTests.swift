import Sluice
import SluiceTesting
import TestSupport
import Testing

extension StoreProjection {
  /// Dispatches one after another.
  func send(_ actions: ActionType...) {
    for action in actions { dispatch(action: action) }
  }
}

@Suite(.inTurn) struct StoreProjectionTests {
  struct Player: Sendable, Equatable {
    var volume = 0
    var title = ""
  }
  struct AppState: Sendable, Equatable {
    var player = Player()
    var rest = 0
  }
  enum PlayerAction: Action {
    case louder(Int)
    case rename(String)
  }
  enum AppAction: Action {
    case player(PlayerAction)
    case rest
  }
  /// What a screen's buttons say; no action.
  enum Tap: Sendable {
    case louder
    case mute
    case scroll
  }

  static let volume = Selector(keyPath: \Player.volume)

  let store: Store<AppState, Void>
  let player: StoreProjection<Player, PlayerAction>

  init() {
    store = Self.store()
    player = Self.player(store)
  }

  private static func store() -> Store<AppState, Void> {
    Store(
      initialState: AppState(),
      reducers: [
        Reducer(
          ReduceOn(AppAction.self) { state, action in
            switch action {
            case .player(.louder(let by)): state.player.volume += by
            case .player(.rename(let title)): state.player.title = title
            case .rest: state.rest += 1
            }
          }
        )
      ]
    )
  }

  private static func player(
    _ store: Store<AppState, Void>
  ) -> StoreProjection<Player, PlayerAction> {
    store.projection(.state(\.player), action: { AppAction.player($0) })
  }

  // MARK: - Looking and dispatching

  @Test
  func `a projection has the part's state and takes its actions, which say where they come from`() {
    let origins = store.noting { $0.origin }
    player.dispatch(action: .louder(3), note: "button")
    let line = #line - 1
    #expect(player.state == Player(volume: 3))
    #expect(store.state.player.volume == 3)
    let origin = origins.events[0]
    #expect((origin.fileID, origin.line, origin.note) == (#fileID, line, "button"))
    store.send(AppAction.player(.rename("Blue")))
    #expect(player.title == "Blue")
    #expect(player.selectCurrent(Self.volume) == 3)
    #expect(player.selectCurrent(\.volume) == 3)
  }

  @Test func `an action of a projection may map to none`() {
    let commits = store.noting { $0.number }
    let screen = store.projection(.state(\.player.volume)) { (tap: Tap) in
      switch tap {
      case .louder: AppAction.player(.louder(1))
      case .mute: AppAction.player(.louder(-1))
      case .scroll: nil
      }
    }
    screen.send(.louder, .scroll, .louder, .mute)
    #expect(screen.state == 1)
    #expect(commits.events == [1, 2, 3])
  }

  @Test func `a projection is made with a selector or a key path`() {
    let title = Selector.with(Selector(keyPath: \AppState.player)) { $0.title + "!" }
    let all = [
      store.projection(title),
      store.projection(title, action: { $0 }),
      store.projection(Selector { $0.player.title + "!" }),
    ]
    for one in all { one.dispatch(action: AppAction.player(.rename("Blue"))) }
    #expect(all.map(\.state) == ["Blue!", "Blue!", "Blue!"])
    #expect(store.projection(.state(\.player.title)).state == "Blue")
    let lengths = player.projection(
      Selector(comparing: .always) { (volume: $0.volume, length: $0.title.count) }
    )
    lengths.dispatch(action: .rename("Red"))
    #expect(lengths.state.length == 3)
  }

  // MARK: - Projections of projections

  @Test func `a projection is projected`() {
    let volume = player.projection(.state(\.volume)) { (tap: Tap) in
      switch tap {
      case .louder: .louder(10)
      case .mute, .scroll: nil
      }
    }
    let received = volume.select(\.self).received()
    volume.send(.louder, .mute)
    store.send(AppAction.rest, AppAction.player(.louder(5)))
    #expect(volume.state == 15)
    #expect(received.values == [0, 10, 15])
  }

  // MARK: - One protocol

  /// Takes a store or a projection.
  private func turnUp(_ player: some StoreProtocol<Player, PlayerAction>) -> Received<Int> {
    let received = player.select(Self.volume).received()
    player.dispatch(action: .louder(player.state.volume + 1))
    player.projection(.state(\.title), action: { PlayerAction.rename($0) }).dispatch(action: "x")
    return received
  }

  private func touch(_ store: some StoreProtocol<Counting, any Action>) -> Int {
    store.dispatch(action: Increment(by: 5), note: "from a function")
    return store.selectCurrent(\.count)
  }

  @Test func `what takes a store takes a projection, and one of another kind of store`() {
    #expect(turnUp(player).values == [0, 1])
    #expect(store.state.player == Player(volume: 1, title: "x"))
    let counting = Store.counting()
    #expect(touch(counting) == 5)
    #expect(touch(counting.projection(.state(\.self))) == 10)
    #expect(touch(Store.enclosing().projection(.state(\.counting))) == 5)
  }

  // MARK: - Lifetime and threads

  @Test func `a projection keeps its store alive, and its subscribers and readers do not`() async {
    let projection = Shared<StoreProjection<Int, any Action>?>(
      Store.counting().projection(.state(\.count))
    )
    let token = projection.value?.select(\.self).sink { _ in }
    var counts = projection.value?.select(\.self).makeAsyncIterator()
    projection.value?.dispatch(action: Increment())
    #expect(projection.value?.state == 1)
    projection.value = nil
    // The sequence ends, because the store did.
    #expect(await counts?.rest() == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `threads that dispatch on a projection see their writes, and all are delivered`()
    async
  {
    let received = player.select(\.volume).received()
    let stale = Log<Int>()
    await Threads.run(4) { [player] _ in
      for _ in 0..<500 {
        let before = player.state.volume
        player.dispatch(action: .louder(1))
        if player.selectCurrent(Self.volume) <= before { stale.append(before) }
      }
    }
    await store.idle()
    #expect(received.values == Array(0...2_000))
    #expect(stale.events.isEmpty)
  }

  // MARK: - What selectors of a projection remember

  /// Projects the whole part.
  private var doubled: Selector<Player, Int> { Selector { $0.volume * 2 } }

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
    let (left, right) = (store.projection(.state(\.count)), store.projection(.state(\.other)))
    for round in 0..<5 {
      #expect(left.selectCurrent(doubled) == 2)
      #expect(right.selectCurrent(doubled) == 4 + 2 * round)
      right.dispatch(action: Touch())
    }
    #expect(doubled.recomputations == 6)
  }

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
