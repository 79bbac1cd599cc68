import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceStorage

/// Parts that are restored in a store that exists.
@Suite(.inTurn) struct StoreRestoringTests {
  @Test func `what is restored in a store is a commit that says so, and no step to undo`()
    async throws
  {
    let memory = SavedMemory(settingsText(volume: 7, version: 3))
    let program = try Program(memory, RestoringTests.saved(in: memory), isRestored: false)
    let history = StateHistory(of: .state(\AppState.settings))
    program.store.register(history: history)
    let commits = TestInterceptor<AppState>()
    program.store.register(interceptor: commits)
    let printed = EventLog<String>()
    program.store.register(interceptor: PrintInterceptor { printed.append($0) })
    #expect(try await program.store.restore(saved: program.saved, note: "at the start"))
    #expect(printed.events[0].contains(#"StateRestored {reason: .saved(in: "memory")}"#))
    #expect(program.store.settings.volume == 7)
    #expect(!history.canUndo)
    let change = try #require(commits.stateChanges.first)
    #expect((change.action as? StateRestored)?.reason == .saved(in: "memory"))
    #expect(commits.stateChanges.count == 1)
    program.setVolume(8)
    #expect(history.undo())
    #expect(program.store.settings.volume == 7)
    #expect(!history.canUndo)
    await program.clock.run()
    #expect(memory.writeCount == 0)
  }

  @Test func `without a file, nothing is restored in a store`() async throws {
    let memory = SavedMemory()
    let program = try Program(memory, RestoringTests.saved(in: memory), isRestored: false)
    let commits = TestInterceptor<AppState>()
    program.store.register(interceptor: commits)
    #expect(try await !program.store.restore(saved: program.saved))
    #expect(commits.stateChanges.isEmpty)
  }

  /// A store whose restores from a place wait for the test.
  private func gated(
    _ place: GatedPlace
  ) -> (saved: SavedSettings, store: Store<AppState, Void>, clock: TestClock) {
    let saved = RestoringTests.saved(in: SavedFile(place, quietTime: .zero, longest: .zero))
    let clock = TestClock()
    let store = Store(initialState: AppState(), reducers: [reducer], clock: clock)
    store.register(saved: saved)
    return (saved, store, clock)
  }

  @Test func `what is set while a restore is under way counts`() async throws {
    let place = GatedPlace([settingsText(volume: 7, version: 3)])
    let (saved, store, clock) = gated(place)
    let restored = Task(executorPreference: clock.taskExecutor) {
      try await store.restore(saved: saved)
    }
    await clock.advance()
    store.dispatch(action: Touch())
    store.dispatch(action: SetVolume(volume: 9))
    place.open(1)
    #expect(try await !restored.value)
    #expect(store.settings.volume == 9)
    await clock.run()
    #expect(place.text == settingsText(volume: 9, version: 3))
    #expect(saved.problem == nil)
  }

  /// A volume whose comparison may do something first, once.
  private struct Watched: Codable, Equatable, Sendable {
    static let beforeComparing = Guarded<(@Sendable () -> Void)?>(nil)

    var volume = 5

    static func == (one: Watched, other: Watched) -> Bool {
      beforeComparing.withLock { $0.take() }?()
      return one.volume == other.volume
    }
  }

  @Test func `what is set while a restore compares counts`() async throws {
    let memory = SavedMemory(#"{"sluice.saved":1,"volume":{"version":1,"value":{"volume":7}}}"#)
    let saved = SavedState(of: \Watched.self, in: .memory(memory), as: "volume", version: 1)
    let store = Store(
      initialState: Watched(),
      reducers: [Reducer<Watched>(ReduceOn(SetVolume.self) { $0.volume = $1.volume })],
      clock: TestClock()
    )
    Watched.beforeComparing.withLock {
      $0 = { [store] in store.dispatch(action: SetVolume(volume: 9)) }
    }
    #expect(try await !store.restore(saved: saved))
    #expect(store.state.volume == 9)
  }

  @Test func `restores that overtake each other end in the order of the calls`() async throws {
    let place = GatedPlace([1, 2].map { settingsText(volume: $0 + 10, version: 3) })
    let (saved, store, clock) = gated(place)
    let commits = TestInterceptor<AppState>()
    store.register(interceptor: commits)
    let first = Task(executorPreference: clock.taskExecutor) {
      try await store.restore(saved: saved)
    }
    await clock.advance()
    let second = Task(executorPreference: clock.taskExecutor) {
      try await store.restore(saved: saved)
    }
    // The second one would be through before the first.
    place.open(2)
    await clock.advance()
    place.open(1)
    #expect(try await first.value)
    #expect(try await second.value)
    #expect(commits.stateChanges.map(\.newState.settings.volume) == [11, 12])
  }
}
