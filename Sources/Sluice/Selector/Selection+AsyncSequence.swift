import Synchronization

extension Selection: AsyncSequence {
  /// What an iterator gives.
  public typealias Element = Value
  /// A selection never fails.
  public typealias Failure = Never

  /// Starts to observe: the first value is the one at this moment.
  public func makeAsyncIterator() -> Iterator {
    makeIterator(skippingFirst: false)
  }

  /// - Parameter skippingFirst: The value at this moment counts as read.
  func makeIterator(skippingFirst: Bool) -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: buffer.policy
    )
    let first = AtomicLazyReference<FirstValue>()
    let token = observe(
      SelectionReceiver(
        areEqual: areEqual,
        receive: { value in
          // The first is told on this thread, before anything else.
          if skippingFirst, first.load() == nil {
            _ = first.storeIfNil(FirstValue(value))
          } else {
            continuation.yield(value)
          }
        },
        finish: { continuation.finish() }
      )
    )
    return Iterator(
      base: stream.makeAsyncIterator(),
      areEqual: areEqual,
      last: first.load()?.value,
      token: token
    )
  }

  /// Reads values one after another; ends when the store is freed or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Value>.Iterator
    fileprivate let areEqual: (@Sendable (Value, Value) -> Bool)?
    /// What was read last.
    private(set) var last: Value?
    // Released with the iterator, which ends the observation.
    fileprivate let token: SelectionToken

    /// The next value; waits for it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      while let value = await base.next(isolation: actor) {
        // Where values in between were dropped, the next may equal the one that was read last.
        if let last, let areEqual, areEqual(last, value) { continue }
        last = value
        return value
      }
      return nil
    }
  }

  private final class FirstValue: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

extension Selection.Buffering {
  fileprivate var policy: AsyncStream<Value>.Continuation.BufferingPolicy {
    switch self {
    case .newest(let count): .bufferingNewest(count)
    case .oldest(let count): .bufferingOldest(count)
    case .all: .unbounded
    }
  }
}
