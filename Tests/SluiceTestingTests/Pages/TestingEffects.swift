import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct TestingEffects {
  @Test func `an effect alone`() async throws {
    let actions = try await EffectRunner.run(
      TodosEffects().fetch,
      with: FetchTodos(),
      environment: TodoEnvironment(todos: { ["Milk", "Tea"] })
    )
    #expect(actions as? [TodosFetched] == [TodosFetched(todos: ["Milk", "Tea"])])
  }

  @Test func `time passes by itself`() async throws {
    let actions = try await EffectRunner.run(
      TodosEffects().search,
      with: QueryTyped(text: "M"),
      Advance(by: .milliseconds(200)),
      QueryTyped(text: "Milk"),
      environment: TodoEnvironment()
    )
    #expect(actions as? [TodosFetched] == [TodosFetched(todos: ["Milk"])])
  }

  @Test func `none, and an error`() async throws {
    let runner = EffectRunner(
      TodosEffects().fetch,
      environment: TodoEnvironment(todos: { throw ServerDown() })
    )
    try await runner.runToFailure(ServerDown.self, with: FetchTodos())
    try await runner.run(with: AddTodo(title: "Milk"), expectedCount: 0)
  }

  @Test func `a feedback alone`() async throws {
    let results = Feedback<TodoState, TodoEnvironment>(whenChanged: \.query) {
      query,
      environment,
      context in
      context.send(TodosFetched(todos: try await environment.search(query)))
    }
    let runner = EffectRunner(
      results,
      environment: TodoEnvironment(),
      state: TodoState(query: "M")
    )
    let actions = try await runner.run(changingTo: TodoState(query: "Milk"), expectedCount: 2)
    #expect(actions.last as? TodosFetched == TodosFetched(todos: ["Milk"]))
  }
}
