import SluiceLocks

/// A pure state machine that decides when a mailbox is drained, and what comes next.
///
/// Of the threads that post, one drains the mailbox at a time. Whoever tries to drain it does so now
/// or, if its thread isn't on the subscribers' actor, in a job there; so while something is pending,
/// somebody drains or is about to.
struct MailboxState<Entry> {
  /// What becomes of a posted entry.
  enum Arrival: Equatable {
    /// It waits for whoever drains or is about to.
    case wait
    /// The thread that posts tries to drain the mailbox, in which now `count` entries are pending.
    case tryToDrain(count: Int)
    /// The thread that posts receives it immediately.
    case receive
  }

  /// What the thread that drains does next.
  enum Step {
    case receive(Entry)
    /// Lets others on the actor; another job drains the rest.
    case yield
    /// Ends the draining; the mailbox is empty.
    case end
  }

  private var entries = Deque<Entry>()
  /// The thread that drains the mailbox, on the actor.
  private var drainer: UInt?
  /// Who tried to drain the mailbox since draining last began; each enqueued a job.
  private var triers: [Poster] = []

  /// Adds an entry.
  ///
  /// Only trying shows whether a thread runs on the actor, and enqueues a job if it doesn't: while a
  /// job is pending, each poster tries once.
  ///
  /// - Parameter isFirst: Whether it is a subscriber's first value. Within a call of another
  ///   subscriber it doesn't wait: who subscribes there receives it before `sink` returns.
  mutating func post(_ entry: Entry, isFirst: Bool = false, by poster: Poster) -> Arrival {
    if isFirst, drainer == poster.thread { return .receive }
    entries.append(entry)
    if drainer != nil || triers.contains(poster) { return .wait }
    // Those that are forgotten try once more.
    if triers.count == 64 { triers.removeAll(keepingCapacity: true) }
    triers.append(poster)
    return .tryToDrain(count: entries.count)
  }

  /// Begins to drain the mailbox.
  ///
  /// - Returns: Whether the caller drains it; `false` if another one does.
  mutating func begin(_ thread: UInt) -> Bool {
    if drainer != nil { return false }
    drainer = thread
    triers.removeAll(keepingCapacity: true)
    return true
  }

  /// Returns the next step of the thread that drains.
  mutating func next(mayYield: Bool) -> Step {
    assert(drainer != nil)
    if !mayYield, let entry = entries.popFirst() { return .receive(entry) }
    drainer = nil
    return entries.isEmpty ? .end : .yield
  }
}

/// A thread and the task that it runs: together they don't come onto an actor unnoticed.
///
/// A pool thread that posts may run another task next, on the actor. A task that goes to the actor
/// gets there behind the job that it enqueued when it tried to drain the actor's mailbox.
struct Poster: Equatable {
  let thread: UInt
  /// The task's hash; 0 outside of tasks.
  let task: Int

  /// The calling thread and its task.
  static var current: Poster {
    Poster(
      thread: Platform.currentThread(),
      task: unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
    )
  }
}
