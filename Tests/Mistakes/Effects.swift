// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

func wrongAnswers() {
  // error: value of type 'API' has no member 'todo'
  _ = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todo()) }
  // error: value of type 'Search' has no member 'qeury'
  _ = Effect<API>.on(Search.self) { action, api in Found(titles: try await api.search(action.qeury))
  }
  // error: contextual closure type 'nonisolated(nonsending) @Sendable (Load, API) async throws -> (any Action)?' expects 2 arguments, but 1 was used in closure body
  _ = Effect<API>.on(Load.self) { _ in Loaded(todos: []) }
  _ = Effect<API>.on(Load.self) { _, api in
    let todos = try await api.todos()
    // error: incorrect argument label in call (have 'todo:', expected 'todos:')
    return Loaded(todo: todos)
  }
  _ = Effect<API>.on(Load.self).answers { _, api in
    // error: incorrect argument label in call (have 'mesage:', expected 'message:')
    [Loaded(todos: try await api.todos()), Failed(mesage: "")]
  }
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Effect<API>.on(matching: counted) { action, api in Rename(name: action.payload) }
  _ = Effect<API>.on(matching: ActionCase(\MenuAction.search)) { query, api in
    // error: value of type 'API' has no member 'serach'
    Found(titles: try await api.serach(query))
  }
  // error: value of type 'Upload' has no member 'idd'
  _ = Effect<API>.on(Upload.self).run { $2.send(Progress(value: $0.idd)) }
  // error: result values in '? :' expression have mismatching types 'Reset' and 'Load'
  _ = Effect<API>.on(Upload.self) { action, _ in action.id > 1 ? Reset() : Load() }
  // error: value of type 'Increment' has no member 'bye'
  _ = Effect<API>.on(Increment.self).map { action, _ in Increment(by: action.bye) }
  // error: value of type 'Increment' has no member 'bye'
  _ = Effect<API>.on(Increment.self).flatMap { action, _ in [Reset(), Increment(by: action.bye)] }
  _ = Effect<API>.dispatchingOne { actions, _ in
    // error: value of type 'AsyncCompactMapSequence<ActionStream, Rename>.Element' (aka 'Rename') has no member 'nmae'
    actions.ofType(Rename.self).map { AddTodo(title: $0.nmae) }
  }
}

func noTryAndNoAwait() {
  // error: call can throw, but it is not marked with 'try' and the error is not handled
  // error: expression is 'async' but is not marked with 'await'
  _ = Effect<API>.on(Load.self) { _, api in Loaded(todos: api.todos()) }
}

func answersThatAreNoAction() {
  // error: 'on' is unavailable: The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several.
  _ = Effect<API>.on(Load.self) { _, api in try await api.todos() }
  // error: 'on' is unavailable: The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several.
  _ = Effect<API>.on(Load.self) { _, _ in 3 }
  // error: 'on' is unavailable: The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several.
  _ = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
  // error: 'on' is unavailable: The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several.
  _ = Effect<API>.on(Load.self) { _, api in [Loaded(todos: try await api.todos()), Reset()] }
  // error: 'on' is unavailable: The closure returns an action or none. For other answers, use a verb: Effect.on(A.self).run { … } answers nothing, .answers { … } several.
  _ = Effect<API>.on(Load.self) { _, api in
    let todos = try await api.todos()
    return [Loaded(todos: todos)]
  }
  // error: 'on' is unavailable: A closure with a context answers by context.send: Effect.on(A.self).run { action, environment, context in … }.
  _ = Effect<API>.on(Load.self) { _, api, context in context.send(Reset()) }
  // error: 'on' is unavailable: A closure with a context answers by context.send: Effect.on(A.self).run { action, environment, context in … }.
  _ = Effect<API>.on(Load.self) { _, api, context in
    try await api.upload(1)
    return Reset()
  }
}

func wrongVerbs() {
  let load = Effect<API>.on(Load.self)
  // error: cannot convert value of type '[Reset]' to closure result type '(any Action)?'
  _ = load.answer { _, _ in [Reset(), Reset()] }
  // error: cannot convert value of type 'Reset' to closure result type '[any Action]'
  _ = load.answers { _, _ in Reset() }
  _ = load.run { _, api in
    try await api.upload(1)
    // error: cannot convert value of type 'Reset' to closure result type 'Void'
    return Reset()
  }
  // error: value of type 'API' has no member 'todo'
  _ = load.run { _, api in try await api.todo() }
  // error: contextual closure type '@Sendable (Load, API) -> (any Action)?' expects 2 arguments, but 1 was used in closure body
  _ = load.map { _ in Reset() }
  // error: referencing instance method 'answer(note:_:)' on 'Trigger' requires the types 'AppState' and '()' be equivalent
  _ = load.seeing(AppState.self).answer { _, _ in Reset() }
  // error: value of type 'Trigger<API, Load, Void>' has no member 'overlap'
  _ = load.overlap(Overlap.latest)
}

func wrongUsesOfTheContext() {
  _ = Effect<API>.on(Load.self).run { _, api, context in
    // error: value of type 'API' has no member 'todo'
    context.send(Loaded(todos: try await api.todo()))
  }
  _ = Effect<API>.on(Load.self).seeing(AppState.self).run { _, _, context in
    // error: value of type 'AppState' has no member 'isLaoding'
    if context.state.isLaoding { context.send(Reset()) }
  }
  _ = Effect<API>.on(Load.self).seeing(Todo.self).run { _, _, context in
    // error: cannot convert value of type 'Selector<AppState, [Todo]>' to expected argument type 'Selector<Todo, [Todo]>'
    print(context.selectCurrent(todos))
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: cannot convert value of type 'Selector<AppState, [Todo]>' to expected argument type 'Selector<Void, [Todo]>'
    context.send(Loaded(todos: context.selectCurrent(todos)))
  }
  _ = Effect<API>.on(Load.self).seeing(AppState.self).run { _, _, context in
    // error: value of type 'AppState' has no member 'qeury'
    for await query in context.values(of: \.qeury) { print(query) }
  }
  _ = Effect<API>.on(Load.self).seeing(AppState.self).run { _, _, context in
    // error: value of type 'AppState' has no member 'cuont'
    try await context.firstState(where: { $0.cuont > 1 })
  }
  _ = Effect<API>.on(Load.self).seeing(AppState.self).run { _, _, context in
    // error: value of type 'Found' has no member 'title'
    let found = try await context.next(Found.self, where: { $0.title.count > 1 })
    print(found)
  }
  _ = Effect<API>.on(Load.self).seeing(AppState.self).run { _, _, context in
    // error: 'values(of:)' is unavailable: To observe what a closure makes of the state, make a selector: context.values(of: Selector { $0.a + $0.b }).
    for await name in context.values(of: { $0.name }) { print(name) }
  }
}

func wrongModifiers() {
  _ = Effect<API>.on(Search.self) { action, api in
    Found(titles: try await api.search(action.query))
  }
  // error: cannot convert value of type 'Int' to expected argument type 'Duration'
  .debounce(for: 300)
  _ = Effect<API>.on(Search.self) { action, api in
    Found(titles: try await api.search(action.query))
  }
  // error: type 'Overlap' has no member 'newest'
  .overlap(.newest)
  _ = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
    // error: contextual closure type '@Sendable (any Error, AttemptContext<Load>) -> (any Action)?' expects 2 arguments, but 1 was used in closure body
    .catch { error in Failed(message: "\(error)") }
  _ = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
    // error: value of type 'Upload' has no member 'idd'
    .where { $0.idd > 2 }
  _ = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
    // error: value of type 'Cancel' has no member 'idd'
    .cancelled(by: Cancel.self) { cancel, upload in cancel.idd == upload.id }
  _ = Effect<API>.on(Increment.self).run { action, api in try await api.upload(action.by) }
    // error: value of type 'Cancel' has no member 'idd'
    .cancelled(by: Cancel.self) { $0.idd == $1.by }
  _ = Effect<API>.on(Increment.self).run { action, api in try await api.upload(action.by) }
    // error: value of type 'Increment' has no member 'byy'
    .cancelled(by: Cancel.self) { $0.id == $1.byy }
  _ = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
    // error: value of type 'Load' has no member 'id'
    // error: converting non-Sendable function value to '@Sendable (Load) -> Key' may introduce data races
    .overlap(.latest, by: \.id)
}

nonisolated final class Cache { var value = 0 }

func whatIsNotSendable(_ cache: Cache) {
  _ = Effect<API>.on(Load.self) { _, api in
    // error: capture of 'cache' with non-Sendable type 'Cache' in a '@Sendable' closure
    cache.value += 1
    return Loaded(todos: [])
  }
}

func aSynchronousAnswerThatThrows(_ make: @escaping @Sendable () throws -> [Todo]) {
  // error: invalid conversion from throwing function of type '@Sendable (Load, API) throws -> (any Action)?' to non-throwing function type '@Sendable (Load, API) -> (any Action)?'
  _ = Effect<API>.on(Load.self).map { _, _ in Loaded(todos: try make()) }
}

func wrongFeedbacks() {
  // error: converting non-Sendable function value to '@Sendable (AppState) -> String?' may introduce data races
  // error: value of type 'AppState' has no member 'qeury'
  _ = Feedback<AppState, API>(for: \.qeury) { query, api, context in
    context.send(Found(titles: try await api.search(query)))
  }
  _ = Feedback<AppState, API>(for: \.query) { query, api, context in
    // error: value of type 'API' has no member 'serach'
    context.send(Found(titles: try await api.serach(query)))
  }
  // error: contextual closure type 'nonisolated(nonsending) @Sendable (String, API, RunContext<AppState>) async throws -> Void' expects 3 arguments, but 2 were used in closure body
  _ = Feedback<AppState, API>(for: \.query) { query, api in }
  // error: 'init(each:name:fileID:line:_:)' is unavailable: A key is Hashable, which a tuple isn't: make a struct of it.
  _ = Feedback<AppState, API>(each: { $0.todos.compactMap { $0.isDone ? ($0.id, $0.title) : nil } })
  {
    todo,
    api,
    context in
    try await api.upload(todo.0)
  }
}

// error: type 'NamelessEffects' does not conform to protocol 'Effects'
nonisolated final class NamelessEffects: Effects {
  let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
}

nonisolated enum Screen {
  nonisolated struct Environment: Sendable {}

  // error: type 'Screen.InnerEffects' does not conform to protocol 'Effects'
  nonisolated final class InnerEffects: Effects {
    let load = Effect<Environment>.on(Load.self) { _, _ in Reset() }
  }
}

func statesThatAreNotNamed() {
  _ = Effect<API>.on(Load.self).run { _, api, context in
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    context.send(Found(titles: try await api.search(context.state.name)))
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    if context.state.isLoading { return }
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    let count = context.state.todos.count
    print(count)
    context.send(Reset())
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    let count = context.state.todos.count
    // error: cannot convert value of type 'NoState' to expected argument type 'Int'
    context.send(Increment(by: count))
  }
  _ = Effect<API>.on(matching: renamed).run { _, _, context in
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    context.send(Rename(name: context.state.name))
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    context.send(Rename(name: try context.stateBefore.name))
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    if try context.stateAtCommit.isLoading { return }
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: 'values(of:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    for await name in context.values(of: \.name) { print(name) }
  }
  _ = Effect<API>.on(Load.self).run { _, _, context in
    // error: 'firstState(where:timeout:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    // error: 'subscript(dynamicMember:)' is unavailable: To read the state, name its type: Effect.on(SomeAction.self).seeing(AppState.self).run { … }.
    try await context.firstState(where: { $0.count > 1 })
  }
}

func wrongConditions() {
  let load = Effect<API>.on(Load.self) { _, _ in Reset() }
  // error: missing argument for parameter 'changing' in call
  _ = load.when { _, before, after in after.isLoading }
  // error: value of optional type 'AppState?' must be unwrapped to refer to member 'isLoading' of wrapped base type 'AppState'
  _ = load.cancelled(by: Reset.self, changing: AppState.self) { _, before, _ in before.isLoading }
  // error: value of type 'AppState' has no member 'isLaoding'
  _ = load.when(changing: AppState.self) { _, _, after in after.isLaoding }
  // error: value of type 'AppState' has no member 'isLaoding'
  _ = load.cancelled(by: Reset.self, changing: AppState.self) { _, _, after in after.isLaoding }
  // error: contextual closure type '@Sendable (Load, AppState?, AppState) -> Bool' expects 3 arguments, but 2 were used in closure body
  _ = load.when(changing: AppState.self) { before, after in true }
}

func anEffectByItself(_ store: Store<AppState, API>) {
  let effect = Effect<API>.on(Load.self).run { _, _ in }
  // error: value of type 'ActionEffect<API, Load>' has no member 'lift'
  store.register(effect: effect.lift(Place<AppState, Only, Settings>.state(\.settings)))
}

func patternsOfAnotherForm() {
  // error: cannot convert value of type 'ActionTemplate<String>' to expected argument type 'A.Type'
  _ = Effect<API>.on(renamed) { action, api in Rename(name: action.payload) }
  // error: 'on(_:_:_:run:)' is unavailable: Several types are a pattern: Effect.on(matching: .any(of: A.self, B.self)).
  _ = Effect<API>.on(Reset.self, Logout.self) { _, _ in Load() }
  // error: 'on(case:_:)' is unavailable: A case is a pattern: Effect.on(matching: ActionCase(\AppAction.search)).
  _ = Effect<API>.on(case: \MenuAction.search) { query, api in Rename(name: query) }
}
