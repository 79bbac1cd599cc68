import Sluice
import SluiceTesting

/// What the tests of `TestStore` are about: books that are searched, lent and returned.
struct Library: Sendable, Equatable {
  struct Shelf: Sendable, Equatable {
    var titles: [String] = []
    var isLoading = false
  }

  var query = ""
  var shelf = Shelf()
  var visits = 0
}

struct Search: Action, Equatable { let text: String }
struct Found: Action, Equatable { let titles: [String] }
struct Visit: Action, Equatable {}
struct StopSearching: Action {}

enum ShelfAction: Action {
  case put(String)
  case move(from: Int, to: Int)
  case label(text: String)
  case clear
}

struct SearchFailure: Error, Equatable { let code: Int }

struct Catalogue: Sendable {
  var find: @Sendable (String) async throws -> [String] = { ["\($0) 1", "\($0) 2"] }
}

let libraryReducer = Reducer<Library>(
  id: "library",
  ReduceOn(Search.self) { state, action in
    state.query = action.text
    state.shelf.isLoading = true
  },
  ReduceOn(Found.self) { state, action in
    state.shelf = .init(titles: action.titles)
  },
  ReduceOn(Visit.self) { state, _ in state.visits += 1 },
  ReduceOn(ShelfAction.self) { state, action in
    switch action {
    case .put(let title): state.shelf.titles.append(title)
    case .move(let from, let to):
      state.shelf.titles.insert(state.shelf.titles.remove(at: from), at: to)
    case .label: break
    case .clear: state.shelf.titles = []
    }
  }
)

struct SearchEffects: Effects {
  typealias Environment = Catalogue

  let search = Effect<Catalogue>.on(Search.self) { action, catalogue in
    Found(titles: try await catalogue.find(action.text))
  }
  .debounce(for: .milliseconds(300))
  .cancelled(by: StopSearching.self)
}

/// Without a debounce: it answers at once.
struct EagerEffects: Effects {
  typealias Environment = Catalogue

  let search = Effect<Catalogue>.on(Search.self) { action, catalogue in
    Found(titles: try await catalogue.find(action.text))
  }
  .overlap(.latest)
}

/// A book is returned a minute after a visit.
let lending = Effect<Catalogue>.on(Visit.self, fileID: "A/B.swift", line: 3).run { _, _, context in
  try await context.sleep(for: .seconds(60))
  context.send(ShelfAction.clear)
}

/// Answers each search with one for a letter less, until there is none.
let shortening = Effect<Void>.on(Search.self).answers { action, _ in
  action.text.isEmpty ? [] : [Search(text: String(action.text.dropLast()))]
}

/// Gives a test a store of a library.
func withLibrary(
  catalogue: Catalogue = Catalogue(),
  effects: [any Effects<Catalogue>] = [EagerEffects()],
  exhaustivity: Exhaustivity = .on,
  timeout: Duration? = nil,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<Library, Catalogue>) async throws -> Void
) async throws {
  try await withTestStore(
    initialState: Library(),
    environment: catalogue,
    reducers: [libraryReducer],
    effects: effects,
    exhaustivity: exhaustivity,
    timeout: timeout,
    filePath: filePath,
    line: line,
    body
  )
}

extension TestStore<Library, Catalogue> {
  /// Sends a search, and expects what it changes.
  @discardableResult
  func search(
    _ text: String,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> SentWork {
    try await send(Search(text: text), filePath: filePath, line: line) {
      $0.query = text
      $0.shelf.isLoading = true
    }
  }
}
