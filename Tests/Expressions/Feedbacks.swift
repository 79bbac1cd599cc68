// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

// Feedbacks with modifiers, and effects in types and lifted.

let searching = Feedback<AppState, API>(for: \.query) { query, api, context in
  context.send(Found(titles: try await api.search(query + "*")))
}
let counting2 = Feedback<AppState, API>(for: { $0.count / 10 + $0.limit * 2 }) {
  tens,
  _,
  context in
  context.send(Rename(name: "\(tens * 10)"))
}
let ofSelector = Feedback<AppState, API>(for: visibleTitles) { titles, _, context in
  context.send(Progress(value: Double(titles.count) / 100))
}
let whileLoading = Feedback<AppState, API>(while: { $0.isLoading && $0.error == nil }) {
  api,
  context in
  context.send(Loaded(todos: try await api.todos()))
}
let whenFull = Feedback<AppState, API>(while: { $0.count >= $0.limit }, outlivesCondition: true) {
  _,
  context in
  context.send(Reset())
}
let whileLoadingOf = Feedback<AppState, API>(while: { $0.isLoading && $0.error == nil }) {
  api,
  context in
  let state = context.state
  context.send(Found(titles: try await api.search(state.query ?? "" + "\(state.count * 2)")))
}
let whenFullOf = Feedback<AppState, API>(while: \.isLoading, outlivesCondition: true) {
  _,
  context in
  context.send(Rename(name: "\(context.state.count + context.state.limit)"))
}
let firstQuery = Feedback<AppState, API>(for: \.query, restartsOnChange: false) {
  query,
  api,
  context in
  context.send(Found(titles: try await api.search(query + "*")))
}
let perTodo = Feedback<AppState, API>(each: { $0.todos.filter { !$0.isDone }.map(\.id) }) {
  id,
  api,
  _ in
  try await api.upload(id)
}
let pending = Feedback<AppState, API>(each: \.pending) { id, api, context in
  try await api.upload(id)
  context.send(Cancel(id: id))
}
.cancelled(by: Logout.self, Reset.self)
.cancelled(matching: ActionCase(\MenuAction.close))
.delay(for: .milliseconds(200))
.retry(attempts: 2)
.catch { error, context in (context.input as? Todo.ID).map { Failed(message: "\($0): \(error)") } }
let connecting = Feedback<AppState, API>(while: \.isLoading) { api, context in
  context.send(Loaded(todos: try await api.todos()))
}
.retry(attempts: .unlimited, backoff: .exponential(from: .seconds(1)), resetAfter: .seconds(60)) {
  !($0 is CancellationError)
}
.onRetry { error, wait, context in
  print("Attempt \(context.attempt): \(error). The next in \(wait).")
  context.send(Rename(name: "waiting " + "\(wait)"))
}
.repeat(after: .seconds(60))

final class TodoEffects: Effects<API> {
  let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
  let search = Effect<API>.on(Search.self) { action, api in
    Found(titles: try await api.search(action.query))
  }
  .overlap(.latest)
  .catch { error, _ in Failed(message: "\(error)") }
}

// Features, and what they have, lifted.

struct Renamed: Action { let id: Int }
enum ListAction: Action {
  case todo(Todo.ID, Rename)
  case all(Rename)
}
let playerFeature = Feature<Settings, Double>(id: "player")
  .reducer(playing)
  .effect(.on(Load.self) { _, volume in Progress(value: volume * 2 + 1) })
let renaming = Effect<API>.on(Rename.self).seeing(Todo.self).run { _, _, context in
  try await context.sleep(for: .seconds(1))
  context.send(Renamed(id: context.state.id + 1))
}
let titleSearch = Feedback<Todo, API>(for: \.title) { title, api, context in
  context.send(Rename(name: try await api.search(title).first ?? title + "!"))
}
let todoFeature = Feature<Todo, API>(id: "todo")
  .reducer(Reducer(ReduceOn(Rename.self) { $0.title = $1.name }))
  .effect(renaming)
  .feedback(titleSearch)
let featureOfEach = todoFeature.lift(.each(\AppState.entities))
let featureOfActions = todoFeature.lift(
  .each(\AppState.todos),
  action: .element(
    { (action: ListAction) in
      if case .todo(let id, let action) = action { (id, action) } else { nil }
    },
    ListAction.todo,
    every: { if case .all(let action) = $0 { action } else { nil } }
  )
)
let nestedFeature = Feature<AppState, API>(id: "app", effects: TodoEffects())
  .reducer(counting)
  .feature(todoFeature.lift(.each(\.entities)))
  .feature(
    playerFeature.lift(
      .optional(\.preview),
      action: .case(\.settings, AppAction.settings),
      environment: { Double(1 + ($0 as API).name(2).count * 3) }
    )
  )
