import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs do not inherit the task-local values of whoever happens to deliver.
@Suite(.inTurn)
struct TaskLocalTests {
  @TaskLocal private static var request = "none"

  private struct Start: Action {}

  private let store = Store.counting()
  private let seen = Log<String>()

  /// Dispatches with a task-local value.
  private func start() {
    Self.$request.withValue("of the dispatcher") { store.dispatch(action: Start()) }
  }

  @Test func `an effect's run does not inherit them`() async throws {
    store.register(effect: .on(Start.self) { [seen] _, _ in seen.append(Self.request) })
    start()
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }

  @Test func `a run behind a debounce does not inherit them`() async throws {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    store.register(
      effect: .on(Start.self) { [seen] _, _ in seen.append(Self.request) }
        .debounce(for: .seconds(1))
    )
    Self.$request.withValue("of the dispatcher") { store.dispatch(action: Start()) }
    await clock.advance(by: .seconds(1))
    #expect(seen.events == ["none"])
  }

  @Test func `a run with a limit of time does not inherit them`() async throws {
    store.register(
      effect: .on(Start.self) { [seen] _, _ in seen.append(Self.request) }
        .timeout(after: .seconds(60))
    )
    start()
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }

  @Test func `a feedback's run does not inherit them`() async throws {
    store.register(
      feedback: Feedback(while: { $0.count > 0 }, { [seen] _, _ in seen.append(Self.request) })
    )
    Self.$request.withValue("of the dispatcher") { store.dispatch(action: Increment()) }
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }

  @Test func `a follow-up does not inherit them`() async throws {
    store.register(
      reducer: Reducer(
        ReduceOn(Start.self) { [seen] _, _ in
          [
            .fireAndForget {
              await Task.yield()
              seen.append(Self.request)
            }
          ]
        }
      )
    )
    start()
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }
}
