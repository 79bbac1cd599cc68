/// What a store is made of; tokens, runs and tasks hold it, the ``Store`` itself nobody needs to.
///
/// When the store is freed it closes its core, which lets go of everything that was registered.
/// Every `var` is guarded by `lock`. No code of the user's runs under it but reducers, and nothing
/// of the user's is released under it but what a reducer drops from the state: whoever takes
/// something out of these fields hands it to the caller, who releases it after the lock.
@usableFromInline
@safe
final class StoreCore<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: see above. `@exclusivity(unchecked)` on what a dispatch touches: the lock
  // excludes other threads and the check for re-entry excludes this one.

  @usableFromInline let lock = OwnedLock()
  @usableFromInline @exclusivity(unchecked) var box: StateBox<State>
  /// The last commit's number.
  @usableFromInline @exclusivity(unchecked) var number = 0
  /// Counts the states that may differ; commits that no reducer handled share one.
  @usableFromInline @exclusivity(unchecked) var version = 0
  @usableFromInline @exclusivity(unchecked) var handlers = HandlerTable<State>()
  /// What makes a dispatch more than reducing; empty when nobody watches.
  @usableFromInline @exclusivity(unchecked) var demands: Demands = []

  /// What is reduced right now; for the message when a reducer uses the store.
  @usableFromInline @exclusivity(unchecked) var reducing: Unmanaged<AnyHandlerList>?
  @usableFromInline @exclusivity(unchecked) var reducingIndex = 0

  var middleware: ContiguousArray<MiddlewareEntry<State>> = []
  var observers = Observers<State>()
  var queue = CommitQueue<Delivery<State>>()
  /// Counts what was queued; an observer is told what came after its registration.
  var ticket = 0
  /// Who delivers, and what.
  var delivering: Delivering?
  var isClosed = false
  var wasLoopReported = false
  var wasQueueReported = false
  var lastRun = 0
  var runs: [Int: EffectRun] = [:]
  var onEffectFailure: (@Sendable (EffectFailure) -> Void)?
  var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)?

  let memory = SelectorMemory()

  /// What a dispatch must do besides reducing.
  @usableFromInline
  struct Demands: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

    static var delivery: Demands { Demands(rawValue: 1) }
    static var newState: Demands { Demands(rawValue: 2) }
    static var oldState: Demands { Demands(rawValue: 4) }
    static var instant: Demands { Demands(rawValue: 8) }
    static var timing: Demands { Demands(rawValue: 16) }
    static var effectEvents: Demands { Demands(rawValue: 32) }
    static var middleware: Demands { Demands(rawValue: 64) }
    static var closed: Demands { Demands(rawValue: 128) }
  }

  init(initialState: State) {
    unsafe box = StateBox(initialState)
  }

  // MARK: - The lock

  /// Takes the lock; stops the program when a reducer on this thread holds it.
  @inlinable
  @inline(__always)
  func enter(_ operation: StaticString) -> UInt {
    let thread = Platform.currentThread()
    if !lock.tryAcquire(thread) { enterWaiting(thread, operation) }
    return thread
  }

  @inlinable
  @inline(__always)
  func leave() {
    lock.release()
  }

  @usableFromInline
  @inline(never)
  func enterWaiting(_ thread: UInt, _ operation: StaticString) {
    guard lock.acquireWaiting(thread) else { stopForImpureReducer(operation) }
  }

  private func stopForImpureReducer(_ operation: StaticString) -> Never {
    // This thread holds the lock, so the fields can be read.
    guard let list = unsafe reducing?.takeUnretainedValue() else {
      fatalError(
        """
        Sluice: \(operation) was called while the store's state was being replaced, by a `deinit` \
        of something in the old state. A value in the state must not touch the store when it is \
        released.
        """
      )
    }
    let index = unsafe reducingIndex
    fatalError(
      """
      Sluice: the reducer “\(list.reducerIDs[index])” called \(operation) while it was \
      reducing \(list.actionType). A reducer must be pure: it may only change the state that it \
      is given. To fix, dispatch from an effect (`Effect.map(\(list.actionType).self) { … }`), or \
      from a subscriber, or change the state in this reducer right away.
      """
    )
  }

  /// Runs a short body that calls no code of the user's, with the lock held.
  func locked<Result>(_ operation: StaticString, _ body: (StoreCore) -> Result) -> Result {
    _ = enter(operation)
    defer { leave() }
    return body(self)
  }

  // MARK: - Reading

  /// The state as it is now: one reference, however large the state.
  @inlinable
  func snapshot(_ operation: StaticString = "state") -> StateBox<State> {
    _ = enter(operation)
    let box = unsafe box
    leave()
    return box
  }

  func versionedSnapshot(_ operation: StaticString) -> (box: StateBox<State>, version: Int) {
    locked(operation) { unsafe ($0.box, $0.version) }
  }
}
