import Sluice
import SluiceTesting
import TestSupport
import Testing

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

  static func store() -> Store<AppState, Void> {
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

  static func player(
    _ store: Store<AppState, Void>
  ) -> StoreProjection<Player, PlayerAction> {
    store.projection(state: \.player, action: { AppAction.player($0) })
  }

  // MARK: - Looking and dispatching

  @Test func `a projection has the part's state and takes its actions`() {
    let store = Self.store()
    let player = Self.player(store)
    player.dispatch(action: .louder(3))
    #expect(player.state == Player(volume: 3))
    #expect(store.state.player.volume == 3)
    store.dispatch(action: AppAction.player(.rename("Blue")))
    #expect(player.title == "Blue")
    #expect(player.selectCurrent(Self.volume) == 3)
    #expect(player.selectCurrent(\.volume) == 3)
  }

  @Test func `an action of a projection may map to none`() {
    let store = Self.store()
    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    let screen = store.projection(state: \.player.volume) { (tap: Tap) in
      switch tap {
      case .louder: AppAction.player(.louder(1))
      case .mute: AppAction.player(.louder(-1))
      case .scroll: nil
      }
    }
    screen.dispatch(action: .louder)
    screen.dispatch(action: .scroll)
    screen.dispatch(action: .louder)
    screen.dispatch(action: .mute)
    #expect(screen.state == 1)
    #expect(interceptor.dispatchedActions.count == 3)
  }

  @Test func `a projection is made with a selector, a key path or a closure`() {
    let store = Self.store()
    let title = Selector.with(Selector(keyPath: \AppState.player)) { $0.title + "!" }
    let all = [
      store.projection(state: title),
      store.projection(state: { $0.player.title + "!" }, action: { $0 }),
      store.projection(state: { $0.player.title + "!" }),
      store.projection { $0.player.title + "!" },
    ]
    for one in all { one.dispatch(action: AppAction.player(.rename("Blue"))) }
    #expect(all.map(\.state) == ["Blue!", "Blue!", "Blue!", "Blue!"])
    #expect(store.projection(state: \.player.title).state == "Blue")
    let lengths = Self.player(store).projection { (volume: $0.volume, length: $0.title.count) }
    lengths.dispatch(action: .rename("Red"))
    #expect(lengths.state.length == 3)
  }

  @Test func `an action that was dispatched on a projection says where`() throws {
    let store = Self.store()
    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    let line = #line + 1
    Self.player(store).dispatch(action: .louder(1), note: "button")
    let origin = try #require(interceptor.stateChanges.first?.origin)
    #expect(origin.fileID == #fileID)
    #expect(origin.line == line)
    #expect(origin.note == "button")
  }

  // MARK: - Projections of projections

  @Test func `a projection is projected`() {
    let store = Self.store()
    let volume = Self.player(store).projection(state: \.volume) { (tap: Tap) in
      switch tap {
      case .louder: .louder(10)
      case .mute, .scroll: nil
      }
    }
    let received = Log<Int>()
    let token = volume.select(\.self).sink { received.append($0) }
    volume.dispatch(action: .louder)
    volume.dispatch(action: .mute)
    store.dispatch(action: AppAction.rest)
    store.dispatch(action: AppAction.player(.louder(5)))
    #expect(volume.state == 15)
    #expect(received.events == [0, 10, 15])
    token.cancel()
  }

  // MARK: - One protocol

  /// Takes a store or a projection.
  private func turnUp<S: StoreProtocol<Player, PlayerAction>>(_ player: S, received: Log<Int>)
    -> SelectionToken
  {
    let token = player.select(Self.volume).sink { received.append($0) }
    player.dispatch(action: .louder(player.state.volume + 1))
    player.projection(state: \.title, action: { PlayerAction.rename($0) }).dispatch(action: "x")
    return token
  }

  private func touch(_ store: some StoreProtocol<Counting, any Action>) -> Int {
    store.dispatch(action: Increment(by: 5), note: "from a function")
    return store.selectCurrent(\.count)
  }

  @Test func `what takes a projection takes a projection of another kind of store`() {
    let store = Self.store()
    let received = Log<Int>()
    let token = turnUp(Self.player(store), received: received)
    #expect(received.events == [0, 1])
    #expect(store.state.player == Player(volume: 1, title: "x"))
    token.cancel()
  }

  @Test func `what takes a store takes a projection`() {
    let store = Store.counting()
    #expect(touch(store) == 5)
    #expect(touch(store.projection(state: \.self)) == 10)
    struct Whole: Sendable { var part = Counting() }
    let whole = Store(
      initialState: Whole(),
      reducers: [Reducer.counting.lift(state: \Whole.part)]
    )
    #expect(touch(whole.projection(state: \.part)) == 5)
  }

  // MARK: - Lifetime and threads

  @Test func `a projection keeps its store alive, and its selections do not`() {
    let log = Log<String>()
    struct Holding: Sendable {
      let witness: Witness
      var count = 0
    }
    var projection: StoreProjection<Int, any Action>?
    do {
      let store = Store(initialState: Holding(witness: Witness { log.append("freed") }))
      projection = store.projection(state: \.count)
    }
    var token = projection?.select(\.self).sink { _ in }
    #expect(token != nil)
    #expect(log.events.isEmpty)
    #expect(projection?.state == 0)
    projection = nil
    token = nil
    #expect(log.events == ["freed"])
  }

  @Test func `the store is freed with its last projection although a subscriber remains`() async {
    let player = Shared<StoreProjection<Player, PlayerAction>?>(Self.player(Self.store()))
    let volumes = player.value?.select(\.volume)
    player.value = nil
    var seen: [Int] = []
    if let volumes { for await volume in volumes { seen.append(volume) } }
    // The sequence ended, because the store did.
    #expect(seen == [0])
  }

  @Test func `threads that dispatch on a projection see their writes, and all are delivered`()
    async throws
  {
    let store = Self.store()
    let player = Self.player(store)
    let received = Log<Int>()
    let token = player.select(\.volume).sink { received.append($0) }
    let stale = Log<Int>()
    await Threads.run(4) { _ in
      for _ in 0..<500 {
        let before = player.state.volume
        player.dispatch(action: .louder(1))
        if player.selectCurrent(Self.volume) <= before { stale.append(before) }
      }
    }
    try await received.wait(for: 2_000)
    #expect(received.events == Array(0...2_000))
    #expect(stale.events.isEmpty)
    token.cancel()
  }

}
