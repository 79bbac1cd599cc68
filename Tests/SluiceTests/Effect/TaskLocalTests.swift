import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs do not inherit the task-local values of the thread that delivers.
@Suite(.inTurn) struct TaskLocalTests {
  @TaskLocal private static var request = "none"

  private let bench = Bench()
  private let seen = Log<String>()

  /// What calls the program's code, within a second.
  enum Kind: CaseIterable { case effect, debounced, limited, feedback, followUp }

  private func register(_ kind: Kind) {
    let effect = Effect<Void>.on(Ask.self).run { [seen] _, _ in seen.append(Self.request) }
    let store = bench.store
    switch kind {
    case .effect: store.register(effect: effect)
    case .debounced: store.register(effect: effect.debounce(for: .seconds(1)))
    case .limited: store.register(effect: effect.timeout(after: .seconds(60)))
    case .feedback:
      store.register(
        feedback: Feedback(while: { $0.count > 0 }, { [seen] _, _ in seen.append(Self.request) })
      )
    case .followUp:
      let work = FollowUp.fireAndForget { [seen] in
        await Task.yield()
        seen.append(Self.request)
      }
      store.register(reducer: Reducer(ReduceOn(Ask.self) { _, _ -> [FollowUp] in [work] }))
    }
  }

  @Test(arguments: Kind.allCases)
  func `runs do not inherit task-local values`(kind: Kind) async throws {
    register(kind)
    Self.$request.withValue("of the dispatcher") {
      bench.store.dispatch(action: Ask("a"))
      bench.store.dispatch(action: Increment())
    }
    await bench.advance(1)
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }
}
