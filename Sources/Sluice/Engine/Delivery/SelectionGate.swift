public import Synchronization

/// Tells one subscriber its values: the first on the thread that subscribes, the others on the
/// thread that delivers, never two at a time and without repeats.
///
/// Closed until the first value is told. What is delivered meanwhile waits behind the gate, and is
/// told by the subscribing thread, which then opens the gate for good.
@usableFromInline
final class SelectionGate<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `waiting` is guarded by `lock`. `last` belongs to the subscribing thread until the
  // gate is open, and from then on to the thread that delivers, as `lastRevision` always does: opening
  // releases, and the deliverer's look at `isOpen` acquires; deliverers follow each other under the
  // store's lock.

  /// How many waiting values the subscribing thread tells before a task takes over.
  @usableFromInline static var patience: Int { 1_000 }

  @usableFromInline let receiver: SelectionReceiver<Value>
  @usableFromInline let lock = OwnedLock()
  @usableFromInline var waiting: [Value] = []
  @usableFromInline let isOpen = Atomic<Bool>(false)
  @usableFromInline @exclusivity(unchecked) var last: Value?
  @usableFromInline @exclusivity(unchecked) var lastRevision: Int?
  @usableFromInline let isClosed = Atomic<Bool>(false)

  @inlinable
  init(_ receiver: SelectionReceiver<Value>) {
    self.receiver = receiver
  }

  /// Called by the thread that delivers.
  ///
  /// - Parameter revision: The number of the value, if it has one; the same number means the same
  ///   value.
  @inlinable
  func tell(_ value: Value, revision: Int? = nil) {
    if !isOpen.load(ordering: .acquiring) {
      if mustWait(value) { return }
    }
    unsafe lastRevision = revision
    pass(value)
  }

  /// Whether a value needs not be told, because it is the last one; asked by the thread that
  /// delivers.
  @inlinable
  func knows(_ revision: Int?) -> Bool {
    guard let revision, receiver.areEqual != nil else { return false }
    return unsafe revision == lastRevision
  }

  @usableFromInline
  func mustWait(_ value: Value) -> Bool {
    lock.withLock {
      // Asked again: the gate may have been opened a moment ago.
      if isOpen.load(ordering: .relaxed) { return false }
      waiting.append(value)
      return true
    }
  }

  /// Called once, by the thread that subscribes.
  @inlinable
  func open(with first: Value) {
    pass(first)
    tellWaiting(mayGoOn: Self.patience)
  }

  @usableFromInline
  func tellWaiting(mayGoOn: Int) {
    var told = 0
    while true {
      let values = lock.withLock {
        defer { waiting = [] }
        if waiting.isEmpty { isOpen.store(true, ordering: .releasing) }
        return waiting
      }
      if values.isEmpty { return }
      for value in values { pass(value) }
      told += values.count
      if told > mayGoOn {
        // The others outpace this thread: it need not stay until they are done.
        Task { self.tellWaiting(mayGoOn: .max) }
        return
      }
    }
  }

  /// Tells nothing any more.
  ///
  /// Callable from any thread.
  @inlinable
  func close() {
    isClosed.store(true, ordering: .relaxed)
  }

  @inlinable
  func pass(_ value: Value) {
    if isClosed.load(ordering: .relaxed) { return }
    if let areEqual = receiver.areEqual {
      if let last = unsafe last, areEqual(last, value) { return }
      unsafe last = value
    }
    receiver.receive(value)
  }
}
