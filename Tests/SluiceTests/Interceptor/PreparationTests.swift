import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Ids and dates that a preparation fills in before reducers see an action.
@Suite(.inTurn) struct PreparationTests {
  struct World: Sendable {
    let ids = Shared(0)

    /// Gives the ids from 1 on.
    func id() -> Int {
      ids.change { id in
        id += 1
        return id
      }
    }

    func now() -> String { "noon" }
  }

  struct Outer: Sendable { let world = World() }

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
      if let id = action.id { state.todos.append(Todo(id: id, title: action.title)) }
    }
  )

  static let marking = Reducer<Todo>(
    ReduceOn(Mark.self) { state, action in state.marks.append(action.text ?? "none") }
  )

  private static let adding = Preparation<World>.prepare(Add.self) { action, world in
    action.id = action.id ?? world.id()
  }

  private let commits = TestInterceptor<Todos>()
  private let store = Store(
    initialState: Todos(),
    environment: World(),
    reducers: [reducer, marking.lift(.each(\.todos))]
  )

  init() { store.register(interceptor: commits) }

  @Test func `one action and one commit remain, with what was filled in, until unregistered`()
    throws
  {
    let registration = store.register(middleware: Self.adding)
    store.send(Add(title: "Milk"), Add(id: 7, title: "Tea"), Mark())
    registration.unregister()
    store.send(Add(title: "Milk"))
    #expect(store.todos == [Todo(id: 1, title: "Milk"), Todo(id: 7, title: "Tea")])
    try commits.expectDispatched(
      Add(id: 1, title: "Milk"),
      Add(id: 7, title: "Tea"),
      Mark(),
      Add(title: "Milk")
    )
    try commits.expectNothingElse()
  }

  @Test func `one preparation is for several types, and twice for one in order`() throws {
    store.register(
      middleware: .prepare(Mark.self) { action, world in action.text = world.now() }
        .prepare(Add.self) { action, world in action.id = world.id() }
        .prepare(Mark.self) { action, _ in action.text? += "!" }
    )
    store.send(Add(title: "Milk"), Mark())
    try commits.expectDispatched(Add(id: 1, title: "Milk"), Mark(text: "noon!"))
  }

  @Test func `what effects and batches dispatch is prepared`() async throws {
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
    store.register(feature: feature.lift(.state(\.self), environment: \.world))
    store.send(Add(title: "Milk"))
    #expect(store.todos == [Todo(id: 1, title: "Milk")])
    store.unregister(feature: feature)
    store.register(reducer: Self.reducer)
    store.send(Add(title: "Tea"))
    #expect(store.todos.count == 1)
  }

  @Test func `lifted with its feature onto elements, it prepares the elements' actions`() {
    let feature = Feature<Todo, World>(id: "todo")
      .middleware(.prepare(Mark.self) { action, world in action.text = world.now() })
    store.register(feature: feature.lift(.each(\.todos)))
    store.send(Add(id: 4, title: "Milk"), ElementAction<Todo>(id: 4, action: Mark()))
    #expect(store.todos[id: 4]?.marks == ["noon"])
  }

  @Test func `lifted with its feature to wrapping actions, it prepares those wrapped`() throws {
    let feature = Feature<Todos, World>(id: "todos")
      .middleware(
        .prepare(TodosAction.self) { action, world in
          guard case .add(var add) = action else { return }
          add.id = world.id()
          action = .add(add)
        }
      )
    store.register(
      feature: feature.lift(.state(\.self), action: .case(\AppAction.todos, AppAction.todos))
    )
    store.send(AppAction.todos(.add(Add(title: "Milk"))), AppAction.todos(.clear))
    try commits.expectDispatched(
      AppAction.todos(.add(Add(id: 1, title: "Milk"))),
      AppAction.todos(.clear)
    )
  }
}
