import Sluice
import SluiceOrders
import SluiceTesting
import Testing

/// A program with a race, and the same without it.
struct PlantedRace: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let body: @Sendable (_ isMended: Bool) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (_ isMended: Bool) async throws -> Void) {
    testDescription = name
    self.body = body
  }

  /// The test of the program, which holds in the usual order.
  func test(isMended: Bool) -> EveryOrderBody {
    { [body] in try await body(isMended) }
  }

  static let all =
    [
      staleAnswer, lostCancellation, doubleSubmit, answerAfterLogOut, twoDebounces,
      retryAgainstCancel,
      reentrantActor, lateReply, twoFeedbacks, stateBeforeAwait, streamThatEndsEarly,
      outlivingSleep,
    ]
}

/// Lets time pass in which much may happen, as between two taps.
func someTime() async {
  for _ in 0..<8 { await Task.yield() }
}

/// What a service takes to answer.
func answering() async {
  await Task.yield()
  await Task.yield()
}

/// Calls a test with a store of which it needs not say everything.
func withProgram<State: Sendable>(
  _ state: State,
  _ reducer: Reducer<State>,
  _ effects: [Effect<Void>] = [],
  feedbacks: [Feedback<State, Void>] = [],
  _ body: (TestStore<State, Void>) async throws -> Void
) async throws {
  try await withTestStore(
    initialState: state,
    reducers: [reducer],
    feedbacks: feedbacks,
    exhaustivity: .off
  ) { store in
    for effect in effects { store.register(effect: effect) }
    try await body(store)
  }
}
