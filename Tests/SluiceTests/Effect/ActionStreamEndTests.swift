import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A task that reads a stream of actions ends with the stream, though nobody cancels it.
@Suite(.inTurn) struct ActionStreamEndTests {
  private let ended = Log<String>()

  /// The task's end is awaited by the run, which a cancellation alone wouldn't end.
  private func register(in store: Store<Counting, Void>) async throws -> StoreRegistration {
    let begun = Log<String>()
    let registration = store.register(
      effect: .nonDispatching { [ended] actions, _ in
        await Task {
          for await _ in actions { begun.append("action") }
          ended.append("end")
        }.value
      }
    )
    store.dispatch(action: Touch())
    try await begun.wait(forCount: 1)
    #expect(ended.events == [])
    return registration
  }

  @Test func `a stream ends when its effect is unregistered`() async throws {
    let store = Store.counting()
    try await register(in: store).unregister()
    try await ended.wait(forCount: 1)
  }

  @Test func `a stream ends when its store is closed`() async throws {
    let store = Store.counting()
    _ = try await register(in: store)
    await store.close(within: .seconds(5))
    try await ended.wait(forCount: 1)
  }

  @Test func `a stream ends when its store is freed`() async throws {
    _ = try await register(in: Store.counting())
    try await ended.wait(forCount: 1)
  }
}
