import Foundation
import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

/// The README's code, word for word, between markers; and that it is word for word.
@Suite(.inTurn) struct ReadmeTests {
  @Test func `the counter prints what the README says`() {
    #expect(counterExample() == ["count: 0", "count: 42"])
  }

  @Test func `the test of an effect passes`() async throws {
    try await fetchingTodos()
  }

  @Test func `every Swift block of the README stands in this file`() throws {
    let here = URL(filePath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = withoutIndentation(try String(contentsOf: here, encoding: .utf8))
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count >= 2)
    for block in blocks {
      let code = block.replacing("import Sluice\n", with: "")
      #expect(source.contains(withoutIndentation(code)), "not compiled here:\n\(block)")
    }
  }

  private func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}

private func counterExample() -> [String] {
  let printed = Lines()
  let print: @Sendable (String, Int) -> Void = { printed.append("\($0) \($1)") }
  // swift-format-ignore
  do {
    struct AppState { var counter = 0 }
    struct Increment: Action { let by: Int }
    let counter = Selector(keyPath: \AppState.counter)

    let store = Store(initialState: AppState())
    store.register(reducer: Reducer(
        ReduceOn(Increment.self) { state, action in state.counter += action.by }
    ))
    let token = store.select(counter).sink { print("count:", $0) }   // count: 0
    store.dispatch(action: Increment(by: 42))                         // count: 42
    withExtendedLifetime(token) {}
  }
  return printed.all
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

struct FetchTodos: Action {}
struct TodosFetched: Action { let todos: [String] }

struct TodoEnvironment: Sendable {
  var todos: @Sendable () async throws -> [String]
}

final class TodosEffects: Effects<TodoEnvironment> {
  let fetch = Effect<TodoEnvironment>.on(FetchTodos.self) { _, environment in
    TodosFetched(todos: try await environment.todos())
  }
}

func fetchingTodos() async throws {
  let interceptor = TestInterceptor<Int>()
  let store = Store(initialState: 0, environment: TodoEnvironment(todos: { ["Milk"] }))
  store.register(effects: TodosEffects())
  store.register(interceptor: interceptor)

  store.dispatch(action: FetchTodos())
  let fetched = try await interceptor.wait(for: TodosFetched.self)

  try interceptor.expectDispatched(FetchTodos(), TodosFetched(todos: fetched.todos))
  try interceptor.expectNothingElse()
}
