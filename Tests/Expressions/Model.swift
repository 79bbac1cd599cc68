import Sluice

// What the expressions of this folder are about. They are compiled by `.ci/check-expressions`, with
// the limit that it sets, and never run.

nonisolated struct Todo: Sendable, Hashable, Codable, Identifiable {
  let id: Int
  var title = ""
  var isDone = false
  var due: Double?
  var tags: [String] = []
}

nonisolated struct Item: Sendable, Equatable, Identifiable {
  let id: Int
  var name = ""
  var price = 0.0
  var quantity = 1
  var discount: Double?
}

nonisolated struct Settings: Sendable, Equatable {
  var volume = 0.5
  var taxRate = 0.2
  var theme = "light"
  var isMuted = false
}

nonisolated enum Filter: String, Sendable, CaseIterable {
  case all, open, done

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .open: !todo.isDone
    case .done: todo.isDone
    }
  }
}

nonisolated struct AppState: Sendable, Equatable {
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
  var preview: Settings?
  var isLoading = false
  var error: String?
  var scores: [String: Int] = [:]
  var byName: [String: Todo] = [:]
  let version = Settings()
  let previous: Settings? = nil
  let defaults: [Todo] = []
  var position = (0.0).magnitude
  var pending: Set<Int> = []
}

nonisolated struct Increment: Action { var by = 1 }
nonisolated struct Decrement: Action { var by = 1 }
nonisolated struct Reset: Action {}
nonisolated struct Rename: Action { let name: String }
nonisolated struct AddTodo: Action, Equatable { let title: String }
nonisolated struct Toggle: Action { let id: Todo.ID }
nonisolated struct Load: Action {}
nonisolated struct Loaded: Action { let todos: [Todo] }
nonisolated struct Failed: Action { let message: String }
nonisolated struct Search: Action { let query: String }
nonisolated struct Found: Action { let titles: [String] }
nonisolated struct Upload: Action { let id: Int }
nonisolated struct Cancel: Action { let id: Int }
nonisolated struct Logout: Action {}
nonisolated struct Progress: Action { let value: Double }

nonisolated enum MenuAction: Action {
  case search(String)
  case close
  var search: String? { if case .search(let query) = self { query } else { nil } }
  var close: Void? { if case .close = self { () } else { nil } }
}

nonisolated let renamed = ActionTemplate(id: "renamed", payloadType: String.self)
nonisolated let counted = ActionTemplate(id: "counted", payloadType: Int.self)
nonisolated let cleared = ActionTemplate(id: "cleared")

nonisolated struct API: Sendable {
  var todos: @Sendable () async throws -> [Todo]
  var search: @Sendable (String) async throws -> [String]
  var upload: @Sendable (Int) async throws -> Void
  var progress: @Sendable (Int) -> AsyncStream<Double>
  var name: @Sendable (Int) -> String
}

nonisolated let count = Selector(keyPath: \AppState.count)
nonisolated let limit = Selector(keyPath: \AppState.limit)
nonisolated let name = Selector(keyPath: \AppState.name)
nonisolated let query = Selector(keyPath: \AppState.query)
nonisolated let filter = Selector(keyPath: \AppState.filter)
nonisolated let todos = Selector(keyPath: \AppState.todos)
nonisolated let items = Selector(keyPath: \AppState.items)
nonisolated let selected = Selector(keyPath: \AppState.selected)
nonisolated let settings = Selector(keyPath: \AppState.settings)
nonisolated let volume = Selector(keyPath: \AppState.settings.volume)
nonisolated let taxRate = Selector(keyPath: \AppState.settings.taxRate)
nonisolated let isLoading = Selector(keyPath: \AppState.isLoading)
nonisolated let failure = Selector(keyPath: \AppState.error)
nonisolated let scores = Selector(keyPath: \AppState.scores)
nonisolated let entities = EntitySelectors(at: \AppState.entities)
