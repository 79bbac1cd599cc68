import Sluice

struct Shop: Sendable, Equatable {
  var name = ""
  var todos: [String] = []
  var isAsking = false
  var choice: Int?
}

struct Added: Action { let todo: String }
struct Cleared: Action {}
struct NameTyped: Action { let name: String }
struct Asked: Action {}
struct Cancelled: Action {}
struct Chosen: Action { let choice: Int? }

let nameTyped = ActionTemplate(id: "Name typed", payloadType: String.self)
let asked = ActionTemplate(id: "Asked")
let cancelled = ActionTemplate(id: "Cancelled")

extension Store where State == Shop, Environment == Void {
  static func shop() -> Store<Shop, Void> {
    let reducer = Reducer<Shop>(
      ReduceOn(Added.self) { shop, action in shop.todos.append(action.todo) },
      ReduceOn(Cleared.self) { shop, _ in shop.todos = [] },
      ReduceOn(NameTyped.self) { shop, action in shop.name = action.name },
      ReduceOn(nameTyped) { shop, action in shop.name = action.payload },
      ReduceOn(Asked.self) { shop, _ in shop.isAsking = true },
      ReduceOn(Cancelled.self) { shop, _ in shop.isAsking = false },
      ReduceOn(asked) { shop, _ in shop.isAsking = true },
      ReduceOn(cancelled) { shop, _ in shop.isAsking = false },
      ReduceOn(Chosen.self) { shop, action in shop.choice = action.choice }
    )
    return Store(initialState: Shop(), reducers: [reducer])
  }
}

enum Selectors {
  static let name = Sluice.Selector(keyPath: \Shop.name)
  static let isAsking = Sluice.Selector(keyPath: \Shop.isAsking)
  static let count = Sluice.Selector(keyPath: \Shop.todos.count)
}

/// Notes who dispatched what.
final class OriginLog: Interceptor, @unchecked Sendable {
  // `@unchecked`: the tests dispatch on the main actor only.
  private(set) var origins: [ActionOrigin] = []
  private(set) var actions: [any Action] = []

  func committed(_ commit: Commit<Shop>) {
    origins.append(commit.origin)
    actions.append(commit.action)
  }
}
