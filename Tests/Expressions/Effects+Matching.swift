// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Sluice

// Effects on templates, cases and several types; those that map an action, and those of streams.

let onTemplate = Effect<API>.on(matching: renamed) { action, api in
  Found(titles: try await api.search(action.payload))
}
let onTemplateMany = Effect<API>.on(matching: counted).answers { action, _ in
  (0..<action.payload).map { Increment(by: $0 * 2 + 1) }
}
let onTemplateNothing = Effect<API>.on(matching: cleared).run { _, api in try await api.upload(0) }
let onTemplateLater = Effect<API>.on(matching: counted).run { action, _, context in
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
.catch { error, context in Failed(message: context.input + ": \(error)") }
let onCaseLater = Effect<API>.on(matching: ActionCase(\MenuAction.search)).run {
  query,
  api,
  context in
  context.send(Progress(value: 0.5))
  let titles = try await api.search(query)
  if titles.count < 2 { return }
  context.send(Found(titles: titles.map { $0 + query }))
}
let onCaseSilently = Effect<API>.on(matching: ActionCase(\MenuAction.close)).run { _, api in
  try await api.upload(1)
  print("closed")
}
let onSeveralTypes = Effect<API>.on(matching: .any(of: Reset.self, Logout.self)) { action, api in
  Loaded(todos: action is Reset ? [] : try await api.todos())
}
.cancelled(matching: .any(of: Load.self, Loaded.self))
.cancelled(matching: counted) { counted, action in counted.payload > 1 && action is Reset }
let mappedCase = Effect<API>.on(matching: ActionCase(\MenuAction.search)).map { action, _ in
  Rename(name: action + "!")
}
let cancellingCase = Effect<API>.cancel(id: "search", matching: ActionCase(\MenuAction.close))
let mapped = Effect<API>.on(Increment.self).map { action, _ in action.by > 10 ? Reset() : nil }
let mappedManyAloneOfStatements = Effect<API>.on(Increment.self).flatMap { action, _ in
  let half = action.by / 2
  if half == 0 { return [] }
  return [Reset(), Rename(name: "\(half)")]
}
let mappedManyTemplates = Effect<API>.on(matching: counted).flatMap { action, _ in
  (0..<action.payload).map { Increment(by: $0 * 2 + 1) }
}
let mappedMany = Effect<API>.on(Increment.self).flatMap { action, _ in
  action.by % 2 == 0 ? [Reset(), Rename(name: "\(action.by / 2)")] : []
}
let mappedWith = Effect<API>.on(Increment.self).map { action, api in
  Rename(name: api.name(action.by * 2 + 1) + "!")
}
let mappedWithOrNothing = Effect<API>.on(Increment.self).map { action, api in
  let name = api.name(action.by)
  if name.isEmpty { return nil }
  return Rename(name: name)
}
let mappedWithEither = Effect<API>.on(matching: counted).map { action, api in
  action.payload > 2 ? Rename(name: api.name(action.payload)) : nil
}
let mappedManyOfStatements = Effect<API>.on(Increment.self).flatMap { action, _ in
  let half = action.by / 2
  return [Reset(), Rename(name: "\(half)")]
}
let mappedTemplate = Effect<API>.on(matching: renamed).map { action, _ in
  Rename(name: action.payload.uppercased())
}
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
