import SluiceLocks

/// An observer's place in a store.
@usableFromInline
package class Registration: @unchecked Sendable {
  // `@unchecked`: `start` and `slot` are guarded by the store's lock; the delivering thread reads
  // `start` of entries only that were in the list when its delivery began.

  /// The last ticket before the registration.
  final var start = 0
  /// The index in its list; -1 if it is in none.
  final var slot = -1
  private let isOver = Atomic<Bool>(false)
  /// The slow calls in a row; belongs to the delivering thread.
  final var slowCalls = SlowStreak()

  /// Returns whether to notify the observer of a delivery.
  @inline(__always)
  final func isDue(_ ticket: Int) -> Bool {
    ticket > start && !isCancelled
  }

  /// A description for messages.
  var label: String { "an observer" }

  final var isCancelled: Bool { isOver.load(ordering: .relaxed) }

  /// - Returns: Whether this call ended it.
  @discardableResult
  final func cancel() -> Bool {
    !isOver.exchange(true, ordering: .relaxed)
  }
}
