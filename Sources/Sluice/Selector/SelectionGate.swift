import Synchronization

/// Tells one subscriber its values: the first on the thread that subscribes, the others on the
/// thread that delivers, never two at a time and without repeats.
///
/// Closed until the first value is told. What is delivered meanwhile waits behind the gate, and is
/// told by the subscribing thread, which then opens the gate for good.
final class SelectionGate<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `waiting` is guarded by `lock`. `last` belongs to the subscribing thread until
  // the gate is open, and from then on to the thread that delivers: opening releases, and the
  // deliverer's look at `isOpen` acquires; deliverers follow each other under the store's lock.

  /// How many waiting values the subscribing thread tells before a task takes over.
  private static var patience: Int { 1_000 }

  private let receiver: SelectionReceiver<Value>
  private let lock = OwnedLock()
  private var waiting: [Value] = []
  private let isOpen = Atomic<Bool>(false)
  private var last: Value?
  private let isClosed = Atomic<Bool>(false)

  init(_ receiver: SelectionReceiver<Value>) {
    self.receiver = receiver
  }

  /// Called by the thread that delivers.
  func tell(_ value: Value) {
    if !isOpen.load(ordering: .acquiring) {
      let mustWait = lock.withLock {
        // Asked again: the gate may have been opened a moment ago.
        if isOpen.load(ordering: .relaxed) { return false }
        waiting.append(value)
        return true
      }
      if mustWait { return }
    }
    pass(value)
  }

  /// Called once, by the thread that subscribes.
  func open(with first: Value) {
    pass(first)
    tellWaiting(mayGoOn: Self.patience)
  }

  private func tellWaiting(mayGoOn: Int) {
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
  func close() {
    isClosed.store(true, ordering: .relaxed)
  }

  private func pass(_ value: Value) {
    if isClosed.load(ordering: .relaxed) { return }
    if let areEqual = receiver.areEqual {
      if let last, areEqual(last, value) { return }
      last = value
    }
    receiver.receive(value)
  }
}
