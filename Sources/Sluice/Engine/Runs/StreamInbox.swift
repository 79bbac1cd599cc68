/// The unread actions of a stream, with one reader for each iterator.
final class StreamInbox: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by the store's lock.
  private let engine: Engine
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
    engine = scheduler.engine
    let first = StreamReader(scheduler)
    self.first = first
    readers[ObjectIdentifier(first)] = WeakReader(reader: first)
  }

  /// Appends an action for all readers; called by the delivering thread.
  func append(_ record: CommitRecord) {
    let readers = engine.locked("effect") { _ in self.readers.values.compactMap(\.reader) }
    for reader in readers { reader.append(record) }
  }

  func finish() {
    // The readers are retained until the lock is released: they take it when they are freed.
    let ended = engine.locked("effect") { _ in
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
    let (reader, isFinished, retained) = engine.locked("effect") { _ in
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
  private let engine: Engine
  private let scheduler: RunScheduler
  private var unread = Deque<CommitRecord>()
  private var waiting: (run: EffectRun, continuation: CheckedContinuation<CommitRecord?, Never>)?
  private var inHand: CommitRecord?
  private var isFinished = false

  fileprivate init(_ scheduler: RunScheduler) {
    self.scheduler = scheduler
    engine = scheduler.engine
  }

  deinit { finish() }

  fileprivate func append(_ record: CommitRecord) {
    let waiting = engine.locked("effect") { held in
      if isFinished { return nil as (EffectRun, CheckedContinuation<CommitRecord?, Never>)? }
      countIn(record, held)
      guard let waiting = self.waiting.take() else {
        unread.append(record)
        return nil
      }
      give(record, to: waiting.run, held)
      return waiting
    }
    waiting?.1.resume(returning: record)
  }

  /// Ends the reading and drops unread actions.
  func finish() {
    var waiting: (run: EffectRun, continuation: CheckedContinuation<CommitRecord?, Never>)?
    scheduler.change("effect") { deferred, held in
      if isFinished { return }
      isFinished = true
      putDown(&deferred, held)
      while let record = unread.popFirst() { countOut(record, &deferred, held) }
      waiting = self.waiting.take()
    }
    waiting?.continuation.resume(returning: nil)
  }

  /// Returns the next action; `nil` at the end of the stream.
  func next(
    _ run: EffectRun,
    isolation actor: isolated (any Actor)?
  ) async -> (any Action)? {
    let record = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let record = take(run, orWaitWith: continuation) {
          return continuation.resume(returning: record)
        }
        // Checked only now: an earlier cancellation found no waiting task.
        if Task.isCancelled { finish() }
      }
    } onCancel: {
      finish()
    }
    return record?.action
  }

  /// Takes the next action, or waits for it.
  ///
  /// - Returns: `.some(nil)` at the end of the stream; `nil` if it waits.
  private func take(
    _ run: EffectRun,
    orWaitWith continuation: CheckedContinuation<CommitRecord?, Never>
  ) -> CommitRecord?? {
    var next: CommitRecord?? = nil
    scheduler.change("next") { deferred, held in
      // The last action read is no longer in hand.
      putDown(&deferred, held)
      if let record = unread.popFirst() {
        give(record, to: run, held)
        next = .some(record)
      } else if isFinished {
        next = .some(nil)
      } else {
        waiting = (run, continuation)
      }
    }
    return next
  }

  /// Puts an action in hand: it is the cause of what the run dispatches from now on.
  private func give(_ record: CommitRecord, to run: EffectRun, _ held: borrowing Held) {
    inHand = record
    run.cause = record.cause
  }

  private func putDown(_ deferred: inout DeferredWork, _ held: borrowing Held) {
    if let record = inHand.take() { countOut(record, &deferred, held) }
  }

  private func countIn(_ record: CommitRecord, _ held: borrowing Held) {
    scheduler.activity += 1
    record.cause.chain.tracked?.begin(held)
  }

  private func countOut(
    _ record: CommitRecord,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    scheduler.activity -= 1
    if let tracked = record.cause.chain.tracked { deferred.idle(tracked.end(held)) }
    deferred.release(record)
  }
}
