import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SinkOnActorTests {
  /// Takes ten microseconds of the thread's time.
  private static func work() {
    let end = ContinuousClock.now + .microseconds(10)
    while ContinuousClock.now < end {}
  }

  @Test @MainActor func `a sink that receives many values yields to other jobs of its actor`()
    async throws
  {
    let total = 20_000
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let isOver = Log<Void>()
    var last = 0
    var turn: Int?
    let token = store.select(\.count).sink { @MainActor count in
      Self.work()
      last = count
      if count == 1_000 { Task { turn = last } }
      if count == total { isOver.append(()) }
    }
    await Threads.run { _ in
      for _ in 0..<total { store.dispatch(action: Increment()) }
    }
    try await isOver.wait(forCount: 1)
    // Long before the end: to work through all values takes a fifth of a second.
    #expect(try #require(turn) < total / 2)
    token.cancel()
  }
}
