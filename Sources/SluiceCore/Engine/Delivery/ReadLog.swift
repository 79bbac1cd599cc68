import SluiceLocks

/// Counts and times the runs of a store's selectors and observers, from one delivery to the next.
///
/// Runs belong to the commit that is being delivered or, on other threads between two deliveries, to
/// the last one.
@usableFromInline
final class ReadLog: Sendable {
  /// One run of a selector or an observer.
  struct Run: Sendable {
    fileprivate let key: Key
    fileprivate let isChange: Bool
    fileprivate var isForced = false
    fileprivate var nanoseconds: UInt64

    /// A run of a selector's projector.
    init(
      of selector: SelectorIdentity,
      isChange: Bool,
      isForced: Bool,
      took nanoseconds: UInt64
    ) {
      key = Key(
        kind: .selector,
        name: selector.label.name,
        position: selector.label.position,
        readsWholeState: selector.readsWholeState
      )
      self.isChange = isChange
      self.isForced = isForced
      self.nanoseconds = nanoseconds
    }

    /// A run of an observer.
    init(of observer: SelectionObserver, isChange: Bool, took nanoseconds: UInt64) {
      key = Key(
        kind: observer.subscriber.kind,
        name: observer.selector.label.name,
        position: observer.subscriber.position,
        readsWholeState: false
      )
      self.isChange = isChange
      self.nanoseconds = nanoseconds
    }
  }

  fileprivate struct Key: Hashable {
    let kind: CommitReads.Kind
    let name: String
    let position: String?
    let readsWholeState: Bool
  }

  fileprivate struct State {
    var reads: [CommitReads.Read] = []
    var indices: [Key: Int] = [:]
    var omittedRuns = 0
    /// The thread that delivers a commit; 0 for none.
    var deliverer: UInt = 0
    /// The time that selectors took on that thread.
    var selectorTime: UInt64 = 0
    /// The commit that is delivered, or that was last.
    var commit = 0
    /// Whether it was announced that something waits to be taken.
    var isAnnounced = false
  }

  /// The maximum number of entries.
  static var limit: Int { 1_000 }

  private let state = Locked(State())
  private let announce = Locked<(@Sendable () -> Void)?>(nil)

  /// Forgets all runs.
  ///
  /// - Parameters:
  ///   - commit: The last commit.
  ///   - announce: Called when there are runs that no delivery takes.
  func begin(after commit: Int, announce: (@Sendable () -> Void)?) {
    let old = self.announce.withLock { old in
      defer { old = announce }
      return old
    }
    withExtendedLifetime(old) {}
    state.withLock { state in
      _ = state.take()
      state.commit = commit
    }
  }

  /// Adds a run of a selector.
  func add(_ run: Run) {
    let mustAnnounce = state.withLock { state in
      state.add(run)
      if state.deliverer != 0 {
        if state.deliverer == Platform.currentThread() { state.selectorTime += run.nanoseconds }
        return false
      }
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if mustAnnounce { announce.withLock { $0 }?() }
  }

  /// Calls an observer on the thread that delivers, and adds the run.
  ///
  /// - Parameter receive: Returns whether the observer received a value.
  func measure(_ observer: SelectionObserver, _ receive: () -> Bool) {
    let selectorTime = state.withLock { $0.selectorTime }
    let begin = Platform.now
    let isChange = receive()
    let time = Platform.now &- begin
    var run = Run(of: observer, isChange: isChange, took: time)
    state.withLock { state in
      run.nanoseconds -= min(time, state.selectorTime - selectorTime)
      state.add(run)
    }
  }

  /// Begins the delivery of a commit on the calling thread.
  ///
  /// - Returns: What ran since the last one ended, if anything did.
  func beginDelivery(of commit: Int) -> CommitReads? {
    let thread = Platform.currentThread()
    return state.withLock { state in
      let reads = state.take()
      state.deliverer = thread
      state.commit = commit
      return reads
    }
  }

  /// Ends the delivery of a commit.
  ///
  /// - Returns: What ran meanwhile, if anything did.
  func endDelivery() -> CommitReads? {
    state.withLock { state in
      state.deliverer = 0
      state.selectorTime = 0
      return state.take()
    }
  }

  /// Returns what ran since the last delivery, if anything did.
  func take() -> CommitReads? { state.withLock { $0.take() } }
}

extension ReadLog.State {
  fileprivate mutating func add(_ run: ReadLog.Run) {
    let index: Int
    if let known = indices[run.key] {
      index = known
    } else if reads.count < ReadLog.limit {
      index = reads.count
      indices[run.key] = index
      reads.append(
        CommitReads.Read(
          kind: run.key.kind,
          name: run.key.name,
          position: run.key.position,
          readsWholeState: run.key.readsWholeState
        )
      )
    } else {
      omittedRuns += 1
      return
    }
    reads[index].runs += 1
    if run.isChange { reads[index].changes += 1 }
    if run.isForced { reads[index].forcedRuns += 1 }
    reads[index].time += .nanoseconds(Int64(clamping: run.nanoseconds))
  }

  fileprivate mutating func take() -> CommitReads? {
    isAnnounced = false
    if reads.isEmpty { return nil }
    defer {
      reads = []
      indices = [:]
      omittedRuns = 0
    }
    return CommitReads(commit: commit, reads: reads, omittedRuns: omittedRuns)
  }
}
