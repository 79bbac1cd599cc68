import Sluice

// Selectors of one to ten inputs, with what people compute in them.

let doubled = Selector.with(count) { $0 * 2 }
let half = Selector.with(count) { Double($0) / 2.0 + 0.5 }
let isPositive = Selector.with(count) { $0 > 0 && $0 < 1_000 || $0 == -1 }
let label = Selector.with(count) { $0 == 0 ? "none" : $0 == 1 ? "one" : "\($0) things" }
let openCount = Selector.with(todos) { $0.filter { !$0.isDone }.count }
let byDate = Selector.with(todos) { $0.sorted { ($0.due ?? .infinity) < ($1.due ?? .infinity) } }
let grouped = Selector.with(todos) { Dictionary(grouping: $0) { $0.isDone ? "done" : "open" } }
let total = Selector.with(items) { $0.reduce(0) { $0 + $1.price * Double($1.quantity) } }
let discounted = Selector.with(items) { items in
  items.map { $0.price * Double($0.quantity) * (1 - ($0.discount ?? 0)) }.reduce(0, +)
}
let initials = Selector.with(name) { $0.split(separator: " ").compactMap(\.first).map(String.init) }
let nameLength = Selector.with(name, keyPath: \.count)
let muted = Selector.with(settings, keyPath: \.isMuted)
let hasQuery = Selector.with(query) { $0?.isEmpty == false }
let best = Selector.with(scores) { $0.max { $0.value < $1.value }?.key ?? "nobody" }

let sum = Selector.with(count, limit) { $0 + $1 }
let product = Selector.with(count, limit) { $0 * $1 + $0 - $1 }
let weighted = Selector.with(count, limit) { Double($0) * 1.25 + Double($1) * 0.5 }
let ratio = Selector.with(count, limit) { $1 == 0 ? 0 : Double($0) / Double($1) }
let percent = Selector.with(count, limit) { $1 == 0 ? "–" : "\(100 * $0 / $1) %" }
let distance = Selector.with(count, limit) { (Double($0 * $0) + Double($1 * $1)).squareRoot() }
let isOver = Selector.with(count, limit) { $0 > $1 }
let remaining = Selector.with(count, limit) { max(0, $1 - $0) }
let visibleTitles = Selector.with(todos, filter) { todos, filter in
  todos.filter(filter.shows).map { "\($0.isDone ? "✓" : "○") \($0.title)" }
}
let currentTitle = Selector.with(todos, selected) { todos, id in
  todos.first { $0.id == id }?.title ?? "nothing selected"
}
let price = Selector.with(total, taxRate) { "\(($0 * (1 + $1) * 100).rounded() / 100) €" }
let greeting = Selector.with(name, count) {
  $0.isEmpty ? "Hello" : "Hello, " + $0 + "!" + " (\($1))"
}

let sumOfThree = Selector.with(count, limit, openCount) { $0 + $1 + $2 }
let status = Selector.with(openCount, count, filter) { open, all, filter in
  all == 0 ? "nothing to do" : "\(open) of \(all) to do, showing \(filter)"
}
let message = Selector.with(isLoading, failure, openCount) { isLoading, failure, open in
  isLoading ? "loading …" : failure ?? "\(open) to do"
}
let checkout = Selector.with(total, taxRate, volume) { $0 * (1 + $1) - $2 * 0.5 }
let searchHits = Selector.with(todos, query, filter) { todos, query, filter in
  todos.filter { filter.shows($0) && (query.map($0.title.contains) ?? true) }.map(\.id)
}
let sumOfFour = Selector.with(count, limit, openCount, remaining) { $0 + $1 + $2 + $3 }
let mixedFour = Selector.with(count, volume, total, taxRate) {
  Double($0) * $1 + $2 * (1 + $3) - 0.5
}
let lineOfFour = Selector.with(name, count, limit, filter) { name, count, limit, filter in
  name + ": " + String(count) + "/" + String(limit) + " " + filter.rawValue
}
let stateOfFour = Selector.with(isLoading, failure, todos, filter) {
  isLoading,
  failure,
  todos,
  filter -> String in
  if isLoading { return "loading" }
  if let failure { return "failed: \(failure)" }
  let shown = todos.filter(filter.shows)
  return shown.isEmpty ? "empty" : shown.map(\.title).joined(separator: "\n")
}
let sumOfFive = Selector.with(count, limit, openCount, remaining, sum) { $0 + $1 + $2 + $3 + $4 }
let namedFive = Selector.with(count, limit, volume, taxRate, total) {
  count,
  limit,
  volume,
  tax,
  total in
  Double(count) * volume + Double(limit) * tax + total / 2
}
let textOfSix = Selector.with(name, count, limit, filter, query, isLoading) {
  "\($0): \($1)/\($2) \($3.rawValue) \($4 ?? "–")" + ($5 ? " …" : "")
}
let sumOfSeven = Selector.with(count, limit, openCount, remaining, sum, product, doubled) {
  $0 + $1 * $2 - $3 + $4 * $5 - $6
}
let sumOfEight = Selector.with(count, limit, openCount, remaining, sum, product, doubled, count) {
  $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7
}
let allOfEight = Selector.with(isLoading, muted, isOver, hasQuery, isPositive, count, limit, name) {
  $0 && !$1 || $2 && $3 || !$4 && $5 > $6 && !$7.isEmpty
}
let sumOfTen = Selector.with(
  count,
  limit,
  openCount,
  remaining,
  sum,
  product,
  doubled,
  sumOfThree,
  sumOfFour,
  sumOfFive
) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }

let area = Selector { (state: AppState) in state.settings.volume * 2 + Double(state.count) * 0.25 }
let summary = Selector(name: "summary") { (state: AppState) in
  state.error ?? (state.isLoading ? "…" : "\(state.todos.count { $0.isDone })/\(state.todos.count)")
}

let todo = SelectorFamily { (state: AppState, id: Todo.ID) in state.todos.first { $0.id == id } }
let isUrgent = SelectorFamily { (id: Todo.ID) in
  Selector.with(todo(id), count) { todo, count in (todo?.due ?? 0) < Double(count) * 1.5 + 10 }
}
let tagged = SelectorFamily { (state: AppState, tag: String) in
  state.todos.filter { $0.tags.contains(tag) }.map { $0.title + "#" + tag }
}
let entity = SelectorFamily { (id: Todo.ID) in
  Selector.with(entities.byID(id)) { $0.map { $0.title + ($0.isDone ? " ✓" : "") } ?? "gone" }
}
let entityLine = Selector.with(entities.all, entities.count, filter) {
  "\($0.elements.filter($2.shows).count) of \($1)"
}

// Values that are compared in another way than by `==`, or are changes with each new state.

let urgent = Selector(keyPath: \AppState.items, comparing: .by { $0.map(\.id) == $1.map(\.id) })
let always = Selector(keyPath: \AppState.scores, comparing: .always)
let pair = Selector(comparing: .always) { (state: AppState) in (state.count * 2, state.name + "!") }
let doubles = Selector.with(count, limit, comparing: .always) { ($0 * 2, $1 - 1) }
let shared = Selector<AppState, (Int, Int)>.with(
  count,
  limit,
  comparing: .by { $0.0 + $0.1 == $1.0 + $1.1 }
) { ($0 * 2, $1 - 1) }
let titles: Selector<AppState, [String]> = .with(
  todos,
  filter,
  name,
  comparing: .by { $0.count == $1.count }
) { todos, filter, name in todos.filter(filter.shows).map { $0.title + name } }
