// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

// Effects of every shape, with modifiers, and feedbacks.

let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
let search = Effect<API>.on(Search.self) { action, api in
  Found(titles: try await api.search(action.query).map { $0.lowercased() + "!" })
}
.debounce(for: .milliseconds(300))
.overlap(.latest)
.retry(attempts: 3, backoff: .exponential(from: .seconds(1)))
.timeout(after: .seconds(10))
.cancelled(by: Logout.self, Reset.self)
.catch { error, action in Failed(message: "\(action.query): \(error)") }
let searchOrNothing = Effect<API>.on(Search.self) { action, api in
  let titles = try await api.search(action.query)
  if titles.isEmpty { return nil }
  return Found(titles: titles)
}
let loadOrFail = Effect<API>.on(Load.self) { _, api in
  do {
    return Loaded(todos: try await api.todos())
  } catch {
    return Failed(message: "\(error)")
  }
}
let either = Effect<API>.on(Upload.self) { action, _ in
  action.id > 0 ? Progress(value: Double(action.id) / 2 + 0.5) : nil
}
let maybe = Effect<API>.on(Search.self) { action, api in
  try await api.search(action.query).first.map { Rename(name: $0) }
}
let failing = Effect<API>.on(Load.self) { _, _ in throw CancellationError() }
let switching = Effect<API>.on(Upload.self) { action, api in
  switch action.id {
  case 0: return Reset() as any Action
  case 1: return Rename(name: "1")
  default:
    try await api.upload(action.id)
    return nil
  }
}
let silently = Effect<API>.on(Upload.self) { action, api in
  let id = action.id * 2 + 1
  try await api.upload(id)
  print(id)
}
let several = Effect<API>.on(Load.self) { _, api in
  [Loaded(todos: try await api.todos()), Progress(value: 1), Rename(name: "loaded")]
}
let each = Effect<API>.on(Search.self) { action, api in
  try await api.search(action.query).map { AddTodo(title: $0 + " (\(action.query))") }
}
let someOfThem = Effect<API>.on(Load.self) { _, api in
  let todos = try await api.todos()
  if todos.isEmpty { return [] }
  return [Loaded(todos: todos), Progress(value: Double(todos.count) / 10)]
}
let upload = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
let nothing = Effect<API>.on(Reset.self) { _, _ in }
let later = Effect<API>.on(Upload.self) { action, api, context in
  for await value in api.progress(action.id) { context.send(Progress(value: value * 100)) }
  context.send(Loaded(todos: []))
}
.cancelled(by: Cancel.self) { cancel, upload in cancel.id == upload.id }
let asking = Effect<API>.on(Search.self) { action, api, context in
  let found = try await context.next(Found.self)
  try await context.sleep(for: .seconds(found.titles.count * 2 + 1))
  context.send(Rename(name: action.query + found.titles.joined(separator: "+")), note: "asked")
}
let reading = Effect<API>.on(Search.self, state: AppState.self) { action, api, context in
  if context.state.todos.contains(where: { $0.title == action.query + "!" }) { return }
  let limit = Double(context.state.limit) * 1.5 + 2
  context.send(Found(titles: context.selectCurrent(visibleTitles)))
  context.send(Progress(value: limit / Double(context.state.count)))
}
.overlap(.latest)
let polling = Effect<API>.on(Search.self) { action, api, context in
  for await number in context.ticks(every: .seconds(action.query.count * 2 + 1)) {
    context.send(Progress(value: Double(number) * 0.5 + 1))
  }
  for await text in context.ticks(every: .milliseconds(10)).prefix(3 * 2).map({ "\($0)" + "!" }) {
    context.send(Rename(name: text))
  }
}
let watching = Effect<API>.on(Search.self, state: AppState.self) { action, api, context in
  for await title in context.values(of: \.settings.theme) {
    context.send(Rename(name: title + "!"))
  }
  for await titles in context.values(of: visibleTitles).map({ $0.count * 2 + 1 }) {
    context.send(Increment(by: titles))
  }
  for await change in context.values(of: \.count).changes {
    context.send(Increment(by: change.new - change.old * 2))
  }
  let state = try await context.firstState(
    where: { $0.count > $0.limit * 2 + 1 },
    timeout: .seconds(1)
  )
  try await context.firstState(where: { !$0.isLoading && $0.todos.count > 1 })
  let found = try await context.next(Found.self, where: { $0.titles.count > state.count * 2 })
  let none = try? await context.next(Found.self, timeout: .milliseconds(100 * state.count + 1))
  context.send(Rename(name: found.titles.joined() + (none?.titles.first ?? "none")))
  let count = try await context.next(
    matching: counted,
    where: { $0.payload > state.count + 1 },
    timeout: .seconds(2)
  )
  context.send(Increment(by: count.payload + 1))
}
let readTemplate = Effect<API>.on(matching: counted, state: AppState.self) { action, _, context in
  context.send(Increment(by: action.payload * context.state.count))
}
let whenLoading = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
  .when(state: AppState.self) { _, before, after in
    !before.isLoading && after.isLoading && after.todos.count * 2 < after.limit + 1
  }
let whenAdded = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
  .when(state: AppState.self) { $2.pending.contains($0.id) && $1.pending.count < $2.pending.count }
let cancelledWhen = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
  .cancelled(
    by: Logout.self,
    when: { (_, before: AppState, after) in
      before.settings != after.settings || before.count * 2 > after.count + 1
    }
  )
  .cancelled(by: Cancel.self, state: AppState.self) { cancel, before, _ in
    before.pending.contains(cancel.id + 1)
  }
let readingAllStates = Effect<API>.on(Search.self, state: AppState.self) { action, api, context in
  let name = try context.stateBefore.name + context.stateAtCommit.name + context.state.name
  context.send(Found(titles: try await api.search(name + action.query)))
}
.retainingState()
.retainingStateBefore()
let readingCount = Effect<API>.on(Increment.self, reading: \AppState.count) { action, count, _ in
  Increment(by: action.by * count * 2 + 1)
}
let readingAll = Effect<API>.on(Search.self, reading: \AppState.self) { action, state, api in
  let titles = try await api.search(action.query + state.name)
  if titles.count > state.limit * 2 + 1 { return nil }
  return Found(titles: titles)
}
.when { (_, before: AppState, after) in before.query != after.query }
let readPending = Effect<API>.on(Upload.self, reading: \AppState.pending) { action, pending, api in
  for id in pending where id != action.id { try await api.upload(id + 1) }
}
let readingMany = Effect<API>.on(matching: counted, reading: \AppState.settings.volume) {
  action,
  volume,
  _ in
  (0..<action.payload).map { Progress(value: Double($0) * volume + 0.5) }
}
let readingLater = Effect<API>.on(Upload.self, reading: \AppState.count) {
  action,
  count,
  api,
  context in
  for await value in api.progress(action.id) {
    context.send(Progress(value: value * Double(count) / Double(context.state.count)))
  }
}
let readingLaterAnswering = Effect<API>.on(matching: renamed, reading: \AppState.name) {
  action,
  name,
  _,
  context in
  try await context.sleep(for: .seconds(1))
  return name + "!" == context.state.name ? Rename(name: action.payload) : nil
}
.overlap(.latest)
let perKey = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
  .overlap(.serial, by: \.id)
  .throttle(for: .milliseconds(100), edges: .both)
let throttled = Effect<API>.on(Upload.self) { action, api in try await api.upload(action.id) }
  .throttle(for: .milliseconds(100), edges: .both, latest: false)
let noted = Effect<API>.on(Load.self, note: "at launch") { _, api in
  Loaded(todos: try await api.todos())
}
let onTemplate = Effect<API>.on(matching: renamed) { action, api in
  Found(titles: try await api.search(action.payload))
}
let onTemplateMany = Effect<API>.on(matching: counted) { action, _ in
  (0..<action.payload).map { Increment(by: $0 * 2 + 1) }
}
let onTemplateNothing = Effect<API>.on(matching: cleared) { _, api in try await api.upload(0) }
let onTemplateLater = Effect<API>.on(matching: counted) { action, _, context in
  context.send(Increment(by: action.payload))
}
let onCase = Effect<API>.on(matching: ActionCase(\MenuAction.search)) { query, api in
  Found(titles: try await api.search(query + "!").filter { !$0.isEmpty })
}
.where { $0.count > 2 && !$0.hasPrefix("#") }
.overlap(.latest, by: \.count)
.cancelled(matching: ActionCase(\MenuAction.close))
.cancelled(matching: ActionCase(\MenuAction.search)) { newer, older in newer.count > older.count + 1
}
.catch { error, query in Failed(message: query + ": \(error)") }
let onCaseLater = Effect<API>.on(matching: ActionCase(\MenuAction.search)) { query, api, context in
  context.send(Progress(value: 0.5))
  let titles = try await api.search(query)
  if titles.count < 2 { return nil }
  return Found(titles: titles.map { $0 + query })
}
let onCaseSilently = Effect<API>.on(matching: ActionCase(\MenuAction.close)) { _, api in
  try await api.upload(1)
  print("closed")
}
let onSeveralTypes = Effect<API>.on(matching: .any(of: Reset.self, Logout.self)) { action, api in
  Loaded(todos: action is Reset ? [] : try await api.todos())
}
.cancelled(matching: .any(of: Load.self, Loaded.self))
.cancelled(matching: counted) { counted, action in counted.payload > 1 && action is Reset }
let mappedCase = Effect<API>.map(matching: ActionCase(\MenuAction.search)) {
  Rename(name: $0 + "!")
}
let cancellingCase = Effect<API>.cancel(id: "search", matching: ActionCase(\MenuAction.close))
let answeringLater = Effect<API>.on(Upload.self) { action, api, context in
  try await context.sleep(for: .seconds(action.id * 2))
  return Progress(value: Double(action.id) / 2 + 1)
}
let answeringManyLater = Effect<API>.on(Upload.self, state: AppState.self) { action, _, context in
  if context.state.count > action.id * 2 { return [] }
  return [Increment(by: context.state.limit - action.id), Reset()]
}
let answeringAtOnce = Effect<API>.on(Search.self, state: AppState.self) { action, _, context in
  Rename(name: context.state.name + action.query)
}
let answeringEither = Effect<API>.on(Load.self) { _, api, context in
  let todos = try await api.todos()
  return todos.isEmpty ? Reset() : Loaded(todos: todos.filter { !$0.isDone })
}
let waitingForCases = Effect<API>.on(Load.self) { _, _, context in
  let query = try await context.next(
    matching: ActionCase(\MenuAction.search),
    where: { $0.count > 2 }
  )
  let ending = try await context.next(
    matching: .any(of: Reset.self, Logout.self),
    timeout: .seconds(1)
  )
  return Rename(name: query + (ending is Reset ? "!" : "?"))
}
let mapped = Effect<API>.map(Increment.self) { $0.by > 10 ? Reset() : nil }
let mappedManyAlone = Effect<API>.map(Increment.self) {
  $0.by % 2 == 0 ? [Reset(), Rename(name: "\($0.by / 2)")] : []
}
let mappedManyAloneOfStatements = Effect<API>.map(Increment.self) { action in
  let half = action.by / 2
  if half == 0 { return [] }
  return [Reset(), Rename(name: "\(half)")]
}
let mappedManyTemplates = Effect<API>.map(matching: counted) { action in
  (0..<action.payload).map { Increment(by: $0 * 2 + 1) }
}
let mappedMany = Effect<API>.map(Increment.self) { action, _ in
  action.by % 2 == 0 ? [Reset(), Rename(name: "\(action.by / 2)")] : []
}
let mappedWith = Effect<API>.map(Increment.self) { action, api in
  Rename(name: api.name(action.by * 2 + 1) + "!")
}
let mappedWithOrNothing = Effect<API>.map(Increment.self) { action, api in
  let name = api.name(action.by)
  if name.isEmpty { return nil }
  return Rename(name: name)
}
let mappedWithEither = Effect<API>.map(matching: counted) { action, api in
  action.payload > 2 ? Rename(name: api.name(action.payload)) : nil
}
let mappedManyOfStatements = Effect<API>.map(Increment.self) { action, _ in
  let half = action.by / 2
  return [Reset(), Rename(name: "\(half)")]
}
let mappedTemplate = Effect<API>.map(matching: renamed) { Rename(name: $0.payload.uppercased()) }
let one = Effect<API>.dispatchingOne { actions, _ in
  actions.ofType(Rename.self).map { AddTodo(title: $0.name) }
}
let oneOfStatements = Effect<API>.dispatchingOne { actions, _ in
  actions.ofType(Rename.self).map { action in
    print(action)
    return AddTodo(title: action.name)
  }
}
let oneOfAny = Effect<API>.dispatchingOne { actions, _ in
  actions.ofType(Rename.self).map { $0.name.isEmpty ? Reset() as any Action : Load() }
}
let oneFiltered = Effect<API>.dispatchingOne { actions, _ in
  actions.wasCreated(from: renamed).filter { !$0.payload.isEmpty }.map { Rename(name: $0.payload) }
}
let multiple = Effect<API>.dispatchingMultiple { actions, _ in
  actions.ofType(Increment.self).map { [Reset(), Increment(by: $0.by * 2)] }
}
let silent = Effect<API>.nonDispatching { actions, api in
  for await action in actions.ofType(Upload.self) { try? await api.upload(action.id + 1) }
}

final class TodoEffects: Effects<API> {
  let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
  let search = Effect<API>.on(Search.self) { action, api in
    Found(titles: try await api.search(action.query))
  }
  .overlap(.latest)
  .catch { error, _ in Failed(message: "\(error)") }
}
enum LiftedParts {
  static let todos = TodoEffects().lift(state: \AppState.todos)
  static let feature = Feature<AppState, API>(id: "todos").effects(todos)
}

let searching = Feedback<AppState, API>(whenSome: \.query) { query, api, context in
  context.send(Found(titles: try await api.search(query + "*")))
}
let counting2 = Feedback<AppState, API>(whenChanged: { $0.count / 10 + $0.limit * 2 }) {
  tens,
  _,
  context in
  context.send(Rename(name: "\(tens * 10)"))
}
let ofSelector = Feedback<AppState, API>(whenChanged: visibleTitles) { titles, _, context in
  context.send(Progress(value: Double(titles.count) / 100))
}
let whileLoading = Feedback<AppState, API>(while: { $0.isLoading && $0.error == nil }) {
  api,
  context in
  context.send(Loaded(todos: try await api.todos()))
}
let whenFull = Feedback<AppState, API>(whenBecomesTrue: { $0.count >= $0.limit }) { _, context in
  context.send(Reset())
}
let whileLoadingOf = Feedback<AppState, API>(while: { $0.isLoading && $0.error == nil }) {
  state,
  api,
  context in
  context.send(Found(titles: try await api.search(state.query ?? "" + "\(state.count * 2)")))
}
let whenFullOf = Feedback<AppState, API>(whenBecomesTrue: \.isLoading) { state, _, context in
  context.send(Rename(name: "\(state.count + state.limit)"))
}
let firstQuery = Feedback<AppState, API>(firstValueAfterNil: \.query) { query, api, context in
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
.catch { Failed(message: "\($0)") }
let connecting = Feedback<AppState, API>(while: \.isLoading) { api, context in
  context.send(Loaded(todos: try await api.todos()))
}
.retry(attempts: .unlimited, backoff: .exponential(from: .seconds(1)), resetAfter: .seconds(60)) {
  !($0 is CancellationError)
}
.onRetry { attempt, error, wait in print("Attempt \(attempt): \(error). The next in \(wait).") }
.repeat(after: .seconds(60))

// Lifted over elements.

struct Renamed: Action { let id: Int }
enum ListAction: Action {
  case todo(Todo.ID, Rename)
  case renamed(Todo.ID, Renamed)
  case all(Rename)
}
let renaming = Effect<API>.on(Rename.self, state: Todo.self) { _, _, context in
  try await context.sleep(for: .seconds(1))
  context.send(Renamed(id: context.state.id + 1))
}
let renamingEach = renaming.lift(
  elements: \AppState.todos,
  action: { (action: ListAction) in
    if case .todo(let id, let action) = action { (id, action) } else { nil }
  },
  every: { if case .all(let action) = $0 { action } else { nil } },
  embed: ListAction.renamed
)
let renamingEntities = renaming.lift(elements: \AppState.entities)
let renamingArray = renaming.lift(elements: \AppState.todos)
let titleSearch = Feedback<Todo, API>(whenChanged: \.title) { title, api, context in
  context.send(Rename(name: try await api.search(title).first ?? title + "!"))
}
let titleSearchOfEach = titleSearch.lift(elements: \AppState.entities)
let featureOfEach = Feature<Todo, API>(id: "todo")
  .reducer(Reducer(ReduceOn(Rename.self) { $0.title = $1.name }))
  .effect(renaming)
  .feedback(titleSearch)
  .lift(elements: \AppState.entities)
