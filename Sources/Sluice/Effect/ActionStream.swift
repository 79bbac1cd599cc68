/// The actions of a store as an asynchronous sequence, in commit order.
///
/// An effect gets one, and finds in it every action since its registration, however late it begins
/// to read. A second iterator of the same stream gets the actions since it was made.
public struct ActionStream: AsyncSequence, Sendable {
  /// What the stream is made of.
  public typealias Element = any Action
  /// The stream never fails: it ends when the effect is unregistered or the store is freed.
  public typealias Failure = Never

  let storage: Storage
  /// Noted with each action that is read: what the effect dispatches next, it led to.
  let run: EffectRun

  /// Reads the stream.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: storage.makeReader(), run: run)
  }

  /// Reads actions one after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader
    fileprivate let run: EffectRun

    /// The next action; `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> (any Action)? {
      await reader.next(run, isolation: actor)
    }
  }

  /// Where actions wait to be read, one place for each iterator.
  final class Storage: @unchecked Sendable {
    // `@unchecked`: the fields are guarded by the store's lock.
    private let engine: Engine
    private var unread: Reader?
    private var readers: [ObjectIdentifier: WeakReader] = [:]
    private var isFinished = false

    private struct WeakReader {
      weak let reader: Reader?
    }

    init(_ engine: Engine) {
      self.engine = engine
      let first = Reader(engine)
      unread = first
      readers[ObjectIdentifier(first)] = WeakReader(reader: first)
    }

    func put(_ record: CommitRecord) {
      let readers = engine.locked("effect") { _ in self.readers.values.compactMap(\.reader) }
      for reader in readers { reader.put(record) }
    }

    func finish() {
      let ended = engine.locked("effect") { _ in
        defer {
          readers = [:]
          unread = nil
        }
        isFinished = true
        return readers.values.compactMap(\.reader)
      }
      for reader in ended { reader.finish() }
    }

    fileprivate func makeReader() -> Reader {
      let new = Reader(engine)
      // Readers are held until the lock is given back: they take it when they are freed.
      let (reader, isFinished, held) = engine.locked("effect") { _ in
        let held = readers.compactMapValues(\.reader)
        if let first = unread.take() { return (first, false, held) }
        readers = readers.filter { id, _ in held[id] != nil }
        if !self.isFinished { readers[ObjectIdentifier(new)] = WeakReader(reader: new) }
        return (new, self.isFinished, held)
      }
      if isFinished { reader.finish() }
      return withExtendedLifetime(held) { reader }
    }
  }

  /// What one iterator has yet to read.
  ///
  /// Unbounded: an effect sees every action. What is unread or in hand keeps the store from being
  /// idle; an action is in hand until the next one is asked for.
  fileprivate final class Reader: @unchecked Sendable {
    // `@unchecked`: the fields are guarded by the store's lock.
    private let engine: Engine
    private var unread = Deque<CommitRecord>()
    private var waiting: CheckedContinuation<CommitRecord?, Never>?
    private var hasInHand = false
    private var isFinished = false

    init(_ engine: Engine) { self.engine = engine }

    deinit { finish() }

    func put(_ record: CommitRecord) {
      let waiting: CheckedContinuation<CommitRecord?, Never>? = engine.locked("effect") { _ in
        if isFinished { return nil }
        engine.runs!.activity += 1
        guard let waiting = self.waiting.take() else {
          unread.append(record)
          return nil
        }
        hasInHand = true
        return waiting
      }
      waiting?.resume(returning: record)
    }

    func finish() {
      let (waiting, dropped) = engine.locked("effect") { _ in
        if !isFinished { engine.runs!.activity -= unread.count + (hasInHand ? 1 : 0) }
        isFinished = true
        hasInHand = false
        defer { unread = Deque() }
        return (self.waiting.take(), unread)
      }
      waiting?.resume(returning: nil)
      engine.wakeIfIdle()
      withExtendedLifetime(dropped) {}
    }

    func next(
      _ run: EffectRun,
      isolation actor: isolated (any Actor)?
    ) async -> (any Action)? {
      putDown()
      let record = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let (isDue, record) = engine.locked("next") { _ -> (Bool, CommitRecord?) in
            if let record = unread.popFirst() {
              hasInHand = true
              return (true, record)
            }
            if isFinished { return (true, nil) }
            waiting = continuation
            return (false, nil)
          }
          if isDue { return continuation.resume(returning: record) }
          // Asked only now: a cancellation before found nobody who waits.
          if Task.isCancelled { finish() }
        }
      } onCancel: {
        finish()
      }
      guard let record else { return nil }
      engine.locked("next") { _ in
        unsafe run.causeNumber = record.number
        unsafe run.causeChain = unsafe record.cause.chain
      }
      return record.action
    }

    /// The action that was read last has been dealt with.
    private func putDown() {
      let waiters = engine.locked("next") { held in
        if hasInHand {
          hasInHand = false
          engine.runs!.activity -= 1
        }
        return engine.runs!.takeIdleWaiters(held)
      }
      engine.wake(waiters)
    }
  }
}

/// An effect that reads all actions from a stream, in one run.
final class StreamEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  let storage: ActionStream.Storage

  init(_ place: Place, _ engine: Engine) {
    storage = ActionStream.Storage(engine)
    // The run itself does not count: it is there until the effect is unregistered. What it has in
    // hand does; the stream sees to that.
    super.init(place, isCounted: false)
  }

  override func role(of type: any Action.Type) -> EffectRole { .isHeard }

  override func receive(_ record: CommitRecord, as role: EffectRole, in engine: Engine) {
    storage.put(record.kept())
  }

  override func stop() { storage.finish() }
}
