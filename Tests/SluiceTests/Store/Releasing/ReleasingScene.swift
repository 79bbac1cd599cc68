import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A state that may hold an object.
struct Room: Sendable, Equatable {
  var released = 0
  var count = 0
  var guest: Witness?

  /// The guest as a value that can be compared.
  var comparableGuest: Guest? {
    get { guest.map { Guest(witness: $0) } }
    set { guest = newValue?.witness }
  }
}

/// A value that is equal to itself only.
struct Guest: Hashable, Sendable {
  let witness: Witness

  static func == (one: Self, other: Self) -> Bool { one.witness === other.witness }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(witness)) }
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
  let registration = Shared<StoreRegistration?>(nil)
  private let tokens = Shared<[SelectionToken]>([])
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
    { [witness = witness()] in witness.stay() }
  }

  /// A function that holds an object.
  func holding<Input, Output>(
    _ body: @escaping @Sendable (Input) -> Output
  ) -> @Sendable (Input) -> Output {
    { [hold = holding()] input in
      hold()
      return body(input)
    }
  }

  func step(_ count: Int = 1) {
    for _ in 0..<count { store.dispatch(action: Step()) }
  }

  func carry(_ count: Int = 1) {
    for _ in 0..<count { store.dispatch(action: Carry(witness: witness())) }
  }

  /// Dispatches an action that holds an object, and is handled.
  func enter() {
    store.dispatch(action: Enter(witness: witness()))
  }

  /// Dispatches an action that removes the guest.
  func leave() {
    store.dispatch(action: Enter())
  }

  /// Lets the state hold an object that no action holds.
  func invite() {
    store.restore(witness(), at: .state(\.guest))
  }

  /// Removes the guest, without an action.
  func dismiss() {
    store.restore(nil, at: .state(\.guest))
  }

  func watch() {
    store.register(interceptor: CommitProbe<Room> { _ in })
  }

  /// Dispatches an action with a follow-up, which is made from a closure that holds an object.
  func followUp(_ make: @escaping @Sendable (@escaping @Sendable () -> Void) -> FollowUp) {
    store.dispatch(action: Enter(makeFollowUps: { [self] in [make(holding())] }))
  }

  /// Keeps the last of some commits.
  func keepingCommits(
    where isKept: @escaping @Sendable (Commit<Room>) -> Bool = { _ in true }
  ) -> Shared<Commit<Room>?> {
    let kept = Shared<Commit<Room>?>(nil)
    store.register(interceptor: CommitProbe<Room> { if isKept($0) { kept.value = $0 } })
    return kept
  }

  /// Subscribes with a closure that holds an object.
  func sink() -> SelectionToken {
    store.select(\.count).sink(holding { _ in })
  }

  /// Subscribes to the guest, and to its changes, until the scene ends.
  func sinkGuests() {
    let guests = store.select(\.comparableGuest)
    tokens.value = [guests.sink { _ in }, guests.changes.sink { _ in }]
  }

  func cancelSinks() {
    for token in tokens.value { token.cancel() }
  }

  /// Dispatches the first steps, and calls a closure within the delivery of the very first.
  func step(_ count: Int = 1, during body: @escaping @Sendable (ReleasingScene) -> Void) {
    let token = store.select(\.count).sink { [unowned self] in if $0 == 1 { body(self) } }
    step(count)
    token.cancel()
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

extension ReleasingScene {
  /// One of the things that happen to a scene.
  struct Move: Sendable {
    let play: @Sendable (ReleasingScene) async -> Void

    static let enter = Move { $0.enter() }
    static let leave = Move { $0.leave() }
    static let invite = Move { $0.invite() }
    static let dismiss = Move { $0.dismiss() }
    static let restore = Move { $0.store.restore(Room()) }
    static let watch = Move { $0.watch() }
    static let sinkGuests = Move { $0.sinkGuests() }
    static let cancelSinks = Move { $0.cancelSinks() }
    static let stop = Move { $0.store.dispatch(action: Stop()) }
    /// Unregisters the effect or feedback with which the scene began.
    static let unregister = Move { $0.registration.value?.unregister() }

    static func step(_ count: Int = 1) -> Move { Move { $0.step(count) } }
    static func carry(_ count: Int = 1) -> Move { Move { $0.carry(count) } }

    /// Lets runs do what they can, and time pass.
    static func advance(_ seconds: Int = 0) -> Move {
      Move { await $0.clock.advance(by: .seconds(seconds)) }
    }
  }
}
