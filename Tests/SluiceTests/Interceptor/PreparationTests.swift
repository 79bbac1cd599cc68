import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Ids and dates that a preparation fills in before reducers see an action.
@Suite(.inTurn) struct PreparationTests {
  struct World: Sendable {
    var id: @Sendable () -> Int
    var now: @Sendable () -> String = { "noon" }

    /// Gives the ids from 1 on.
    static func counting() -> World {
      let ids = Log<Void>()
      return World(id: {
        ids.append(())
        return ids.events.count
      })
    }
  }

  struct Outer: Sendable { var world = World.counting() }

  struct Todo: Sendable, Equatable, Identifiable {
    let id: Int
    var title: String
    var marks: [String] = []
  }

  struct Todos: Sendable, Equatable { var todos: Entities<Todo> = [] }

  struct Add: Action, Equatable {
    var id: Int?
    let title: String
  }

  struct Mark: Action, Equatable { var text: String? }

  enum TodosAction: Action, Equatable {
    case add(Add)
    case clear
  }

  enum AppAction: Action, Equatable {
    case todos(TodosAction)

    var todos: TodosAction? { if case .todos(let action) = self { action } else { nil } }
  }

  static let reducer = Reducer<Todos>(
    ReduceOn(Add.self) { state, action in
      guard let id = action.id else { return }
      state.todos.append(Todo(id: id, title: action.title))
    }
  )

  static let marking = Reducer<Todo>(
    ReduceOn(Mark.self) { state, action in state.marks.append(action.text ?? "none") }
  )

  private let commits = TestInterceptor<Todos>()

  private func store() -> Store<Todos, World> {
    let store = Store(
      initialState: Todos(),
      environment: World.counting(),
      reducers: [Self.reducer, Self.marking.lift(elements: \.todos)]
    )
    store.register(interceptor: commits)
    return store
  }

  private static let adding = Preparation<World>.prepare(Add.self) { action, world in
    if action.id == nil { action.id = world.id() }
  }

  @Test func `one action and one commit remain, with what was filled in`() throws {
    let store = store()
    store.register(
      middleware: .prepare(Add.self) { action, world in action.id = action.id ?? world.id() }
    )
    store.dispatch(action: Add(title: "Milk"))
    store.dispatch(action: Add(id: 7, title: "Tea"))
    #expect(store.todos == [Todo(id: 1, title: "Milk"), Todo(id: 7, title: "Tea")])
    try commits.expectDispatched(Add(id: 1, title: "Milk"), Add(id: 7, title: "Tea"))
    try commits.expectNothingElse()
  }

  @Test func `actions of other types pass unchanged, until it is unregistered`() throws {
    let store = store()
    let registration = store.register(middleware: Self.adding)
    store.dispatch(action: Mark())
    registration.unregister()
    store.dispatch(action: Add(title: "Milk"))
    try commits.expectDispatched(Mark(), Add(title: "Milk"))
  }

  @Test func `one preparation is for several types, and twice for one in order`() throws {
    let store = store()
    store.register(
      middleware: .prepare(Mark.self) { action, world in action.text = world.now() }
        .prepare(Add.self) { action, world in action.id = world.id() }
        .prepare(Mark.self) { action, _ in action.text? += "!" }
    )
    store.dispatch(action: Add(title: "Milk"))
    store.dispatch(action: Mark())
    try commits.expectDispatched(Add(id: 1, title: "Milk"), Mark(text: "noon!"))
  }

  @Test func `what effects and batches dispatch is prepared`() async throws {
    let store = store()
    store.register(middleware: Self.adding)
    store.register(effect: .on(Mark.self) { _, _ in Add(title: "From an effect") })
    store.dispatch(actions: [Add(title: "a"), Add(title: "b")])
    store.dispatch(action: Mark())
    #expect(try await commits.wait(for: Add.self) { $0.id == 3 }.title == "From an effect")
    #expect(store.todos.ids == [1, 2, 3])
  }

  @Test func `a feature's preparation takes the feature's environment`() {
    let store = Store(initialState: Todos(), environment: Outer())
    let feature = Feature<Todos, World>(id: "todos").reducer(Self.reducer).middleware(Self.adding)
    store.register(feature: feature, state: \.self, environment: \.world)
    store.dispatch(action: Add(title: "Milk"))
    #expect(store.todos == [Todo(id: 1, title: "Milk")])
    store.unregister(feature: feature)
    store.register(reducer: Self.reducer)
    store.dispatch(action: Add(title: "Tea"))
    #expect(store.todos.count == 1)
  }

  @Test func `lifted with its feature onto elements, it prepares the elements' actions`() throws {
    let store = store()
    let feature = Feature<Todo, World>(id: "todo")
      .middleware(.prepare(Mark.self) { action, world in action.text = world.now() })
    store.register(feature: feature.lift(elements: \.todos))
    store.dispatch(action: Add(id: 4, title: "Milk"))
    store.dispatch(action: ElementAction<Todo>(id: 4, action: Mark()))
    #expect(store.todos[id: 4]?.marks == ["noon"])
  }

  @Test func `lifted with its feature to wrapping actions, it prepares those wrapped`() throws {
    let store = store()
    let feature = Feature<Todos, World>(id: "todos")
      .middleware(
        .prepare(TodosAction.self) { action, world in
          guard case .add(var add) = action else { return }
          add.id = world.id()
          action = .add(add)
        }
      )
    store.register(feature: feature.lift(action: \AppAction.todos, embed: AppAction.todos))
    store.dispatch(action: AppAction.todos(.add(Add(title: "Milk"))))
    store.dispatch(action: AppAction.todos(.clear))
    try commits.expectDispatched(
      AppAction.todos(.add(Add(id: 1, title: "Milk"))),
      AppAction.todos(.clear)
    )
  }
}
