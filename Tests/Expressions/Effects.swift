// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

// Effects of every shape on an action's type, with modifiers.

let load = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
let search = Effect<API>.on(Search.self) { action, api in
  Found(titles: try await api.search(action.query).map { $0.lowercased() + "!" })
}
.debounce(for: .milliseconds(300))
.overlap(.latest)
.retry(attempts: 3, backoff: .exponential(from: .seconds(1)))
.timeout(after: .seconds(10))
.cancelled(by: Logout.self, Reset.self)
.catch { error, context in Failed(message: "\(context.input.query): \(error)") }
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
  case 0: return Reset()
  case 1: return Rename(name: "1")
  default:
    try await api.upload(action.id)
    return nil
  }
}
let silently = Effect<API>.on(Upload.self).run { action, api in
  let id = action.id * 2 + 1
  try await api.upload(id)
  print(id)
}
let several = Effect<API>.on(Load.self).answers { _, api in
  [Loaded(todos: try await api.todos()), Progress(value: 1), Rename(name: "loaded")]
}
let each = Effect<API>.on(Search.self).answers { action, api in
  try await api.search(action.query).map { AddTodo(title: $0 + " (\(action.query))") }
}
let someOfThem = Effect<API>.on(Load.self).answers { _, api in
  let todos = try await api.todos()
  if todos.isEmpty { return [] }
  return [Loaded(todos: todos), Progress(value: Double(todos.count) / 10)]
}
let upload = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
let nothing = Effect<API>.on(Reset.self).run { _, _ in }
let later = Effect<API>.on(Upload.self).run { action, api, context in
  for await value in api.progress(action.id) { context.send(Progress(value: value * 100)) }
  context.send(Loaded(todos: []))
}
.cancelled(by: Cancel.self) { cancel, upload in cancel.id == upload.id }
let asking = Effect<API>.on(Search.self).run { action, api, context in
  let found = try await context.next(Found.self)
  try await context.sleep(for: .seconds(found.titles.count * 2 + 1))
  context.send(Rename(name: action.query + found.titles.joined(separator: "+")), note: "asked")
}
let reading = Effect<API>.on(Search.self).seeing(AppState.self).run { action, api, context in
  if context.state.todos.contains(where: { $0.title == action.query + "!" }) { return }
  let limit = Double(context.state.limit) * 1.5 + 2
  context.send(Found(titles: context.selectCurrent(visibleTitles)))
  context.send(Progress(value: limit / Double(context.state.count)))
}
.overlap(.latest)
let polling = Effect<API>.on(Search.self).run { action, api, context in
  for await number in context.ticks(every: .seconds(action.query.count * 2 + 1)) {
    context.send(Progress(value: Double(number) * 0.5 + 1))
  }
  for await text in context.ticks(every: .milliseconds(10)).prefix(3 * 2).map({ "\($0)" + "!" }) {
    context.send(Rename(name: text))
  }
}
let watching = Effect<API>.on(Search.self).seeing(AppState.self).run { action, api, context in
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
let readTemplate = Effect<API>.on(matching: counted).seeing(AppState.self).run {
  action,
  _,
  context in
  context.send(Increment(by: action.payload * context.state.count))
}
let whenLoading = Effect<API>.on(Load.self) { _, api in Loaded(todos: try await api.todos()) }
  .when(changing: AppState.self) { _, before, after in
    before?.isLoading != true && after.isLoading && after.todos.count * 2 < after.limit + 1
  }
let whenAdded = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
  .when(changing: AppState.self) { action, before, after in
    after.pending.contains(action.id) && before?.pending.count ?? 0 < after.pending.count
  }
let cancelledWhen = Effect<API>.on(Upload.self).run { action, api in
  try await api.upload(action.id)
}
.cancelled(by: Logout.self, changing: AppState.self) { _, before, after in
  guard let before else { return true }
  return before.settings != after.settings || before.count * 2 > after.count + 1
}
.cancelled(by: Cancel.self, changing: AppState.self) { cancel, before, _ in
  before?.pending.contains(cancel.id + 1) == true
}
.cancelled(by: Cancel.self) { $0.id == $1.id + 1 }
let readingAllStates = Effect<API>.on(Search.self)
  .seeing(AppState.self, retaining: [.before, .atCommit])
  .run { action, api, context in
    let name = try (context.stateBefore?.name ?? "") + context.stateAtCommit.name
    let titles = try await api.search(name + context.state.name + action.query)
    if titles.count > context.state.limit * 2 + 1 { return }
    context.send(Found(titles: titles))
  }
  .when(changing: AppState.self) { $1?.query != $2.query }
let readingPending = Effect<API>.on(Upload.self).seeing(AppState.self, retaining: .atCommit).run {
  action,
  api,
  context in
  for id in try context.stateAtCommit.pending where id != action.id { try await api.upload(id + 1) }
  for await value in api.progress(action.id) {
    let count = Double(try context.stateAtCommit.count)
    context.send(Progress(value: value * count / Double(context.state.count)))
  }
}
let perKey = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
  .overlap(.serial, by: \.id)
  .throttle(for: .milliseconds(100), edges: .both)
let throttled = Effect<API>.on(Upload.self).run { action, api in try await api.upload(action.id) }
  .throttle(for: .milliseconds(100), edges: .both, latest: false)
let noted = Effect<API>.on(Load.self, note: "at launch") { _, api in
  Loaded(todos: try await api.todos())
}
let sendingLater = Effect<API>.on(Upload.self).run { action, api, context in
  try await context.sleep(for: .seconds(action.id * 2))
  context.send(Progress(value: Double(action.id) / 2 + 1))
}
let sendingEither = Effect<API>.on(Load.self).run { _, api, context in
  let todos = try await api.todos()
  context.send(todos.isEmpty ? Reset() as any Action : Loaded(todos: todos.filter { !$0.isDone }))
}
let waitingForCases = Effect<API>.on(Load.self).run { _, _, context in
  let query = try await context.next(
    matching: ActionCase(\MenuAction.search),
    where: { $0.count > 2 }
  )
  let ending = try await context.next(
    matching: .any(of: Reset.self, Logout.self),
    timeout: .seconds(1)
  )
  context.send(Rename(name: query + (ending is Reset ? "!" : "?")))
}
let answered = Effect<API>.on(Load.self).answer(note: "by its verb") { _, api in
  let todos = try await api.todos()
  return todos.count > 2 ? Loaded(todos: todos) : Reset()
}
