public import Synchronization

/// What a store is made of but for its state: the lock, the order of deliveries, and who watches.
///
/// Tokens, runs and tasks hold the engine; the ``Store`` itself nobody needs to. When the store is
/// freed it closes its engine, which lets go of everything that was registered.
///
/// Every `var` is guarded by `lock`. No code of the user's runs under it but reducers, and nothing
/// of the user's is released under it but what a reducer drops from the state: whoever takes
/// something out of these fields hands it to the caller, who releases it after the lock.
///
/// Not generic, though its one subclass ``StateEngine`` is: code that does not know the state's type
/// need not be compiled again for each, nor look up metadata when it was not. Boxes of states pass
/// through here as plain references.
@usableFromInline
@safe
class Engine: SelectorHome, @unchecked Sendable {
  // `@unchecked`: see above. `@exclusivity(unchecked)` on what every dispatch touches: the lock
  // excludes other threads, and its check for re-entry excludes this one.

  @usableFromInline final let lock = OwnedLock()
  /// The last commit's number.
  @usableFromInline @exclusivity(unchecked) final var number = 0
  /// Counts the states that may differ; commits that no reducer handled share one.
  ///
  /// Written with the lock held, and read without it by those who only ask whether something
  /// changed.
  @usableFromInline final let currentVersion = Atomic<Int>(0)
  /// What makes a dispatch more than reducing; empty when nobody watches.
  @usableFromInline @exclusivity(unchecked) final var demands: Demands = []
  /// The handlers of each type of action that has been dispatched.
  @usableFromInline @exclusivity(unchecked) final var lists = unsafe TypeTable<AnyHandlerList>.none
  /// What is reduced right now; for the message when a reducer uses the store.
  @usableFromInline @exclusivity(unchecked) final var reducing: Unmanaged<AnyHandlerList>?
  @usableFromInline @exclusivity(unchecked) final var reducingIndex = 0

  final var middleware: ContiguousArray<MiddlewareEntry> = []
  @exclusivity(unchecked) final var observers = Observers.none
  /// Those that a delivery may still be reading.
  final var retiredObservers: [Observers] = []
  @exclusivity(unchecked) final var queue = Deque<Delivery>()
  @usableFromInline final let role = DeliveryRole()
  /// The commit that is delivered, and how that came about; 0 when something else is.
  @exclusivity(unchecked) final var deliveredNumber = 0
  @exclusivity(unchecked) final var deliveredChain = CauseChain()
  /// What deliveries use in turns; see `Engine+Recycling`.
  @exclusivity(unchecked) final var record: CommitRecord?
  @exclusivity(unchecked) final var spareRecord: CommitRecord?
  @exclusivity(unchecked) final var spareBox: AnyStateBox?
  /// Counts what was queued; an observer is told what came after its registration.
  @exclusivity(unchecked) final var ticket = 0
  final var isClosed = false
  @exclusivity(unchecked) final var wasLoopReported = false
  final var wasQueueReported = false
  final var lastRun = 0
  /// What effects measure time with.
  final let clock: any Clock<Duration>
  /// Which effects are cancelled by which actions; `nil` while there are no effects.
  final var cancellations: CancellationTable?
  /// Where reducers ask for follow-ups; `nil` while none of them does.
  final var followUps: FollowUps?
  /// Counts what is under way and could lead to a commit by itself; see `mayRest()`.
  final var activity = 0
  final var idleWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  final var onEffectFailure: (@Sendable (EffectFailure) -> Void)?
  final var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)?

  /// What a dispatch must do besides reducing.
  @usableFromInline
  struct Demands: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt16

    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Somebody is told of commits: an interceptor or an effect.
    static var commits: Demands { Demands(rawValue: 1) }
    /// Somebody is told of values.
    @inlinable static var selections: Demands { Demands(rawValue: 2) }
    @inlinable static var newState: Demands { Demands(rawValue: 4) }
    @inlinable static var oldState: Demands { Demands(rawValue: 8) }
    static var instant: Demands { Demands(rawValue: 16) }
    static var timing: Demands { Demands(rawValue: 32) }
    static var effectEvents: Demands { Demands(rawValue: 64) }
    @inlinable static var middleware: Demands { Demands(rawValue: 128) }
    @inlinable static var closed: Demands { Demands(rawValue: 256) }
    /// Some effect is cancelled by some action.
    static var cancellations: Demands { Demands(rawValue: 512) }
    /// Some reducer may ask for follow-ups.
    static var followUps: Demands { Demands(rawValue: 1024) }
  }

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  // MARK: - What depends on the state's type

  /// The current state's box.
  var anyBox: AnyStateBox { fatalError("\(Self.self) has a state.") }

  /// Destroys a state in its box.
  func destroyState(at address: UnsafeMutableRawPointer) {
    fatalError("\(Self.self) has a state.")
  }

  /// Runs the handlers that apply to an action, with the lock held.
  ///
  /// - Parameter record: Is told what the record of a commit must know of the states.
  /// - Returns: Whether there were any.
  func reduceErased(_ action: any Action, into record: Unmanaged<CommitRecord>?) -> Bool {
    fatalError("\(Self.self) has reducers.")
  }

  /// Takes the reducers out, with the lock held; the caller releases them without it.
  func removeReducers() -> AnyObject? { fatalError("\(Self.self) has reducers.") }

  @inlinable
  @inline(__always)
  final var version: Int { currentVersion.load(ordering: .relaxed) }

  /// The version, for those who do not hold the lock.
  @inlinable
  @inline(__always)
  final var latestVersion: Int { currentVersion.load(ordering: .acquiring) }

  /// Says that the state may be another one from now on; with the lock held.
  @inlinable
  @inline(__always)
  final func advanceVersion() {
    currentVersion.store(version &+ 1, ordering: .releasing)
  }

  // MARK: - The lock

  /// Takes the lock; stops the program when a reducer on this thread holds it.
  @inlinable
  @inline(__always)
  final func enter(_ operation: StaticString) -> UInt {
    let thread = Platform.currentThread()
    if !lock.tryAcquire(thread) { enterWaiting(thread, operation) }
    return thread
  }

  /// Stops the program when a reducer on this thread asks what can be answered without the lock.
  @inlinable
  @inline(__always)
  final func refuseInsideReducer(_ operation: StaticString) {
    let thread = Platform.currentThread()
    if lock.isHeld(by: thread) { enterWaiting(thread, operation) }
  }

  @inlinable
  @inline(__always)
  final func leave() {
    lock.release(Platform.currentThread())
  }

  @usableFromInline
  @inline(never)
  final func enterWaiting(_ thread: UInt, _ operation: StaticString) {
    guard lock.acquireWaiting(thread) else { stopForImpureReducer(operation) }
  }

  /// Takes the lock for the thread that delivers: while it waits, the queue grows.
  final func enterUrgently(_ thread: UInt) {
    if lock.tryAcquire(thread) { return }
    guard lock.acquireWaiting(thread) else { stopForImpureReducer("delivery") }
  }

  private final func stopForImpureReducer(_ operation: StaticString) -> Never {
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
  final func locked<Result>(_ operation: StaticString, _ body: () -> Result) -> Result {
    _ = enter(operation)
    defer { leave() }
    return body()
  }
}
