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
  /// Told of each action that is read: what the effect dispatches next, it led to.
  let onTake: @Sendable (CommitRecord) -> Void

  /// Reads the stream.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: storage.makeStream().makeAsyncIterator(), onTake: onTake)
  }

  /// Reads actions one after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Taken>.Iterator
    fileprivate let onTake: @Sendable (CommitRecord) -> Void

    /// The next action; `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> (any Action)? {
      guard let taken = await base.next(isolation: actor) else { return nil }
      onTake(taken.record)
      return taken.record.action
    }
  }

  fileprivate struct Taken: Sendable {
    let record: CommitRecord
  }

  /// Where actions wait to be read.
  ///
  /// Unbounded: an effect sees every action.
  final class Storage: @unchecked Sendable {
    // `@unchecked`: the fields are guarded by `lock`.
    private let lock = OwnedLock()
    private var unread: AsyncStream<Taken>?
    private var continuations: [Int: AsyncStream<Taken>.Continuation] = [:]
    private var isFinished = false
    private var lastID = 0

    init() {
      let (stream, continuation) = AsyncStream.makeStream(of: Taken.self)
      unread = stream
      continuations[0] = continuation
    }

    func put(_ record: CommitRecord) {
      for continuation in lock.withLock({ Array(continuations.values) }) {
        continuation.yield(Taken(record: record))
      }
    }

    func finish() {
      let ended = lock.withLock {
        defer { continuations = [:] }
        isFinished = true
        return Array(continuations.values)
      }
      for continuation in ended { continuation.finish() }
    }

    fileprivate func makeStream() -> AsyncStream<Taken> {
      if let first = lock.withLock({ unread.take() }) { return first }
      let (stream, continuation) = AsyncStream.makeStream(of: Taken.self)
      let id: Int? = lock.withLock {
        if isFinished { return nil }
        lastID += 1
        continuations[lastID] = continuation
        return lastID
      }
      guard let id else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.lock.withLock { self?.continuations.removeValue(forKey: id) }
      }
      return stream
    }
  }
}

extension AsyncSequence where Self: Sendable, Element == any Action {
  /// The actions of one type (or of its subclasses, where it is a class).
  public func ofType<A: Action>(_ type: A.Type) -> AsyncCompactMapSequence<Self, A> {
    compactMap { $0 as? A }
  }

  /// The actions with an id, as those made from templates have.
  public func withIdentifier(
    _ id: String
  ) -> AsyncFilterSequence<Self> {
    filter { ($0 as? any IdentifiableAction)?.id == id }
  }

  /// The actions made from a template, typed.
  public func wasCreated<Payload: Sendable>(
    from template: ActionTemplate<Payload>
  ) -> AsyncCompactMapSequence<Self, AnonymousAction<Payload>> {
    compactMap { action in
      (action as? AnonymousAction<Payload>).flatMap { $0.wasCreated(from: template) ? $0 : nil }
    }
  }
}
