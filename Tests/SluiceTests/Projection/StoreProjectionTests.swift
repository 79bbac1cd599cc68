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
    store.projection(state: \.player, action: { AppAction.player($0) })
  }

  // MARK: - Looking and dispatching

  @Test func `a projection has the part's state and takes its actions`() {
    player.send(.louder(3))
    #expect(player.state == Player(volume: 3))
    #expect(store.state.player.volume == 3)
    store.send(AppAction.player(.rename("Blue")))
    #expect(player.title == "Blue")
    #expect(player.selectCurrent(Self.volume) == 3)
    #expect(player.selectCurrent(\.volume) == 3)
  }

  @Test func `an action of a projection may map to none`() {
    let commits = store.noting { $0.number }
    let screen = store.projection(state: \.player.volume) { (tap: Tap) in
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

  @Test func `a projection is made with a selector, a key path or a closure`() {
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
    let lengths = player.projection { (volume: $0.volume, length: $0.title.count) }
    lengths.dispatch(action: .rename("Red"))
    #expect(lengths.state.length == 3)
  }

  @Test func `an action that was dispatched on a projection says where`() throws {
    let origins = store.noting { $0.origin }
    player.dispatch(action: .louder(1), note: "button")
    let line = #line - 1
    let origin = try #require(origins.events.first)
    #expect((origin.fileID, origin.line, origin.note) == (#fileID, line, "button"))
  }

  // MARK: - Projections of projections

  @Test func `a projection is projected`() {
    let volume = player.projection(state: \.volume) { (tap: Tap) in
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
    player.projection(state: \.title, action: { PlayerAction.rename($0) }).dispatch(action: "x")
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
    #expect(touch(counting.projection(state: \.self)) == 10)
    #expect(touch(Store.enclosing().projection(state: \.counting)) == 5)
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
    #expect(token != nil && log.events.isEmpty)
    #expect(projection?.state == 0)
    projection = nil
    token = nil
    #expect(log.events == ["freed"])
  }

  @Test func `the store is freed with its last projection although a subscriber remains`() async {
    let player = Shared<StoreProjection<Player, PlayerAction>?>(Self.player(Self.store()))
    var volumes = player.value?.select(\.volume).makeAsyncIterator()
    player.value = nil
    // The sequence ends, because the store did.
    #expect(await volumes?.rest() == [0])
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
}
