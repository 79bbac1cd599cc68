import Sluice

// What the expressions of this folder are about. They are compiled by `.ci/check-expressions`, with
// the limit that it sets, and never run.

struct Todo: Sendable, Hashable, Codable, Identifiable {
  let id: Int
  var title = ""
  var isDone = false
  var due: Double?
  var tags: [String] = []
}

struct Item: Sendable, Equatable, Identifiable {
  let id: Int
  var name = ""
  var price = 0.0
  var quantity = 1
  var discount: Double?
}

struct Settings: Sendable, Equatable {
  var volume = 0.5
  var taxRate = 0.2
  var theme = "light"
  var isMuted = false
}

enum Filter: String, Sendable, CaseIterable {
  case all, open, done

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .open: !todo.isDone
    case .done: todo.isDone
    }
  }
}

struct AppState: Sendable, Equatable {
  var count = 0
  var limit = 10
  var name = ""
  var query: String?
  var filter = Filter.all
  var todos: [Todo] = []
  var items: [Item] = []
  var entities: Entities<Todo> = []
  var selected: Todo.ID?
  var settings = Settings()
  var isLoading = false
  var error: String?
  var scores: [String: Int] = [:]
  var position = (0.0).magnitude
  var pending: Set<Int> = []
}

struct Increment: Action { var by = 1 }
struct Decrement: Action { var by = 1 }
struct Reset: Action {}
struct Rename: Action { let name: String }
struct AddTodo: Action, Equatable { let title: String }
struct Toggle: Action { let id: Todo.ID }
struct Load: Action {}
struct Loaded: Action { let todos: [Todo] }
struct Failed: Action { let message: String }
struct Search: Action { let query: String }
struct Found: Action { let titles: [String] }
struct Upload: Action { let id: Int }
struct Cancel: Action { let id: Int }
struct Logout: Action {}
struct Progress: Action { let value: Double }

let renamed = ActionTemplate(id: "renamed", payloadType: String.self)
let counted = ActionTemplate(id: "counted", payloadType: Int.self)
let cleared = ActionTemplate(id: "cleared")

struct API: Sendable {
  var todos: @Sendable () async throws -> [Todo]
  var search: @Sendable (String) async throws -> [String]
  var upload: @Sendable (Int) async throws -> Void
  var progress: @Sendable (Int) -> AsyncStream<Double>
  var name: @Sendable (Int) -> String
}

let count = Selector(keyPath: \AppState.count)
let limit = Selector(keyPath: \AppState.limit)
let name = Selector(keyPath: \AppState.name)
let query = Selector(keyPath: \AppState.query)
let filter = Selector(keyPath: \AppState.filter)
let todos = Selector(keyPath: \AppState.todos)
let items = Selector(keyPath: \AppState.items)
let selected = Selector(keyPath: \AppState.selected)
let settings = Selector(keyPath: \AppState.settings)
let volume = Selector(keyPath: \AppState.settings.volume)
let taxRate = Selector(keyPath: \AppState.settings.taxRate)
let isLoading = Selector(keyPath: \AppState.isLoading)
let failure = Selector(keyPath: \AppState.error)
let scores = Selector(keyPath: \AppState.scores)
let entities = EntitySelectors(at: \AppState.entities)
