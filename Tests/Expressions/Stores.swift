import Sluice

// Stores, selections, projections, middleware and features.

func selecting(from store: Store<AppState, API>) async {
  var tokens: [SelectionToken] = []
  tokens.append(store.select(count).sink { print("count:", $0 * 2 + 1) })
  tokens.append(store.select(\.count).sink { print($0 > 10 ? "many" : "\($0 + 1)") })
  tokens.append(store.select { $0.name }.sink { print($0 + "!") })
  tokens.append(
    store.select { $0.todos.filter { !$0.isDone }.map(\.title) }.sink { print($0.count) }
  )
  tokens.append(store.select { Double($0.count) * 0.5 + $0.settings.volume / 2 }.sink { print($0) })
  tokens.append(store.select(count, name).sink { print($0 + 1, $1.count) })
  tokens.append(store.select(count, name).sink { count, name in print(count + name.count) })
  tokens.append(store.select(count, limit).sink { print(Double($0) / Double($1) * 100) })
  tokens.append(store.select(count, limit, name, todos).sink { print($0 + $1, $2 + "!", $3.count) })
  tokens.append(
    store.select(count, limit, name, query, filter).sink {
      count,
      limit,
      name,
      query,
      filter in
      print(count * 2 + limit, name + (query ?? ""), filter.rawValue)
    }
  )
  tokens.append(store.select(count).map { "\($0 * 100 / 7) %" }.sink { print($0) })
  tokens.append(store.select(\.todos).map { $0.count { !$0.isDone } }.sink { print($0 + 1) })
  tokens.append(store.select(\.settings).map(\.volume).sink { print($0 * 2.5) })
  tokens.append(
    store.select(\.settings.volume).skippingRepeats { abs($0 - $1) < 0.1 }.sink { print($0 + 1) }
  )
  tokens.append(store.select(\.count).only { $1 > $0 * 2 + 1 }.sink { print($0 * 2) })
  tokens.append(
    store.select(\.todos).only { old, new in old.count { $0.isDone } < new.count { $0.isDone } }
      .sink { print($0.count + 1) }
  )
  tokens.append(store.select(todos).changes.sink { print($0.new.count - $0.old.count) })
  tokens.append(store.select(todo(4)).sink { print($0?.title ?? "gone") })
  tokens.append(store.select(\.todos[0].title.count).includingRepeats().sink { print($0 * 2) })
  for await value in store.select(projector: { $0.count * 2 + 1 }) { print(value + 1) }
  for await value in store.select(count).buffering(.all) where value > 10 { print(value / 2 + 1) }
  for await value in store.select(\.count).map({ $0 * 2 + 1 }) { print(value) }
  for await title in store.select(\.todos).compactMap({ $0.first?.title }) { print(title + "!") }
  let total = store.selectCurrent(count) + store.selectCurrent(\.limit) * 2 - store.count
  let text = store.state.todos.filter { !$0.isDone }.map { "\($0.id): \($0.title)" }.joined()
  print(total, text, store.settings.volume * 2 + 1)
  tokens.removeAll()
}

func dispatching(on store: Store<AppState, API>) {
  store.dispatch(action: Increment(by: store.count * 2 + 1))
  store.dispatch(action: store.count > 10 ? Reset() : Increment(by: 1) as any Action)
  store.dispatch(action: renamed(payload: store.name + " " + String(store.count)))
  store.dispatch(action: cleared())
  store.dispatch(action: ElementAction<Todo>(id: 4, action: Rename(name: "x" + "y")))
  for id in store.todos.map(\.id) where id % 2 == 0 { store.dispatch(action: Toggle(id: id)) }
}

func projecting(from store: Store<AppState, API>) {
  let settings = store.projection(.state(\.settings)) { (by: Int) in Increment(by: by * 2 + 1) }
  settings.dispatch(action: settings.volume > 0.5 ? 1 : -1)
  let token = settings.select(\.volume).sink { print($0 * 2 + 0.5) }
  let titles = store.projection(visibleTitles)
  let loud = store.projection(Selector { $0.settings.volume * 2 > 1 })
  let both = store.projection(
    Selector(comparing: .always) { (count: $0.count * 2 + 1, name: $0.name + "!") }
  )
  print(loud.state, both.count)
  let other = titles.select { $0.first ?? "none" }.sink { print($0 + "!") }
  withExtendedLifetime((token, other)) {}
}

@MainActor func observing(_ store: Store<AppState, API>) {
  let count = store.observed(count)
  let name = store.observed(\.name) { Rename(name: $0 + "!") }
  name.value = "\(count.value * 2 + 1)"
  let volume = store.observed(\.settings.volume) { Progress(value: $0 / 2 + 0.25) }
  volume.value = volume.value * 2 + 1
}

func assembling() -> Store<AppState, API> {
  let store = Store(
    initialState: AppState(count: 1 + 2, limit: 10 * 2),
    environment: API(
      todos: { [Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread", due: 1.5 * 3600)] },
      search: { query in (1...3).map { "\(query) \($0)" } },
      upload: { if $0 < 0 { throw CancellationError() } },
      progress: { id in
        AsyncStream {
          $0.yield(Double(id) / 2)
          $0.finish()
        }
      },
      name: { "\($0)" }
    ),
    reducers: [appReducer, counting, Reducer(ReduceOn(Increment.self) { $0.count += $1.by * 2 })]
  )
  store.register(effects: TodoEffects())
  store.register(
    effect: .on(Load.self) { _, api in Loaded(todos: try await api.todos()) }.overlap(.first)
  )
  store.register(feedback: searching)
  store.register(
    feature: Feature<Settings, API>(id: "settings").reducer(playing).effect(load)
      .lift(.state(\.settings))
  )
  store.register(
    middleware: MiddlewareFunction { action, context, next in
      if let action = action as? Increment {
        next(Increment(by: action.by * 2 + 1))
      } else {
        next(action)
      }
    }
  )
  store.register(interceptor: PrintInterceptor())
  return store
}
