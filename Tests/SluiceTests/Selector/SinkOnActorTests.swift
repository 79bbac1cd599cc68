import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A sink on an actor yields to other jobs of the actor now and then.
@Suite(.inTurn) struct SinkOnActorTests {
  private static let total = 20_000

  /// What a sink received last, and what that was when another job of its actor had its turn.
  private actor Screen {
    private var last = 0
    private(set) var turn: Int?
    let isOver = Log<Void>()

    func watch(_ store: Store<Counting, Void>) -> SelectionToken {
      store.select(\.count).sink { count in
        SinkOnActorTests.work()
        self.last = count
        if count == 1_000 { Task { self.turn = self.last } }
        if count == SinkOnActorTests.total { self.isOver.append(()) }
      }
    }
  }

  /// Takes ten microseconds of the thread's time.
  private static func work() {
    let end = ContinuousClock.now + .microseconds(10)
    while ContinuousClock.now < end {}
  }

  private let store = Store.counting()

  private func dispatchAll() async {
    store.onDiagnostic = { _ in }
    await Threads.run { [store] _ in
      for _ in 0..<Self.total { store.dispatch(action: Increment()) }
    }
  }

  @Test @MainActor func `a sink that receives many values yields to other jobs of its actor`()
    async throws
  {
    let isOver = Log<Void>()
    var last = 0
    var turn: Int?
    let token = store.select(\.count).sink { @MainActor count in
      Self.work()
      last = count
      if count == 1_000 { Task { turn = last } }
      if count == Self.total { isOver.append(()) }
    }
    await dispatchAll()
    try await isOver.wait(forCount: 1)
    // Long before the end: to work through all values takes a fifth of a second.
    #expect(try #require(turn) < Self.total / 2)
    token.cancel()
  }

  @Test func `a sink on an actor yields to other jobs of the actor`() async throws {
    let screen = Screen()
    let token = await screen.watch(store)
    await dispatchAll()
    try await screen.isOver.wait(forCount: 1)
    #expect(try #require(await screen.turn) < Self.total / 2)
    token.cancel()
  }
}
