public import SluiceLocks

/// A store's implementation, except for its state: the lock, the order of commits, and observers.
///
/// Tokens, runs and tasks retain the core, never the ``Store``. A store that is freed closes its
/// core, which then releases everything that was registered.
///
/// Every `var` is guarded by `lock`, but for what is being delivered, which belongs to the thread
/// that has the turn. No user code runs under the lock except reducers, and no user object is
/// released under it except what a reducer drops from the state: a locked section returns what it
/// removes, and the caller releases it afterwards. The page *Architecture* says why that is right.
///
/// Not generic, though its one subclass ``StateCore`` is: code that doesn't know the state's type
/// is compiled once, and looks up no metadata. What must be known of the type is a ``StateKind``.
@usableFromInline
@safe
package class Core: SelectorHome, @unchecked Sendable {
  // `@unchecked`: see above. `@safe @exclusivity(unchecked)` on what every dispatch touches: the
  // lock excludes other threads, and its check for re-entrance excludes this one.

  @usableFromInline package final let lock = FairLock(.state)
  /// The last commit's number.
  @usableFromInline @safe @exclusivity(unchecked) package final var number = 0
  /// Counts the states that may differ; commits that no reducer handled share one.
  ///
  /// Written with the lock held; read without it to find out whether something changed.
  @usableFromInline final let currentVersion = Atomic<Int>(0)
  /// The thread that reads the ``MainActorPicture`` and hasn't changed the state since it was taken.
  ///
  /// Only that thread sets and clears it, with the lock held.
  @usableFromInline final let pictureReader = Atomic<UInt>(0)
  private final let lazyPicture = OnceReference<MainActorPicture>()
  /// What a dispatch must do besides reducing; empty without observers.
  ///
  /// Written with the lock held; read without it to choose the path of a dispatch.
  @usableFromInline final let demandBits = Atomic<UInt16>(0)

  // MARK: Reducing

  /// The current state.
  @usableFromInline @safe @exclusivity(unchecked) package final var box: AnyStateBox
  @usableFromInline package final let kind: StateKind
  /// The registered handlers, and what each type of action leads to.
  @usableFromInline @safe @exclusivity(unchecked) final var routes = Routes()

  // MARK: Delivering

  /// The turn to commit and to deliver.
  final let turn = FairLock(.turn)
  private final let lazyMailboxes = OnceReference<Mailboxes>()
  @safe @exclusivity(unchecked) final var queue = Deque<Delivery>()
  /// The number of deliveries in the queue, to be read without the lock.
  final let queueCount = Atomic<Int>(0)
  /// Counts deliveries; an observer is notified of those after its registration.
  @safe @exclusivity(unchecked) final var ticket = 0
  final let observers = Observers()
  /// The commit that is being delivered, or that led to what is: the cause of what observers
  /// dispatch; 0 for none.
  ///
  /// Belongs, with its record, to the thread that has the turn; the commit retains the record.
  @safe @exclusivity(unchecked) final var deliveredNumber = 0
  @safe @exclusivity(unchecked) final var delivered: Unmanaged<CommitRecord>?
  /// The frame in which the delivery is made, if it is one; see ``CauseFrame``.
  @safe @exclusivity(unchecked) final var outerFrame: UInt = 0
  #if DEBUG
    /// The ticket of the last commit that was delivered.
    @safe @exclusivity(unchecked) private final var deliveredTicket = 0
  #endif
  /// The number of calls in progress that aren't part of the delivery of their cause; see ``CauseFrame``.
  final let lateCalls = Atomic<Int>(0)
  /// The chains that tasks continue which answer the values of an iterator, by task; see ``Iteration``.
  @safe @exclusivity(unchecked) final var iterations: [Int: CauseChain] = [:]
  /// What actions take along of the tasks that dispatch them.
  @safe @exclusivity(unchecked) final var carrier: Carrier?
  final var middleware = RegisteredMiddleware()
  /// The ids by which something can be registered once at a time.
  final var claims: [String: Claim] = [:]

  // MARK: Running

  /// What runs effects; `nil` until there is one.
  @safe @exclusivity(unchecked) package final var runs: (any RunOwner)?
  package final let clock: any Clock<Duration>

  @safe @exclusivity(unchecked) package final var isClosed = false
  /// How far the program has closed its store; `nil` before, and for a store that is freed.
  final var closing: Closing?
  @safe @exclusivity(unchecked) package final var notices = Notices()
  /// Where a test counts the stores that it makes.
  final let census = TaskCensus.current

  @usableFromInline
  init(_ box: AnyStateBox, _ kind: StateKind, clock: any Clock<Duration>) {
    self.box = box
    self.kind = kind
    self.clock = clock
    super.init()
    census?.add(self)
    CauseFrame.addCore()
  }

  deinit { CauseFrame.removeCore() }

  override final func makeProjectorWatch() -> ProjectorWatch {
    // Unowned: the core owns the watch, and projectors run only while the core is retained.
    ProjectorWatch { [unowned self] in self.report($0) }
  }

  /// The mailboxes of sinks on actors.
  final var mailboxes: Mailboxes {
    lazyMailboxes.load() ?? lazyMailboxes.storeIfNil(Mailboxes())
  }

  /// The state that code on the main actor reads through observed selections.
  final var picture: MainActorPicture {
    lazyPicture.load() ?? lazyPicture.storeIfNil(MainActorPicture())
  }

  /// The number of values pending in mailboxes; creates none.
  final var backlogCount: Int { lazyMailboxes.load()?.backlog.count ?? 0 }

  /// Delays the calling thread if it posts values faster than they are received.
  final func waitForBacklog(_ thread: UInt) { lazyMailboxes.load()?.backlog.wait(thread) }

  /// In debug builds, checks that commits are delivered in their order; the caller has the turn.
  @inline(__always)
  final func noteDelivery(_ ticket: Int) {
    #if DEBUG
      assert(ticket > deliveredTicket)
      deliveredTicket = ticket
    #endif
  }

  // MARK: - The version

  @inlinable
  @inline(__always)
  final var version: Int { currentVersion.load(ordering: .relaxed) }

  /// The version, for a caller that doesn't hold the lock.
  @inlinable
  @inline(__always)
  final var latestVersion: Int { currentVersion.load(ordering: .acquiring) }

  /// The current state and its version.
  package final func anySnapshot(_ operation: StaticString) -> (box: AnyStateBox, version: Int) {
    locked(operation) { _ in (box, version) }
  }

  /// Marks the state as a different one; the caller holds the lock.
  @inlinable
  @inline(__always)
  final func advanceVersion() {
    assert(isLocked)
    currentVersion.store(version &+ 1, ordering: .releasing)
    if lock.isHeld(by: pictureReader.load(ordering: .relaxed)) {
      pictureReader.store(0, ordering: .relaxed)
    }
  }

  // MARK: - The lock

  /// Whether the calling thread holds the lock.
  @inlinable package final var isLocked: Bool { lock.isHeld(by: Platform.currentThread()) }

  /// Whether the calling thread has the turn.
  package final var hasTurn: Bool { turn.isHeld(by: Platform.currentThread()) }

  /// Acquires the lock; stops the program if a reducer on this thread holds it.
  @inlinable
  @inline(__always)
  package final func enter(_ operation: StaticString) -> Held {
    enter(operation, Platform.currentThread())
  }

  @inlinable
  @inline(__always)
  final func enter(_ operation: StaticString, _ thread: UInt) -> Held {
    if !lock.tryAcquire(thread) { enterWaiting(thread, operation) }
    assert(thread == Platform.currentThread() && lock.isHeld(by: thread))
    return Held(thread)
  }

  /// Releases the lock.
  @inlinable
  @inline(__always)
  package final func leave(_ held: consuming Held) {
    assert(isLocked && lock.isHeld(by: held.thread))
    lock.release(held.thread)
  }

  /// Runs a short body that calls no user code, with the lock held.
  ///
  /// The body returns what it removes, so that the caller releases it after unlocking.
  @inlinable
  package final func locked<Result>(
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
  final func preconditionOutsideReducer(_ operation: StaticString) {
    let thread = Platform.currentThread()
    if lock.isHeld(by: thread) { enterWaiting(thread, operation) }
  }

  @usableFromInline
  @inline(never)
  final func enterWaiting(_ thread: UInt, _ operation: StaticString) {
    guard lock.acquireWaiting(thread) else { stopForImpureReducer(operation) }
  }

  private final func stopForImpureReducer(_ operation: StaticString) -> Never {
    assert(isLocked)
    // This thread holds the lock, so the fields can be read.
    if let effect = runs?.examinedEffect {
      fatalError(
        """
        Sluice: a closure or key path of a lift of “\(effect)” called \(operation) while the store's \
        lock was held. Closures that find a part of a state, such as `id:`, or extract an action from \
        another must be pure, as reducers are: they may only read what they are given. To fix, keep what \
        they need in the state, or in the action.
        """
      )
    }
    guard let (reducer, type) = routes.runningReducer else {
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
      reducing \(type). A reducer, and what lifts it, must be pure: it may only change the state that \
      it is given. To fix, dispatch from an effect (`Effect.on(\(type).self).map { … }`), or \
      from a subscriber, or change the state in this reducer right away.
      """
    )
  }
}
