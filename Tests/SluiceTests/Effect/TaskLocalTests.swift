import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs do not inherit the task-local values of the thread that delivers.
@Suite(.inTurn)
struct TaskLocalTests {
  @TaskLocal private static var request = "none"

  private struct Start: Action {}

  private let clock = TestClock()
  private let store: Store<Counting, Void>
  private let seen = Log<String>()

  init() {
    store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
  }

  /// What calls the program's code, within a second.
  enum Kind: CaseIterable { case effect, debounced, limited, feedback, followUp }

  private func register(_ kind: Kind) {
    let effect = Effect<Void>.on(Start.self) { [seen] _, _ in seen.append(Self.request) }
    switch kind {
    case .effect: store.register(effect: effect)
    case .debounced: store.register(effect: effect.debounce(for: .seconds(1)))
    case .limited: store.register(effect: effect.timeout(after: .seconds(60)))
    case .feedback:
      store.register(
        feedback: Feedback(while: { $0.count > 0 }, { [seen] _, _ in seen.append(Self.request) })
      )
    case .followUp:
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
    }
  }

  @Test(arguments: Kind.allCases)
  func `runs do not inherit task-local values`(kind: Kind) async throws {
    register(kind)
    Self.$request.withValue("of the dispatcher") {
      store.dispatch(action: Start())
      store.dispatch(action: Increment())
    }
    await clock.advance(by: .seconds(1))
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }
}
