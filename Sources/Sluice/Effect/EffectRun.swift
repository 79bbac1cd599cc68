/// One execution of an effect.
final class EffectRun: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the lock of the store that the run belongs to.

  /// The commit that set a run off, or whose action it read last.
  struct Trigger: Sendable {
    let commit: Int
    let chain: CauseChain
    let action: any Action
  }

  let id: EffectRunID
  let entry: EffectEntry
  var trigger: Trigger?
  var task: Task<Void, Never>?
  /// What a cancelled run dispatches is dropped.
  var isCancelled = false
  let start: ContinuousClock.Instant?

  init(
    id: EffectRunID,
    entry: EffectEntry,
    trigger: Trigger?,
    start: ContinuousClock.Instant?
  ) {
    self.id = id
    self.entry = entry
    self.trigger = trigger
    self.start = start
  }
}

extension EffectRun.Trigger {
  init(_ record: CommitRecord) {
    unsafe self.init(commit: record.number, chain: record.chain, action: record.action)
  }
}

extension StoreCore {
  /// Starts a run in a task of its own; nothing when the effect was unregistered meanwhile.
  final func start(
    _ entry: EffectEntry,
    _ record: CommitRecord?,
    _ work: @escaping @Sendable (EffectRun, @escaping Send) async throws -> Void
  ) {
    guard let run = locked("start", { makeRun(entry, record) }) else { return }
    emit(.started, run)
    let task = Task {
      do {
        // Cancelled before its first line, perhaps: then there is none.
        guard !self.locked("start", { run.isCancelled }) else { return }
        try await work(run) {
          self.dispatchErased($0, DispatchContext(site: entry.site, source: .run(run)))
        }
        self.end(run, .ended)
      } catch is CancellationError {
        self.end(run, .ended)
      } catch {
        self.fail(run, error)
      }
    }
    let isTooLate = locked("start") {
      run.task = task
      return run.isCancelled
    }
    if isTooLate { task.cancel() }
  }

  /// With the lock held.
  private final func makeRun(_ entry: EffectEntry, _ record: CommitRecord?) -> EffectRun? {
    if isClosed || entry.isCancelled { return nil }
    lastRun += 1
    let run = EffectRun(
      id: EffectRunID(effect: entry.name, number: lastRun),
      entry: entry,
      trigger: record.map { .init($0) },
      start: unsafe demands.contains(.effectEvents) ? .now : nil
    )
    runs[lastRun] = run
    return run
  }

  /// A run that is marked as cancelled, and its task, unless it is only being made.
  typealias CancelledRun = (run: EffectRun, task: Task<Void, Never>?)

  /// Marks runs as cancelled, with the lock held.
  ///
  /// The caller cancels their tasks without it, because that calls handlers of the user's.
  final func cancelRuns(where isMeant: (EffectRun) -> Bool) -> [CancelledRun] {
    let ended = runs.values.filter(isMeant).sorted { $0.id.number < $1.id.number }
    for run in ended {
      run.isCancelled = true
      runs[run.id.number] = nil
    }
    // A task that is not here yet is cancelled by the thread that makes it.
    return ended.map { ($0, $0.task) }
  }

  /// Cancels what `cancelRuns` marked, and tells of it.
  final func finishCancelling(_ ended: [CancelledRun]) {
    for (run, task) in ended {
      task?.cancel()
      emit(.cancelled, run)
    }
  }

  private final func fail(_ run: EffectRun, _ error: any Error) {
    guard end(run, .failed(error)) else { return }
    let (trigger, handler) = locked("onEffectFailure") { (run.trigger, onEffectFailure) }
    let site = run.entry.site
    let failure = EffectFailure(
      run: run.id,
      error: error,
      action: trigger?.action,
      commit: trigger?.commit,
      position: "\(site.fileID):\(site.line)"
    )
    if let handler {
      handler(failure)
    } else {
      #if DEBUG
        Platform.warn("Sluice: \(failure)")
      #endif
    }
  }

  /// - Returns: Whether the run had not come to its end before.
  @discardableResult
  private final func end(_ run: EffectRun, _ kind: EffectEvent.Kind) -> Bool {
    let wasAlive = locked("end") { runs.removeValue(forKey: run.id.number) != nil }
    if wasAlive { emit(kind, run) }
    return wasAlive
  }

  /// Queues an event for the interceptors that want it; told in order with the commits.
  private final func emit(_ kind: EffectEvent.Kind, _ run: EffectRun) {
    let thread = enter("effect")
    guard unsafe demands.contains(.effectEvents) else { return leave() }
    let event = EffectEvent(
      run: run.id,
      kind: kind,
      commit: run.trigger?.commit,
      duration: {
        if case .started = kind { return nil }
        return run.start.map { .now - $0 }
      }()
    )
    enqueue(EffectEventDelivery(event), thread: thread)
  }
}
