// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

// Closures of several statements, wherever overloads differ in nothing but their closures.

let followUps: [FollowUp] = [
  .action {
    let titles = ["a", "b"]
    if titles.isEmpty { return nil }
    return Found(titles: titles)
  },
  .action {
    let titles = ["a", "b"]
    try await Task.sleep(for: .seconds(titles.count))
    return Found(titles: titles)
  },
  .actions {
    let titles = ["a", "b"]
    return titles.map { AddTodo(title: $0) }
  },
  .actions {
    let titles = ["a", "b"]
    await Task.yield()
    return [Found(titles: titles), Reset()]
  },
  .fireAndForget {
    let titles = ["a", "b"]
    print(titles)
  },
  .fireAndForget {
    let titles = ["a", "b"]
    try await Task.sleep(for: .seconds(titles.count))
  },
]

let handlers: [ReduceOn<AppState>] = [
  ReduceOn(Increment.self) { state, action in
    let by = action.by * 2
    if by > state.limit { return }
    state.count += by
  },
  ReduceOn(Increment.self) { state, action in
    let by = action.by * 2
    if by > state.limit { return [] }
    state.count += by
    return [.action { Rename(name: "\(by)") }]
  },
]

let lifted: [Reducer<AppState>] = [
  counting.lift(
    .state(\.self),
    action: .case(
      { (action: AppAction) -> Increment? in
        let part = action.settings
        return part
      },
      { increment in
        let by = increment.by * 2
        return AppAction.settings(Increment(by: by))
      }
    )
  ),
  playing.lift(
    .case(
      get: { (state: AppState) in
        let settings = state.settings
        return settings.isMuted ? nil : settings
      },
      set: { state, settings in
        let old = state.settings
        state.settings = settings
        state.settings.theme = old.theme
      }
    )
  ),
  todoReducer.lift(
    .each(\AppState.todos),
    action: .element(
      { (action: AppAction) -> (Todo.ID, Rename)? in
        guard case .todo(let id, let rename) = action else { return nil }
        return (id, rename)
      },
      AppAction.todo
    )
  ),
]

let effects: [Effect<API>] = [
  .on(Increment.self).map { action, _ in
    let by = action.by * 2
    return by > 10 ? Reset() : nil
  },
  .on(Increment.self).map { action, _ in
    let by = action.by * 2
    return Increment(by: by)
  },
  .on(Load.self) { _, api in
    switch try await api.todos().count {
    case 0: Rename(name: "nothing")
    default: Rename(name: "something")
    }
  },
  .on(Load.self) { _, api in
    if try await api.todos().isEmpty { Progress(value: 0) } else { Progress(value: 1) }
  },
  .on(matching: counted) { action, _ in
    if action.payload > 0 { Increment(by: action.payload) } else { Increment(by: 0) }
  },
  .dispatchingOne { actions, _ in
    let renames = actions.ofType(Rename.self)
    return renames.map { AddTodo(title: $0.name) }
  },
  .dispatchingOne { actions, _ in
    let renames = actions.ofType(Rename.self)
    return renames.map { action -> any Action in
      let title = action.name
      return title.isEmpty ? Reset() : AddTodo(title: title)
    }
  },
  .dispatchingMultiple { actions, _ in
    let renames = actions.ofType(Rename.self)
    return renames.map { action -> [any Action] in
      let title = action.name
      return [AddTodo(title: title), Reset()]
    }
  },
]

let feedbacks: [Feedback<AppState, API>] = [
  Feedback(for: { state in
    let count = state.count
    return count / 10
  }) { tens, _, context in
    let name = "\(tens * 10)"
    context.send(Rename(name: name))
  },
  Feedback(for: { state in
    let query = state.query
    return state.isLoading ? nil : query
  }) { query, api, context in
    let titles = try await api.search(query)
    context.send(Found(titles: titles))
  },
]

let families = [
  SelectorFamily { (state: AppState, id: Todo.ID) in
    let todos = state.todos
    return todos.first { $0.id == id }?.title ?? ""
  },
  SelectorFamily { (id: Todo.ID) in
    let todo = todo(id)
    return Selector.with(todo) { $0?.title ?? "" }
  },
]

func statements(_ store: Store<AppState, API>) {
  let first = store.select { state in
    let todos = state.todos
    return todos.first?.title ?? ""
  }
  let second = store.select(todos).map { todos in
    let open = todos.filter { !$0.isDone }
    return open.count
  }
  let third = Selector.with(count, name) { count, name in
    let twice = count * 2
    return "\(twice) \(name)"
  }
  let projection = store.projection(.state(\.settings)) { (by: Int) in
    let twice = by * 2
    return twice == 0 ? nil : Increment(by: twice)
  }
  let loudness = Selector { (state: AppState) in
    let settings = state.settings
    return settings.volume * 2
  }
  let other = store.projection(loudness) { (by: Int) in
    let twice = by * 2
    return Increment(by: twice)
  }
  print(first, second, third, projection, other)
}
