public import Synchronization

/// A store's implementation, except for its state: the lock, the order of commits, and observers.
///
/// Tokens, runs and tasks retain the engine, never the ``Store``. A store that is freed closes its
/// engine, which then releases everything that was registered.
///
/// Every `var` is guarded by `lock`, but for those of ``DeliveryState``, which belong to the thread
/// that has the turn. No user code runs under the lock except reducers, and no user object is
/// released under it except what a reducer drops from the state: a locked section returns what it
/// removes, and the caller releases it afterwards. The page *Architecture* says why that is right.
///
/// Not generic, though its one subclass ``StateEngine`` is: code that doesn't know the state's type
/// is compiled once, and looks up no metadata. Boxes of states pass through as plain references.
@usableFromInline
@safe
class Engine: SelectorHome, @unchecked Sendable {
  // `@unchecked`: see above. `@safe @exclusivity(unchecked)` on what every dispatch touches: the
  // lock excludes other threads, and its check for re-entrance excludes this one.

  @usableFromInline final let lock = OwnedLock()
  /// The last commit's number.
  @usableFromInline @safe @exclusivity(unchecked) final var number = 0
  /// Counts the states that may differ; commits that no reducer handled share one.
  ///
  /// Written with the lock held; read without it to find out whether something changed.
  @usableFromInline final let currentVersion = Atomic<Int>(0)
  /// What a dispatch must do besides reducing; empty without observers.
  @usableFromInline @safe @exclusivity(unchecked) final var demands: Demands = []

  // MARK: Reducing

  /// The registered handlers, by types of actions.
  @usableFromInline @safe @exclusivity(unchecked) final var reducers = Reducers()

  // MARK: Delivering

  @usableFromInline final let role = DeliveryRole()
  @safe @exclusivity(unchecked) final var line = TurnLine()
  private final let lazyBacklog = OnceReference<Backlog>()
  @safe @exclusivity(unchecked) final var queue = Deque<Delivery>()
  /// Counts deliveries as they are enqueued; an observer is notified of those after its
  /// registration.
  @safe @exclusivity(unchecked) final var ticket = 0
  final let observers = Observers()
  /// The state of the thread that has the turn.
  @safe @exclusivity(unchecked) final var delivering = DeliveryState()
  final var middleware: ContiguousArray<MiddlewareEntry> = []

  // MARK: Running

  /// The scheduler of effects; `nil` until there is an effect.
  @usableFromInline @safe @exclusivity(unchecked) final var hasRuns = false
  @safe @exclusivity(unchecked) final var runs: RunScheduler? {
    didSet { hasRuns = true }
  }
  final let clock: any Clock<Duration>

  @safe @exclusivity(unchecked) final var isClosed = false
  @safe @exclusivity(unchecked) final var notices = Notices()
  /// Where a test counts the stores that it makes.
  final let census = StoreCensus.current

  init(clock: any Clock<Duration>) {
    self.clock = clock
    super.init()
    census?.add(self)
  }

  /// Counts the values pending in the mailboxes of sinks on actors.
  @usableFromInline final var backlog: Backlog {
    lazyBacklog.load() ?? lazyBacklog.storeIfNil(Backlog())
  }

  /// The number of values in the backlog; doesn't create one.
  final var backlogCount: Int { lazyBacklog.load()?.count ?? 0 }

  /// Delays the calling thread if it posts values faster than they are received.
  final func waitForBacklog(_ thread: UInt) { lazyBacklog.load()?.wait(thread) }

  // MARK: - What depends on the state's type

  /// The state's type.
  var stateType: Any.Type { fatalError("\(Self.self) must override this.") }

  /// The current state's box.
  var anyBox: AnyStateBox { fatalError("\(Self.self) must override this.") }

  /// Destroys a state in its box.
  func destroyState(at address: UnsafeMutableRawPointer) {
    fatalError("\(Self.self) must override this.")
  }

  /// Runs the handlers that apply to an action; the caller holds the lock.
  ///
  /// - Parameter record: Receives the states of the commit that an observer demands.
  /// - Returns: Whether a handler applied.
  func reduceErased(_ action: any Action, into record: Unmanaged<CommitRecord>?) -> Bool {
    fatalError("\(Self.self) must override this.")
  }

  /// Begins to record actions, or records at least another number of them.
  func recordActions(atLeast limit: Int) { fatalError("\(Self.self) must override this.") }

  /// Records a commit whose number and state are the current ones.
  ///
  /// - Returns: What the caller releases after unlocking.
  func recordAction(of record: CommitRecord) -> AnyObject? {
    fatalError("\(Self.self) must override this.")
  }

  /// Removes the recorded actions, for the caller to release after unlocking.
  func takeLog() -> AnyObject? { fatalError("\(Self.self) must override this.") }

  // MARK: - The version

  @inlinable
  @inline(__always)
  final var version: Int { currentVersion.load(ordering: .relaxed) }

  /// The version, for a caller that doesn't hold the lock.
  @inlinable
  @inline(__always)
  final var latestVersion: Int { currentVersion.load(ordering: .acquiring) }

  /// Marks the state as a different one; the caller holds the lock.
  @inlinable
  @inline(__always)
  final func advanceVersion() {
    currentVersion.store(version &+ 1, ordering: .releasing)
  }

  // MARK: - The lock

  /// Acquires the lock; stops the program if a reducer on this thread holds it.
  @inlinable
  @inline(__always)
  final func enter(_ operation: StaticString) -> Held {
    let thread = Platform.currentThread()
    if !lock.tryAcquire(thread) { enterWaiting(thread, operation) }
    return Held(thread)
  }

  /// Releases the lock.
  @inlinable
  @inline(__always)
  final func leave(_ held: consuming Held) {
    lock.release(held.thread)
  }

  /// Runs a short body that calls no user code, with the lock held.
  ///
  /// The body returns what it removes, so that the caller releases it after unlocking.
  final func locked<Result>(
    _ operation: StaticString,
    _ body: (borrowing Held) -> Result
  ) -> Result {
    let held = enter(operation)
    let result = body(held)
    leave(held)
    return result
  }

  /// Stops the program if a reducer on this thread calls an operation that needs no lock.
  @inlinable
  @inline(__always)
  final func refuseInsideReducer(_ operation: StaticString) {
    let thread = Platform.currentThread()
    if lock.isHeld(by: thread) { enterWaiting(thread, operation) }
  }

  @usableFromInline
  @inline(never)
  final func enterWaiting(_ thread: UInt, _ operation: StaticString) {
    guard lock.acquireWaiting(thread) else { stopForImpureReducer(operation) }
  }

  private final func stopForImpureReducer(_ operation: StaticString) -> Never {
    // This thread holds the lock, so the fields can be read.
    guard let (reducer, type) = reducers.runningReducer else {
      fatalError(
        """
        Sluice: the `deinit` of an object in the old state called \(operation) while the state was \
        being replaced. An object in the state must not use the store when it is released. To fix, \
        do that in an effect, or keep the object outside of the state.
        """
      )
    }
    fatalError(
      """
      Sluice: the reducer “\(reducer)” called \(operation) while it was \
      reducing \(type). A reducer must be pure: it may only change the state that it \
      is given. To fix, dispatch from an effect (`Effect.map(\(type).self) { … }`), or \
      from a subscriber, or change the state in this reducer right away.
      """
    )
  }
}
