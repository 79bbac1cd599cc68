/// A pure state machine that decides when a mailbox is drained, and what comes next.
///
/// Of the threads that post, one drains the mailbox at a time. Whoever tries to drain it does so now
/// or, if its thread isn't on the subscriber's actor, in a job there; so while values are pending,
/// somebody drains or is about to.
struct MailboxState<Value, Ending> {
  /// What becomes of a posted value.
  enum Arrival: Equatable {
    /// The mailbox is closed.
    case drop
    /// It waits for whoever drains or is about to.
    case wait
    /// The thread that posts tries to drain the mailbox, in which now `count` values are pending.
    case tryToDrain(count: Int)
  }

  /// What the thread that drains does next.
  enum Step {
    case receive(Value)
    /// Lets others on the actor; another job drains the rest.
    case yield
    /// Ends the draining; the mailbox is empty, and what waited for that takes place.
    case end(Ending?)
  }

  private var values = Deque<Value>()
  private var isBeingDrained = false
  private var isClosed = false
  private var ending: Ending?
  /// The threads that tried to drain the mailbox since draining last began; each enqueued a job.
  private var tryingThreads: [UInt] = []

  /// Adds a value.
  ///
  /// Only trying shows whether a thread runs on the actor, and enqueues a job if it doesn't: while a
  /// job is pending, each thread tries once, and only a few do.
  mutating func post(_ value: Value, by thread: UInt) -> Arrival {
    if isClosed { return .drop }
    values.append(value)
    if isBeingDrained || tryingThreads.count == 8 || tryingThreads.contains(thread) { return .wait }
    tryingThreads.append(thread)
    assert(tryingThreads.count <= 8)
    return .tryToDrain(count: values.count)
  }

  /// Begins to drain the mailbox.
  ///
  /// - Returns: Whether the caller drains it; `false` if another one does.
  mutating func begin() -> Bool {
    if isBeingDrained { return false }
    isBeingDrained = true
    tryingThreads.removeAll(keepingCapacity: true)
    return true
  }

  /// Returns the next step of the thread that drains.
  mutating func next(mayYield: Bool) -> Step {
    assert(isBeingDrained)
    if mayYield, !values.isEmpty {
      isBeingDrained = false
      return .yield
    }
    if let value = values.popFirst() { return .receive(value) }
    isBeingDrained = false
    return .end(ending.take())
  }

  /// Ends the mailbox once all posted values have been received.
  ///
  /// - Returns: What takes place immediately, because none is pending.
  mutating func finish(_ ending: Ending) -> Ending? {
    assert(self.ending == nil)
    if !isBeingDrained && values.isEmpty { return ending }
    self.ending = ending
    return nil
  }

  /// Closes the mailbox.
  ///
  /// - Returns: The values that nobody receives.
  mutating func close() -> Deque<Value> {
    isClosed = true
    defer { values = Deque() }
    return values
  }
}
