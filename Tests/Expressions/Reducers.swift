import Sluice

// Reducers, from a line to an application's.

let counting = Reducer<AppState>(
  ReduceOn(Increment.self) { state, action in state.count += action.by },
  ReduceOn(Decrement.self) { $0.count -= $1.by },
  ReduceOn(Reset.self) { state, _ in state = AppState(limit: state.limit) }
)
let clamped = Reducer<AppState>(
  ReduceOn(Increment.self) { state, action in
    state.count = min(max(state.count + action.by * 2 - 1, 0), state.limit)
  }
)
let averaging = Reducer<AppState>(
  ReduceOn(Progress.self) { state, action in
    state.settings.volume =
      state.settings.volume * 0.9 + action.value * 0.1 + Double(state.count) / 2
  }
)
let editing = Reducer<AppState>(
  id: "editing",
  ReduceOn(AddTodo.self) { state, action in
    state.todos.append(Todo(id: (state.todos.map(\.id).max() ?? 0) + 1, title: action.title))
  },
  ReduceOn(Toggle.self) { state, action in
    guard let index = state.todos.firstIndex(where: { $0.id == action.id }) else { return }
    state.todos[index].isDone.toggle()
  },
  ReduceOn(Loaded.self) { state, action in
    state.isLoading = false
    state.todos += action.todos.filter { new in !state.todos.contains { $0.id == new.id } }
  },
  ReduceOn(Failed.self) { $0.error = $1.message.isEmpty ? nil : "failed: " + $1.message },
  ReduceOn(Load.self, Search.self) { state, _ in state.isLoading = true },
  ReduceOn(Rename.self) { state, action in
    state.name = action.name.split(separator: " ").map(\.capitalized).joined(separator: " ")
  }
)
let templated = Reducer<AppState>(
  ReduceOn(renamed) { state, action in state.name = action.payload + " (\(state.count))" },
  ReduceOn(counted) { $0.count = $1.payload * 2 + 1 },
  ReduceOn(cleared) { state, _ in state.todos.removeAll { $0.isDone } }
)
let scoring = Reducer<AppState>(
  ReduceOn(Rename.self) { $0.scores[$1.name, default: 0] += 1 },
  ReduceOn(Increment.self) { state, action in
    state.scores = state.scores.mapValues { $0 + action.by }.filter { $0.value > 0 }
  }
)
let withFollowUps = Reducer<AppState>(
  ReduceOn(Search.self) { state, action in
    state.query = action.query
    return [.action { Found(titles: [action.query.uppercased() + "!"]) }]
  },
  ReduceOn(Upload.self) { state, action in
    let id = action.id
    return id > 0
      ? [.fireAndForget { print(id) }, .action { Progress(value: Double(id) / 2) }] : []
  }
)
let withMoreFollowUps = Reducer<AppState>(
  ReduceOn(Load.self, Reset.self) { state, action in
    state.isLoading = action is Load
    return state.isLoading ? [.action { Found(titles: ["\(type(of: action))!"]) }] : []
  },
  ReduceOn(renamed) { state, action in
    state.name = action.payload + " (\(state.count))"
    return [.fireAndForget { print(action.payload + "!") }]
  },
  ReduceOn(counted) { _, action in [.action { Increment(by: action.payload * 2 + 1) }] }
)
let everyWithFollowUps = Reducer<AppState>(every: { state, action in
  state.count += 1
  let count = state.count * 2
  return count > 10 && !(action is Increment) ? [.action { Increment(by: -count) }] : []
})
let logging = Reducer<AppState> { state, action in state.name += "\(type(of: action)) " }
let entityReducer = Reducer<AppState>(
  ReduceOn(Toggle.self) { state, action in
    state.entities.update(id: action.id) { $0.isDone.toggle() }
  }
)
let playing = Reducer<Settings>(
  ReduceOn(Increment.self) { $0.volume = min(1, $0.volume + Double($1.by) * 0.1) }
)
let todoReducer = Reducer<Todo>(ReduceOn(Rename.self) { $0.title = $1.name })
enum AppAction: Action {
  case settings(Increment)
  case todo(Todo.ID, Rename)

  var settings: Increment? { if case .settings(let action) = self { action } else { nil } }
}
let appReducer = Reducer.combine(
  counting,
  editing,
  playing.lift(.state(\AppState.settings)),
  playing.lift(.state(\.settings), action: .case(\.settings, AppAction.settings)),
  playing.lift(.state(\.settings), action: .case(\AppAction.settings) { .settings($0) }),
  playing.lift(.optional(\.preview), action: .case(\.settings, AppAction.settings)),
  playing.lift(
    .case(
      get: { $0.settings.isMuted ? nil : $0.settings },
      set: { state, settings in state.settings.volume = settings.volume * 2 + 1 }
    )
  ),
  todoReducer.lift(
    .each(\AppState.todos),
    action: .element(
      { (action: AppAction) in
        if case .todo(let id, let action) = action { (id, action) } else { nil }
      },
      AppAction.todo
    )
  ),
  todoReducer.lift(
    .each(\.todos, id: \.title),
    action: .element({ (action: Named) in (action.name, action.rename) }) {
      Named(name: $0 + "!", rename: $1)
    }
  ),
  todoReducer.lift(.each(\AppState.entities)),
  todoReducer.lift(.each(\.todos)),
  todoReducer.lift(
    .each(\.byName),
    action: .element({ (action: Named) in (action.name, action.rename) }, Named.init)
  )
)
struct Named: Action { let name: String, rename: Rename }
func listing(_ state: inout AppState, _ offsets: [Int]) {
  state.entities[0].isDone.toggle()
  state.entities[state.limit - 1].title += "!" + "?"
  state.entities.remove(atOffsets: offsets)
  state.entities.remove(atOffsets: offsets.map { $0 + 1 })
  state.entities.move(fromOffsets: offsets, toOffset: state.entities.count - 1)
}
func reducing() -> Int {
  var state = AppState(count: 1 + 2 * 3, limit: 5 * 4 - 1)
  counting.reduce(&state, Increment(by: state.count + state.limit * 2))
  return state.count + state.limit
}
