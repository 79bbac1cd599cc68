import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The first state that satisfies a predicate, outside of effects.
@Suite(.inTurn) struct FirstStateTests {
  private let clock = TestClock()
  private let store: Store<Counting, Void>

  init() {
    store = Store(initialState: Counting(), clock: clock)
    store.register(
      reducer: Reducer(ReduceOn(Increment.self) { $0.count += $1.by })
    )
  }

  @Test func `a state that is there already is returned at once`() async throws {
    #expect(try await store.firstState(where: { $0.count == 0 }, timeout: .zero).count == 0)
  }

  @Test func `a state is seen, however shortly it lasts`() async throws {
    let asked = Log<Int>()
    async let state = store.firstState(where: { state in
      asked.append(state.count)
      return state.count == 2
    })
    try await asked.wait(forCount: 1)
    for _ in 1...4 { store.dispatch(action: Increment()) }
    #expect(try await state.count == 2)
  }

  @Test func `a projection waits for its part of the state`() async throws {
    let asked = Log<Int>()
    let counts = store.projection(.state(\.count)) { (by: Int) in Increment(by) }
    async let count = counts.firstState(where: { count in
      asked.append(count)
      return count > 2
    })
    try await asked.wait(forCount: 1)
    counts.dispatch(action: 3)
    #expect(try await count == 3)
  }

  @Test func `the time to wait is that of the store's clock`() async throws {
    let state = Task { [store] in
      try await store.firstState(where: { $0.count == 1 }, timeout: .seconds(60))
    }
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(60))
    await #expect(throws: EffectTimeout.self) { try await state.value }
  }

  @Test func `a cancelled task waits no longer`() async {
    let asked = Log<Int>()
    let task = Task { [store] in
      try await store.firstState(where: { state in
        asked.append(state.count)
        return false
      })
    }
    try? await asked.wait(forCount: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a test's own wait with a limit isn't taken for a run that sleeps`() async throws {
    let answering = Effect<Void>.on(Touch.self) { _, _ in
      await Task.detached { Increment() }.value
    }
    try await withTestStore(
      initialState: Counting(),
      reducers: [Reducer(ReduceOn(Increment.self) { $0.count += $1.by })]
    ) { store in
      store.register(effect: answering)
      let waiting = Task {
        try await store.firstState(where: { $0.count == 1 }, timeout: .seconds(9))
      }
      while store.clock.sleeperCount == 0 { await Task.yield() }
      try await store.send(Touch())
      try await store.receive(Increment.self) { $0.count = 1 }
      #expect(try await waiting.value.count == 1)
    }
  }
}
