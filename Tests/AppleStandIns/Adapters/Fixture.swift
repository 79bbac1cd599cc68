import Sluice

struct Item: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
}

enum Aisle: Hashable, Sendable { case first, last }

struct Shop: Sendable, Equatable {
  var name = ""
  var todos: [String] = []
  var isAsking = false
  var choice: Int?
  var items: Entities<Item> = []
  var picked: Item?
  var path: [Aisle] = []
}

struct Added: Action { let todo: String }
struct Cleared: Action {}
struct NameTyped: Action { let name: String }
struct Asked: Action {}
struct Cancelled: Action {}
struct Chosen: Action { let choice: Int? }
struct ItemSet: Action { let item: Item }
struct ItemRemoved: Action { let id: Item.ID }
struct Picking: Action { let item: Item? }
struct Navigated: Action { let path: [Aisle] }

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
      ReduceOn(Chosen.self) { shop, action in shop.choice = action.choice },
      ReduceOn(ItemSet.self) { shop, action in shop.items[id: action.item.id] = action.item },
      ReduceOn(ItemRemoved.self) { shop, action in shop.items[id: action.id] = nil },
      ReduceOn(Picking.self) { shop, action in shop.picked = action.item },
      ReduceOn(Navigated.self) { shop, action in shop.path = action.path }
    )
    return Store(initialState: Shop(), reducers: [reducer])
  }

  func add(_ todo: String) { dispatch(action: Added(todo: todo)) }
  func type(_ name: String) { dispatch(action: NameTyped(name: name)) }
  func put(_ id: Item.ID, _ title: String) {
    dispatch(action: ItemSet(item: Item(id: id, title: title)))
  }
  func remove(_ id: Item.ID) { dispatch(action: ItemRemoved(id: id)) }
}

enum Selectors {
  static let name = Sluice.Selector(keyPath: \Shop.name)
  static let isAsking = Sluice.Selector(keyPath: \Shop.isAsking)
  static let count = Sluice.Selector(keyPath: \Shop.todos.count)
  static let items = EntitySelectors(at: \Shop.items)
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
