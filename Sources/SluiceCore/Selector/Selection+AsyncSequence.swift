import SluiceLocks

extension Selection: AsyncSequence {
  /// The type of element that iteration produces.
  public typealias Element = Value
  /// A selection never fails.
  public typealias Failure = Never

  /// Starts observing; the first value is the current one.
  public func makeAsyncIterator() -> Iterator {
    makeIterator(skippingFirst: false)
  }

  /// - Parameter skippingFirst: Whether the current value counts as read.
  func makeIterator(skippingFirst: Bool) -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CausedValue<Value>.self,
      bufferingPolicy: buffer.policy
    )
    let first = skippingFirst ? FirstValue<Value>() : nil
    let token = observe(
      SelectionReceiver(
        subscriber: SubscriptionSite(kind: .iteration),
        comparison: comparison,
        includesUnhandled: includesUnhandled,
        receive: { [core] value in
          if let first, first.keep(value) { return }
          continuation.yield(CausedValue(value, in: core))
        },
        finish: { continuation.finish() }
      )
    )
    return Iterator(
      base: stream.makeAsyncIterator(),
      iteration: Iteration(in: core),
      comparison: comparison,
      remembersLast: skippingFirst || !comparison.isAlways,
      // Delivered by now: on this thread, before `observe` returned.
      last: first?.take(),
      token: token
    )
  }

  /// Iterates over values in order; ends when the store is freed or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<CausedValue<Value>>.Iterator
    fileprivate let iteration: Iteration
    fileprivate let comparison: Comparison<Value>
    /// Whether to retain the last value: a retained part of a state is copied when it changes.
    fileprivate let remembersLast: Bool
    /// The last value read.
    private(set) var last: Value?
    // Released with the iterator, which ends the observation.
    fileprivate let token: SelectionToken

    /// Waits for the next value and returns it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      iteration.noteRequest()
      while let next = await TaskRun.reading({ await base.next(isolation: actor) }) {
        let value = next.value
        // If values in between were dropped, the next may equal the last one read.
        if let last, comparison.isRepeat(last, value) { continue }
        if remembersLast { last = value }
        iteration.noteValue(of: next.cause)
        return value
      }
      return nil
    }
  }
}

extension Selection {
  /// Waits for the first value that satisfies a predicate; `nil` if the selection ends, or the task is
  /// cancelled.
  ///
  /// Misses none, unlike an iterator, and `first(where:)`, which uses one: the thread that delivers calls
  /// the predicate.
  package func firstDelivered(where predicate: @escaping @Sendable (Value) -> Bool) async -> Value?
  {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingOldest(1)
    )
    let token = observe(
      SelectionReceiver(
        subscriber: SubscriptionSite(kind: .iteration),
        comparison: comparison,
        receive: { if predicate($0) { continuation.yield($0) } },
        finish: { continuation.finish() }
      )
    )
    defer { token.cancel() }
    var values = stream.makeAsyncIterator()
    return await TaskRun.reading { await values.next(isolation: #isolation) }
  }
}

/// The first value delivered, until it is taken.
private final class FirstValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var wasDelivered = false
  }

  private let state = Locked(State())

  /// Stores the first value.
  /// - Returns: Whether `new` was the first value.
  func keep(_ new: Value) -> Bool {
    state.withLock { state in
      if state.wasDelivered { return false }
      state.wasDelivered = true
      state.value = new
      return true
    }
  }

  func take() -> Value? {
    state.withLock { $0.value.take() }
  }
}

extension Selection.Buffering {
  fileprivate var policy: AsyncStream<CausedValue<Value>>.Continuation.BufferingPolicy {
    switch self {
    case .newest(let count): .bufferingNewest(count)
    case .oldest(let count): .bufferingOldest(count)
    case .all: .unbounded
    }
  }
}
