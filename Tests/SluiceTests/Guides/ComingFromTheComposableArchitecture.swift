import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct AppState: Sendable {
  var primes: [Int] = []
  var count = 0
}
private enum PrimesAction: Action {
  case add(Int)
  case loaded([Int])
}
private enum CounterAction: Action { case increment }

private let primesReducer = Reducer<[Int]>(
  ReduceOn(PrimesAction.self) { primes, action in
    switch action {
    case .add(let prime): primes.append(prime)
    case .loaded(let loaded): primes = loaded
    }
  }
)
private let counterReducer = Reducer<Int>(
  ReduceOn(CounterAction.self) { count, _ in count += 1 }
)

private struct FilesEnvironment: Sendable {
  let file: URL

  func write(_ data: Data) throws { try data.write(to: file) }
  func read() throws -> Data { try Data(contentsOf: file) }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromTheComposableArchitecture {
  @Test func `favourite primes are saved to a file and loaded from it`() async throws {
    let log = Log<String>()
    let files = FilesEnvironment(
      file: FileManager.default.temporaryDirectory.appending(path: "primes-\(UUID()).json")
    )
    defer { try? FileManager.default.removeItem(at: files.file) }

    enum AppAction: Action {
      case primes(PrimesAction)
      case counter(CounterAction)

      var primes: PrimesAction? { if case .primes(let action) = self { action } else { nil } }
      var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
    }

    let appReducer = Reducer.combine(
      primesReducer.lift(state: \AppState.primes, action: \AppAction.primes),
      counterReducer.lift(state: \AppState.count, action: \AppAction.counter)
    ).logging { log.append($0) }

    struct SaveTapped: Action {}
    struct Saved: Action {}
    struct LoadTapped: Action {}

    let savingReducer = Reducer<AppState>(
      ReduceOn(SaveTapped.self) { state, _ in
        let primes = state.primes
        return [
          .action {
            try files.write(JSONEncoder().encode(primes))
            return Saved()
          }
        ]
      }
    )
    let load = Effect<FilesEnvironment>.on(LoadTapped.self) { _, files in
      AppAction.primes(.loaded(try JSONDecoder().decode([Int].self, from: files.read())))
    }

    let store = Store(
      initialState: AppState(),
      environment: files,
      reducers: [appReducer, savingReducer]
    )
    store.register(effect: load)

    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    for prime in [2, 3, 5] { store.dispatch(action: AppAction.primes(.add(prime))) }
    store.dispatch(action: AppAction.counter(.increment))
    #expect(log.events.count == 4)
    #expect(log.events.last?.hasSuffix("\n  ~ count: 0 → 1") == true)

    store.dispatch(action: SaveTapped())
    try await interceptor.wait(for: Saved.self)
    let saved = try String(contentsOf: files.file, encoding: .utf8)
    #expect(saved == "[2,3,5]")

    store.dispatch(action: AppAction.primes(.loaded([])))
    store.dispatch(action: LoadTapped())
    try await interceptor.wait(for: AppAction.self) { $0.primes?.isLoaded(3) == true }
    #expect(store.primes == [2, 3, 5])
  }

  @Test func `the to-do list and what the table says you write compile and work`() async throws {
    struct Todo: Sendable, Equatable, Identifiable {
      let id: Int
      let title: String
      var isDone = false
    }
    struct TodoList: Sendable, Equatable {
      var todos: Entities<Todo> = []
      var isLoading = false
    }
    struct FetchTapped: Action {}
    struct TodosLoaded: Action { let todos: [Todo] }
    struct Toggled: Action {}

    struct API: Sendable {
      var todos: @Sendable () async throws -> [Todo]
    }
    let milk = Todo(id: 1, title: "Milk")

    let todo = Reducer<Todo>(
      ReduceOn(Toggled.self) { todo, _ in todo.isDone.toggle() }
    )
    let list = Reducer<TodoList>(
      ReduceOn(FetchTapped.self) { list, _ in list.isLoading = true },
      ReduceOn(TodosLoaded.self) { list, action in
        list.todos = Entities(action.todos)
        list.isLoading = false
      }
    )
    let todos = Reducer.combine(list, todo.lift(elements: \TodoList.todos))

    final class TodosEffects: Effects<API> {
      let fetch = Effect<API>.on(FetchTapped.self) { _, api in
        TodosLoaded(todos: try await api.todos())
      }
      .overlap(.latest)
    }

    try await withTestStore(
      initialState: TodoList(),
      environment: API(todos: { [milk] }),
      reducers: [todos],
      effects: [TodosEffects()]
    ) { store in
      try await store.send(FetchTapped()) { $0.isLoading = true }
      try await store.receive(TodosLoaded.self) {
        $0.todos = [milk]
        $0.isLoading = false
      }
      try await store.send(ElementAction<Todo>(id: 1, action: Toggled())) {
        $0.todos[id: 1]?.isDone = true
      }
    }

    struct Tapped: Action {}
    struct Saved: Action {}
    struct Ticked: Action {}
    struct Failed: Action { let reason: String }
    let log = Log<String>()
    let asking = Reducer<TodoList>(
      ReduceOn(Tapped.self) { _, _ in
        [.fireAndForget { log.append("tapped") }]
      },
      ReduceOn(Ticked.self) { _, _ in
        [.action { Saved() }]
      }
    )
    let fetch = Effect<API>.on(FetchTapped.self) { _, api in
      TodosLoaded(todos: try await api.todos())
    }
    let save = Effect<API>.on(Saved.self) { _, _, context in
      for _ in 0..<3 { context.send(Ticked()) }
    }
    let slow = Effect<API>.on(Tapped.self) { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Saved())
    }
    let settings = [
      fetch.catch { error, _ in Failed(reason: "\(error)") },
      fetch.cancellable(id: "fetch"),
      fetch.overlap(.latest),
      fetch.debounce(for: .milliseconds(300)),
      fetch.throttle(for: .seconds(1)),
    ]
    #expect(settings.count == 5)
    let everything = Reducer<TodoList>(every: { list, action in log.append("\(action)") })
    let toggling = Reducer<Todo>(
      ReduceOn(Toggled.self, Tapped.self) { todo, _ in todo.isDone.toggle() }
    )
    var toggled = milk
    toggling.reduce(&toggled, Tapped())
    #expect(toggled.isDone)

    let api = API(todos: { [milk] })
    let store = Store(initialState: TodoList(), environment: api, reducers: [todos])
    store.register(reducer: .combine(everything, Reducer<TodoList>.identity))
    store.register(effects: [fetch, Effect<API>.cancel(id: "fetch", on: Tapped.self)])
    store.register(
      feedback: Feedback<TodoList, API>(whenChanged: { $0.isLoading }) { isLoading, api, context in
        log.append("\(isLoading)")
      }
    )
    let printed = Log<String>()
    let print: @Sendable (String) -> Void = { printed.append($0) }
    let token = store.select(\.isLoading).sink { print("\($0)") }
    await store.dispatchTracked(action: FetchTapped()).finish()
    #expect(!store.isLoading)
    #expect(printed.events == ["false", "true", "false"])
    store.dispatch(action: FetchTapped())
    await store.idle()
    #expect(store.todos[id: 1] == milk)
    store.register(effects: [fetch, save])
    _ = todos.logging()
    token.cancel()

    try await withTestStore(
      initialState: TodoList(),
      environment: api,
      reducers: [asking]
    ) { store in
      store.register(effect: slow)
      try await store.send(Tapped())
      await store.clock.advance(by: .seconds(1))
      try await store.receive(Saved.self)
      try await store.send(Ticked())
      try await store.skipReceivedActions()
      try await store.send(Tapped())
      try await store.skipInFlightEffects()
      store.exhaustivity = .off
      try await store.send(Ticked())
    }
    // What the feedback notes may come at any time.
    #expect(log.events.count { $0 == "tapped" } == 2)
  }

  @Test func `parts of a state that may be an enum are lifted as the table says`() async throws {
    enum PlayerAction: Action { case play, pause }
    enum AppAction: Action {
      case player(PlayerAction)
      var player: PlayerAction? { if case .player(let action) = self { action } else { nil } }
    }
    struct Toggled: Action {}
    struct Player: Sendable, Equatable { var isPlaying = false }
    struct Todo: Sendable, Equatable { var isDone = false }
    struct App: Sendable, Equatable {
      var player = Player()
      var detail: Todo?
    }
    struct Account: Sendable, Equatable { var visits = 0 }
    enum Screen: Sendable, Equatable {
      case loggedOut
      case loggedIn(Account)
      var account: Account? { if case .loggedIn(let account) = self { account } else { nil } }
    }
    let player = Reducer<Player>(
      ReduceOn(PlayerAction.self) { player, action in player.isPlaying = action == .play }
    )
    let todo = Reducer<Todo>(ReduceOn(Toggled.self) { todo, _ in todo.isDone.toggle() })
    let account = Reducer<Account>(ReduceOn(Toggled.self) { account, _ in account.visits += 1 })

    let screen: Reducer<Screen> = account.lift(
      get: { $0.account },
      set: { screen, account in screen = .loggedIn(account) }
    )
    let screens = Store(initialState: Screen.loggedOut, reducers: [screen])
    screens.dispatch(action: Toggled())
    #expect(screens.state == .loggedOut)
    screens.restore(.loggedIn(Account()))
    screens.dispatch(action: Toggled())
    #expect(screens.state == .loggedIn(Account(visits: 1)))

    try await withTestStore(
      initialState: App(),
      reducers: [
        player.lift(state: \App.player, action: \AppAction.player),
        todo.lift(state: \App.detail),
      ]
    ) { store in
      try await store.send(Toggled())
      let view = store.projection(
        state: \.player,
        action: { (action: PlayerAction) in AppAction.player(action) }
      )
      view.dispatch(action: .play)
      try await store.receive(case: AppAction.player) { $0.player.isPlaying = true }
    }
  }
}

extension PrimesAction {
  fileprivate func isLoaded(_ count: Int) -> Bool {
    if case .loaded(let primes) = self { primes.count == count } else { false }
  }
}
