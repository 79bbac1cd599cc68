import SluiceCore
import SluiceLocks

/// The unread actions of a stream, with one reader for each iterator.
final class StreamInbox: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by the store's lock.
  private let core: Core
  private let scheduler: RunScheduler
  /// The first iterator's reader, which has the actions since registration.
  private var first: StreamReader?
  private var readers: [ObjectIdentifier: WeakReader] = [:]
  private var isFinished = false

  private struct WeakReader {
    weak let reader: StreamReader?
  }

  init(_ scheduler: RunScheduler) {
    self.scheduler = scheduler
    core = scheduler.core
    let first = StreamReader(scheduler)
    self.first = first
    readers[ObjectIdentifier(first)] = WeakReader(reader: first)
  }

  /// Appends an action for all readers; called by the delivering thread.
  func append(_ trigger: StartingCommit) {
    let readers = core.locked("effect") { _ in self.readers.values.compactMap(\.reader) }
    for reader in readers { reader.append(trigger) }
  }

  func finish() {
    // The readers are retained until the lock is released: they take it when they are freed.
    let ended = core.locked("effect") { _ in
      defer {
        readers = [:]
        first = nil
      }
      isFinished = true
      return readers.values.compactMap(\.reader)
    }
    for reader in ended { reader.finish() }
  }

  func makeReader() -> StreamReader {
    let new = StreamReader(scheduler)
    let (reader, isFinished, retained) = core.locked("effect") { _ in
      let retained = readers.compactMapValues(\.reader)
      if let first = first.take() { return (first, false, retained) }
      readers = readers.filter { id, _ in retained[id] != nil }
      if !self.isFinished { readers[ObjectIdentifier(new)] = WeakReader(reader: new) }
      return (new, self.isFinished, retained)
    }
    if isFinished { reader.finish() }
    return withExtendedLifetime(retained) { reader }
  }
}

/// The actions that one iterator of a stream has yet to read.
///
/// Unbounded: an effect sees every action. Actions unread or in hand keep the store from being
/// idle; an action is in hand until the next one is requested.
final class StreamReader: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by the store's lock.

  // Retained, because the scheduler doesn't: an iterator may outlive the store.
  private let core: Core
  private let scheduler: RunScheduler
  private var buffer = StreamBuffer<StartingCommit>()
  private let waiters = WaiterList<EffectRun, StartingCommit?>()

  fileprivate init(_ scheduler: RunScheduler) {
    self.scheduler = scheduler
    core = scheduler.core
  }

  deinit { finish() }

  fileprivate func append(_ trigger: StartingCommit) {
    scheduler.change("effect") { deferred, held in
      let waiter = waiters.removeFirst { _ in true }
      guard buffer.append(trigger, isAwaited: waiter != nil) else { return }
      scheduler.activity += 1
      trigger.tracked?.begin(held)
      guard let waiter else { return }
      give(trigger, to: waiter.request, held)
      deferred.resume(waiter, returning: trigger)
    }
  }

  /// Ends the reading and drops unread actions.
  func finish() {
    scheduler.change("effect") { deferred, held in
      for trigger in buffer.finish() { countOut(trigger, &deferred, held) }
      for waiter in waiters.removeAll() { deferred.resume(waiter, returning: nil) }
    }
  }

  /// Returns the next action; `nil` at the end of the stream.
  func next(_ run: EffectRun) async -> (any Action)? {
    // Another task reads for a debounce, for example: then the stream's own may be waiting for that.
    let isOwnTask = run.isWorkTask
    if isOwnTask { run.readers.wrappingAdd(1, ordering: .relaxed) }
    defer { if isOwnTask { run.readers.wrappingSubtract(1, ordering: .relaxed) } }
    scheduler.change("next") { deferred, held in
      for trigger in buffer.putDown() { countOut(trigger, &deferred, held) }
    }
    let trigger = await core.wait(
      "next",
      in: waiters,
      for: run,
      unless: { held in
        if Task.isCancelled { return .some(nil) }
        switch buffer.take() {
        case .give(let trigger):
          give(trigger, to: run, held)
          return trigger
        case .end: return .some(nil)
        case .wait: return nil
        }
      },
      ifCancelled: { _ in nil }
    )
    // A cancelled task doesn't read on.
    if trigger == nil { finish() }
    return trigger?.action
  }

  /// Makes an action in hand the cause of what the run dispatches from now on.
  private func give(_ trigger: StartingCommit, to run: EffectRun, _ held: borrowing Held) {
    run.cause = trigger.cause
  }

  private func countOut(
    _ trigger: StartingCommit,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    scheduler.activity -= 1
    assert(scheduler.activity >= 0)
    if let tracked = trigger.tracked { deferred.resume(tracked.endOne(held)) }
    deferred.release(trigger)
  }
}
