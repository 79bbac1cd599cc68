import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Putting a state back cancels the runs that ask for it.
@Suite(.inTurn)
struct CancelledByRestoringTests {
  private struct Start: Action {}

  private let store = Store.counting()
  private let isRunning = Log<Bool>()
  private let isCancelled = Log<Bool>()

  /// Runs until it is cancelled.
  private var endless: ActionEffect<Void, Start> {
    .on(Start.self) { [isRunning, isCancelled] _, _ in
      await withTaskCancellationHandler {
        isRunning.append(true)
        _ = try? await isCancelled.wait(timeout: .seconds(600)) { _, _ in false }
      } onCancel: {
        isCancelled.append(true)
      }
    }
    .cancelled(by: StateRestored.self)
  }

  @Test(arguments: [false, true])
  func `a restored state, as after an undo, cancels a run's task, and the store is idle`(
    isUndo: Bool
  ) async throws {
    let history = StateHistory(of: \Counting.self)
    if isUndo { store.register(history: history) }
    let registration = store.register(effect: endless)
    store.dispatch(action: Increment())
    store.dispatch(action: Start())
    try await isRunning.wait(for: true)
    if isUndo { history.undo() } else { store.restore(Counting(count: 5)) }
    let isIdle = Log<Bool>()
    let waiting = Task { [store] in
      await store.idle()
      if !Task.isCancelled { isIdle.append(true) }
    }
    defer {
      waiting.cancel()
      registration.unregister()
    }
    try await isCancelled.wait(for: true)
    try await isIdle.wait(for: true)
  }

  @Test func `a restored state drops actions that are pending`() async throws {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    store.register(
      effect: .on(Increment.self) { _, _ in Touch() }
        .debounce(for: .seconds(1))
        .cancelled(by: StateRestored.self)
    )
    store.dispatch(action: Increment())
    store.restore(Counting(count: 5))
    await clock.advance(by: .seconds(5))
    #expect(store.state == Counting(count: 5))
    let isIdle = Log<Bool>()
    let waiting = Task {
      await store.idle()
      if !Task.isCancelled { isIdle.append(true) }
    }
    defer { waiting.cancel() }
    try await isIdle.wait(for: true)
  }
}
