import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A sink on an actor yields to other jobs of the actor now and then.
@Suite(.inTurn)
struct SinkOnActorTests {
  /// Takes that much of the thread's time.
  private static func work(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {}
  }

  @Test @MainActor func `a sink that receives many values yields to other jobs of its actor`()
    async throws
  {
    let total = 20_000
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let isOver = Log<Int>()
    var last = 0
    var turn: Int?
    let token = store.select(\.count).sink { @MainActor count in
      Self.work(.microseconds(10))
      last = count
      if count == 1_000 { Task { turn = last } }
      if count == total { isOver.append(count) }
    }
    async let posting: Void = Threads.run { _ in
      for _ in 0..<total { store.dispatch(action: Increment()) }
    }
    await posting
    try await isOver.wait(for: total)
    // Long before the end: to work through all values takes a fifth of a second.
    #expect(try #require(turn) < total / 2)
    token.cancel()
  }

  private actor Screen {
    private(set) var last = 0
    private(set) var turn: Int?

    func watch(
      _ store: Store<Counting, Void>,
      _ total: Int,
      _ isOver: Log<Int>
    ) -> SelectionToken {
      store.select(\.count).sink { count in
        SinkOnActorTests.work(.microseconds(10))
        self.last = count
        if count == 1_000 { Task { self.turn = self.last } }
        if count == total { isOver.append(count) }
      }
    }
  }

  @Test func `a sink on an actor yields to other jobs of the actor`() async throws {
    let total = 20_000
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let isOver = Log<Int>()
    let screen = Screen()
    let token = await screen.watch(store, total, isOver)
    await Threads.run { _ in
      for _ in 0..<total { store.dispatch(action: Increment()) }
    }
    try await isOver.wait(for: total)
    #expect(try #require(await screen.turn) < total / 2)
    token.cancel()
  }
}
