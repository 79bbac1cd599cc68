import Sluice
import SluiceTesting
import Testing

/// A state that may hold an object.
struct Room: Sendable {
  var released = 0
  var count = 0
  var guest: Witness?
}

/// Says that an object was released.
struct Released: Action {}

/// Changes the state.
struct Step: Action {}

/// Holds an object; no reducer handles it.
struct Carry: Action {
  let witness: Witness
}

/// Has the reducer change what holds objects.
struct Enter: Action {
  var witness: Witness?
  /// The guest from now on.
  var makeGuest: @Sendable () -> Witness? = { nil }
  var makeFollowUps: @Sendable () -> [FollowUp] = { [] }
}

/// A store, and objects that dispatch when they are released.
final class ReleasingScene: Sendable {
  let clock = TestClock()
  let store: Store<Room, Void>
  /// Lives as long as the scene; witnesses dispatch to it too.
  let survivor = Store<Room, Void>(initialState: Room(), reducers: [ReleasingScene.reducer])
  private let madeCount = Shared(0)
  private let released = Log<Bool>()

  init() {
    store = Store(initialState: Room(), reducers: [Self.reducer], clock: clock)
    store.onDiagnostic = { _ in }
    store.onEffectFailure = { _ in }
  }

  static let reducer = Reducer<Room>(
    id: "room",
    ReduceOn(Released.self) { state, _ in state.released += 1 },
    ReduceOn(Step.self) { state, _ in state.count += 1 },
    ReduceOn(Enter.self) { state, action in
      state.guest = action.makeGuest()
      return action.makeFollowUps()
    }
  )

  /// An object whose `deinit` dispatches to the store and to the survivor.
  func witness() -> Witness {
    witness(of: store)
  }

  /// An object whose `deinit` dispatches to a store, if it is still there, and looks at what is left
  /// of it.
  ///
  /// - Parameter selection: Outlives its store.
  func witness(of store: Store<Room, Void>, _ selection: Selection<Int>? = nil) -> Witness {
    madeCount.change { $0 += 1 }
    return Witness { [weak store, survivor, released] in
      store?.dispatch(action: Released())
      _ = selection?.value
      survivor.dispatch(action: Released())
      released.append(true)
    }
  }

  /// A closure that holds an object.
  func holding() -> @Sendable () -> Void {
    holding(witness())
  }

  func holding(_ witness: Witness) -> @Sendable () -> Void {
    { withExtendedLifetime(witness) {} }
  }

  func step(_ count: Int = 1) {
    for _ in 0..<count { store.dispatch(action: Step()) }
  }

  func carry() {
    store.dispatch(action: Carry(witness: witness()))
  }

  /// Lets the state hold an object that no action holds.
  func invite() {
    store.restore(witness(), at: \.guest)
  }

  func watch() {
    store.register(interceptor: CommitProbe<Room> { _ in })
  }

  /// Has the store release what it remembers for selectors that were freed: it does so when there are
  /// more than some.
  func askManySelectors() {
    for _ in 0..<200 { _ = store.selectCurrent(Selector { (room: Room) in room.count }) }
  }

  /// Checks that everything was released, and that the program continues.
  func finish() async throws {
    let made = madeCount.value
    try #require(made > 0)
    try await released.wait(forCount: made)
    try #require(released.events.count == made)
    try #require(survivor.state.released == made)
    let seen = Log<Int>()
    let token = store.select(\.count).sink { seen.append($0) }
    step()
    try await seen.wait(forCount: 2)
    token.cancel()
  }

  /// Checks that everything was released by now.
  func expectAllInState() throws {
    try #require(
      store.state.released == madeCount.value,
      "\(store.state.released) of \(madeCount.value), \(survivor.state.released) elsewhere"
    )
  }
}
