import Sluice

/// The buffer of events that the background thread has not yet taken.
///
/// Pure: decides what to keep, when to wake and when to wait; ``Link`` executes it.
///
/// Releases nothing that is removed: every removal returns the events as a ``Removed``, because a
/// `deinit` of an action, a state or an error may dispatch, and would find the link's lock held.
struct EventBuffer {
  /// An event, in its order.
  struct Event {
    enum Kind {
      /// The state is `nil` for a commit from before the connection.
      case commit(CommitFacts, HeldState?)
      case effect(EffectEvent, at: Duration)
      case reads(CommitReads)
    }

    let kind: Kind
    /// 1, 2, 3, … over all events ever added; for those who wait until something was sent.
    let sequence: Int
  }

  /// Two states that follow on each other.
  typealias Pair = (state: HeldState, before: HeldState)

  /// Removed events, to be released after unlocking.
  enum Removed {
    case nothing
    case one(Event)
    /// All former events; the buffer retains those that remain as well.
    case former(Deque<Event>)
  }

  /// What the background thread is doing, for those that might wake it.
  enum Activity {
    /// It will look here again by itself.
    case active
    /// It will look here again soon, unless too much piles up.
    case polling
    case waiting
  }

  /// The number of states after which the size of one is estimated again.
  private static let measuredStates = 64
  /// The maximum number of states to take at once.
  private static let batch = 16
  /// The number of commits beyond the limits that the background thread adds without waiting.
  private static let unwaitedCommits = 128

  private let limits: ExplorerLimits
  private let backlog: Int
  private let waits: Bool
  /// By how much what is written is behind; `nil` where that may be any time.
  private var lag: RecordingLag?

  private var events = Deque<Event>()
  /// The position of the newest commit that a later one may still absorb.
  private var newest: Int?
  private var newestIsAnswer = false
  /// The number of states in `events`.
  private var waitingStates = 0
  /// The number of states that the background thread has taken and not released.
  private var takenStates = 0
  /// About how many bytes a waiting state doesn't share with the one before it; `nil` until measured.
  private var stateBytes: Int?
  /// The number of states added since then.
  private var unmeasuredStates = 0
  /// Bytes of the commits that are encoded and not sent.
  private var recordBytes = 0
  private var hasGivenUpWaiting = false

  private(set) var activity = Activity.active
  private(set) var isConnected = false
  /// Whether the Explorer paused the stream.
  private(set) var isPaused = false
  /// The number of events ever added.
  private(set) var sequence = 0
  /// The number of the last delivered commit; `nil` until known.
  private(set) var lastNumber: Int?

  /// - Parameter maximumDelay: By how much what is written may be late, where dispatches wait; `nil` for
  ///   any time.
  init(limits: ExplorerLimits, backlog: Int, waits: Bool, maximumDelay: Duration? = nil) {
    self.limits = limits
    self.backlog = max(0, backlog)
    self.waits = waits
    lag = maximumDelay.map { RecordingLag(maximum: $0) }
  }

  var isEmpty: Bool { events.isEmpty }
  var heldStates: Int { waitingStates + takenStates }
  var count: Int { events.count }
}

// Called by the dispatching thread.
extension EventBuffer {
  /// Returns whether the dispatching thread must wait before it adds a commit.
  ///
  /// - Parameters:
  ///   - time: When the commit was made, on the clock of ``CommitFacts/now``; `nil` if not known.
  ///   - isWaiting: Whether it waits already; it then waits for more room, so that it waits rarely.
  func mustWait(at time: Duration? = nil, isWaiting: Bool = false) -> Bool {
    mayWait
      && (isFull(besides: 0)
        || lag?.isTooLong(heldStates, since: events.first?.time, at: time, isWaiting) == true)
  }

  /// Whether the dispatching thread must wait before the next event of an effect.
  var mustWaitForEvents: Bool { mayWait && events.count >= limits.commits }

  /// - Parameter rest: The number of commits that there is room for even so.
  private func isFull(besides rest: Int) -> Bool {
    if heldStates >= limits.heldStates + rest || events.count >= limits.commits + rest {
      return true
    }
    // Two states always fit, and 64 until it is known how large they are.
    let states = heldStates - rest
    guard states >= 2 || recordBytes > 0 else { return false }
    let size = max(Self.minimumBytes, stateBytes ?? limits.waitingBytes / Self.measuredStates)
    return max(0, states) * size + recordBytes >= limits.waitingBytes
  }

  /// Bytes of a commit's action and origin, at least.
  private static let minimumBytes = 256

  private var mustMeasureAgain: Bool { unmeasuredStates >= Self.measuredStates }

  /// Returns two states whose sizes are to be compared; `nil` if there is only one.
  private mutating func pair(_ before: HeldState?, _ state: HeldState?) -> Pair? {
    guard let before, let state else { return nil }
    unmeasuredStates = 0
    return (state, before)
  }

  /// Sets about how many bytes a state doesn't share with the one before it.
  mutating func measured(stateBytes: Int) {
    self.stateBytes = stateBytes
  }

  private var mayWait: Bool { waits && isConnected && !isPaused && !hasGivenUpWaiting }

  /// Sets the last commit that isn't added.
  mutating func begin(after number: Int) {
    if lastNumber == nil { lastNumber = number }
  }

  /// Removes everything that was added while no Explorer was connected.
  mutating func removeUnwatched() -> Removed {
    if isConnected { return .nothing }
    defer { events = Deque() }
    return .former(events)
  }

  /// Sets the commit up to which nothing was added.
  mutating func advance(to number: Int?) {
    if let number { lastNumber = max(lastNumber ?? number, number) }
  }

  /// Stops waiting until the background thread has made progress.
  mutating func giveUpWaiting() {
    hasGivenUpWaiting = true
  }

  /// Adds a commit, unless it is one up to which nothing was to be added; returns whether to wake
  /// the background thread, and states whose sizes are to be compared.
  mutating func add(
    _ facts: CommitFacts,
    _ state: HeldState
  ) -> (mustWake: Bool, measured: Pair?, removed: Removed) {
    if let lastNumber, facts.number <= lastNumber { return (false, nil, .nothing) }
    assert(facts.number > 0)
    lastNumber = facts.number
    // What answers a command is sent even so, and stands for those before it.
    if isPaused, facts.command == nil { return (false, nil, .nothing) }
    sequence += 1
    guard isConnected else {
      // Without the state: holding one would cost a copy at each dispatch.
      guard backlog > 0 else { return (false, nil, .nothing) }
      events.append(Event(kind: .commit(facts, nil), sequence: sequence))
      return (false, nil, events.count > backlog ? removeFirst() : .nothing)
    }
    unmeasuredStates += 1
    // The background thread has the time for it, unless it doesn't keep up.
    let mustMeasure = stateBytes == nil || waitingStates >= Self.measuredStates && mustMeasureAgain
    let before = mustMeasure ? newest.flatMap { events[$0]?.state } : nil
    // Where others wait, the rest is for the background thread, which can't, and delivers others'
    // commits after its own.
    let rest = mayWait ? Self.unwaitedCommits : 0
    let removed = isFull(besides: rest) ? absorbNewest() : .nothing
    newest = events.append(Event(kind: .commit(facts, state), sequence: sequence))
    newestIsAnswer = facts.command != nil
    waitingStates += 1
    return (wake(), pair(before, state), removed)
  }

  /// Removes the newest commit: the next one stands for both.
  ///
  /// Keeps one that answers a command, since its sender waits for it.
  private mutating func absorbNewest() -> Removed {
    guard !newestIsAnswer, let newest, let event = events.remove(at: newest) else {
      return .nothing
    }
    waitingStates -= event.stateCount
    assert(waitingStates >= 0)
    return .one(event)
  }

  /// Adds an effect's event, or what ran for a commit; returns whether to wake the background thread.
  mutating func add(_ event: Event.Kind) -> (mustWake: Bool, removed: Removed) {
    guard isConnected, !isPaused else { return (false, .nothing) }
    sequence += 1
    events.append(Event(kind: event, sequence: sequence))
    // A dropped commit is part of the next one; there are too many events to keep them all.
    let removed = events.count > 2 * limits.commits ? removeFirst() : .nothing
    return (wake(), removed)
  }

  private mutating func removeFirst() -> Removed {
    guard let event = events.popFirst() else { return .nothing }
    waitingStates -= event.stateCount
    assert(waitingStates >= 0)
    return .one(event)
  }

  private mutating func wake() -> Bool {
    switch activity {
    case .active:
      return false
    case .polling
    where waitingStates < min(Self.measuredStates, limits.heldStates) / 2
      && events.count < limits.commits:
      return false
    case .polling, .waiting:
      activity = .active
      return true
    }
  }
}

// Called by the background thread.
extension EventBuffer {
  /// Adds commits with their states from now on.
  mutating func connect() {
    isConnected = true
    isPaused = false
    hasGivenUpWaiting = false
  }

  mutating func pause() {
    isPaused = true
  }

  mutating func resume() {
    isPaused = false
  }

  /// Keeps only as many pending events as the backlog holds.
  mutating func disconnect() -> Removed {
    isConnected = false
    isPaused = false
    takenStates = 0
    lag?.release()
    waitingStates = 0
    recordBytes = 0
    newest = nil
    let former = events
    events = Deque()
    let commits = former.filter { if case .commit = $0.kind { true } else { false } }
    for event in commits.suffix(backlog) { events.append(event.withoutState) }
    return .former(former)
  }

  /// Removes and returns the next events, and states whose sizes are to be compared; those taken before count as
  /// released.
  ///
  /// - Parameters:
  ///   - isFull: Whether encoded records have reached their limits.
  ///   - hasProgressed: Whether something was sent since the last call, or nothing is left to send.
  ///   - recordBytes: The size of the encoded commits that aren't sent.
  ///   - spent: How long it took to encode and write what was taken before; `nil` if it wasn't written.
  mutating func take(
    isFull: Bool,
    hasProgressed: Bool,
    recordBytes: Int = 0,
    spent: Duration? = nil
  ) -> (taken: [Event], measured: Pair?) {
    lag?.release(takenStates, after: spent)
    takenStates = 0
    assert(recordBytes >= 0)
    self.recordBytes = recordBytes
    if isFull, !canDrop { return ([], nil) }
    if hasProgressed { hasGivenUpWaiting = false }
    var taken: [Event] = []
    // A part at a time, so that there is room again before all of it is encoded.
    let batch = max(1, min(lag?.batch(of: Self.batch) ?? Self.batch, limits.heldStates / 4))
    while taken.count < 64, takenStates < batch {
      guard let event = events.popFirst() else { break }
      lag?.take(event.time)
      waitingStates -= event.stateCount
      takenStates += event.stateCount
      assert(waitingStates >= 0)
      taken.append(event)
    }
    guard mustMeasureAgain else { return (taken, nil) }
    let before = taken.last { $0.state != nil }?.state
    return (taken, pair(before, events.first { $0.state != nil }?.state))
  }

  /// Removes all events up to a commit, without states.
  mutating func takeBacklog(through number: Int) -> (taken: [Event], removed: Removed) {
    var taken: [Event] = []
    newest = nil
    waitingStates = 0
    let former = events
    events = Deque()
    for event in former {
      guard case .commit(let facts, let state) = event.kind else {
        events.append(event)
        continue
      }
      if state == nil || facts.number <= number {
        taken.append(event.withoutState)
      } else {
        newest = events.append(event)
        waitingStates += event.stateCount
      }
    }
    return (taken, .former(former))
  }

  /// Whether no thread waits, or has waited long enough.
  var canDrop: Bool { !waits || hasGivenUpWaiting }

  /// Returns `false` if there is something to do instead.
  ///
  /// - Parameter isFull: Whether encoded records have reached their limits now: some may have been written since events
  ///   were taken.
  mutating func becomeIdle(_ activity: Activity, isFull: Bool) -> Bool {
    let canTake = !isFull || canDrop
    if !events.isEmpty, canTake { return false }
    self.activity = activity
    // What was taken has been written, or waits in the queue.
    takenStates = 0
    lag?.release()
    return true
  }

  /// Returns whether the background thread was idle.
  mutating func wakeUp() -> Bool {
    defer { activity = .active }
    if case .active = activity { return false }
    return true
  }
}

extension EventBuffer.Event {
  /// When it was made, if that is known.
  fileprivate var time: Duration? {
    switch kind {
    case .commit(let facts, _): facts.begin
    case .effect(_, let time): time
    case .reads: nil
    }
  }

  fileprivate var state: HeldState? {
    if case .commit(_, let state) = kind { state } else { nil }
  }

  /// The number of states that it holds.
  fileprivate var stateCount: Int { state == nil ? 0 : 1 }

  fileprivate var withoutState: Self {
    guard case .commit(let facts, _) = kind else { return self }
    return Self(kind: .commit(facts, nil), sequence: sequence)
  }
}
