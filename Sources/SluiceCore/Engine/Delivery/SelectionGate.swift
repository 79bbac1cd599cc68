public import SluiceLocks

/// Calls one subscriber with its values: with the first on the subscribing thread, with the others
/// on the delivering thread, never two at a time and without repeats.
///
/// Closed until the subscriber has received the first value. Values delivered meanwhile, and the
/// end, are pending behind the gate for the subscribing thread, which then opens the gate for good.
@usableFromInline
final class SelectionGate<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `last` belongs to the subscribing thread until the gate is open, and from then on
  // to the thread that delivers. Opening releases, and the deliverer's load of `isOpen` acquires;
  // deliverers follow one another under the store's lock. Hence also the accesses that are not
  // checked for exclusivity.

  /// The values pending behind the gate, each with the commit that led to it.
  private struct Waiting {
    var values: [CausedValue<Value>] = []
    /// Whether no value follows.
    var isFinished = false
  }

  /// The number of pending values above which the subscribing thread hands over to a task.
  private static var patience: Int { 1_000 }

  @usableFromInline let receiver: SelectionReceiver<Value>
  private let waiting = Locked(Waiting())
  @usableFromInline let hasOpened = Atomic<Bool>(false)
  @usableFromInline @safe @exclusivity(unchecked) var last: Value?
  @usableFromInline let isClosed = Atomic<Bool>(false)

  @usableFromInline
  init(_ receiver: SelectionReceiver<Value>) {
    self.receiver = receiver
  }

  // MARK: - The delivering thread

  /// Whether the subscriber has received the first value, and so receives others from whoever
  /// delivers.
  @inlinable var isOpen: Bool { hasOpened.load(ordering: .acquiring) }

  /// Notifies the subscriber, after all values, that none follows.
  @usableFromInline
  func finish() {
    let isOpen = waiting.withLock { waiting in
      waiting.isFinished = true
      return hasOpened.load(ordering: .relaxed)
    }
    if isOpen { receiver.finish() }
  }

  /// Keeps a value for the subscribing thread.
  ///
  /// - Returns: `false` if the gate has been opened meanwhile.
  @usableFromInline
  func enqueue(_ value: Value, in core: Core) -> Bool {
    assert(core.hasTurn)
    let value = CausedValue(value, in: core)
    return waiting.withLock { waiting in
      if hasOpened.load(ordering: .relaxed) { return false }
      waiting.values.append(value)
      return true
    }
  }

  // MARK: - The subscribing thread

  /// Delivers the first value and the pending ones, then opens the gate.
  @inlinable
  func open(with first: Value, in core: Core) {
    receive(first)
    deliverWaiting(in: core)
  }

  @usableFromInline
  func deliverWaiting(in core: Core) {
    deliverWaiting(in: core, atMost: Self.patience)
  }

  private func deliverWaiting(in core: Core, atMost limit: Int) {
    var count = 0
    while count <= limit {
      let next = waiting.withLock { waiting in
        defer { waiting.values = [] }
        if waiting.values.isEmpty { hasOpened.store(true, ordering: .releasing) }
        return waiting
      }
      if next.values.isEmpty {
        if next.isFinished { receiver.finish() }
        return
      }
      for value in next.values { value.call(in: core, receiver.subscriber) { receive($0) } }
      count += next.values.count
    }
    // Other threads outpace this one: it needn't continue until they end.
    Platform.startTask { self.deliverWaiting(in: core, atMost: .max) }
  }

  /// - Returns: Whether the subscriber received the value, which then isn't a repeat.
  @inlinable
  @discardableResult
  func receive(_ value: Value) -> Bool {
    if isClosed.load(ordering: .relaxed) { return false }
    if let areEqual = receiver.comparison.areEqual {
      if let last = last, areEqual(last, value) { return false }
      last = value
    }
    receiver.receive(value)
    return true
  }

  /// Delivers nothing from now on.
  ///
  /// Callable from any thread.
  @inlinable
  func close() {
    isClosed.store(true, ordering: .relaxed)
  }
}
