import SluiceLocks

/// Receives each change in the number of a selector's observers.
///
/// Feedbacks don't count: they evaluate their conditions in any case.
final class SelectionWatch: @unchecked Sendable {
  // `@unchecked`: `changes` is guarded by the store's lock.

  fileprivate let receive: @Sendable ([Core.ObservationChange]) -> Void
  /// The changes that are yet to be received.
  private var changes: [Core.ObservationChange] = []

  init(_ receive: @escaping @Sendable ([Core.ObservationChange]) -> Void) { self.receive = receive }

  var hasChanges: Bool { !changes.isEmpty }

  func note(_ selection: SelectionObserver, _ difference: Int) {
    if selection.subscriber.kind != .feedback { changes.append((selection.selector, difference)) }
  }

  func takeChanges() -> [Core.ObservationChange] {
    defer { changes = [] }
    return changes
  }
}

extension Core {
  /// A selector that has one observer more, or one less.
  package typealias ObservationChange = (selector: SelectorIdentity, difference: Int)

  /// Calls a closure with the selectors that are observed, and with each later change.
  ///
  /// On the thread that delivers, without the lock, in the order of commits.
  package final func watchSelections(
    _ receive: @escaping @Sendable ([ObservationChange]) -> Void
  ) -> SelectionToken {
    let watch = SelectionWatch(receive)
    let held = enter("register(feedback:id:)")
    observers.add(watch)
    leaveTellingWatches(held)
    return SelectionToken { self.locked("unregister") { _ in self.observers.remove(watch) } }
  }

  /// Releases the lock after selections were added or removed, and has watches receive that.
  final func leaveTellingWatches(_ held: consuming Held) {
    if isClosed || !observers.watches.contains(where: \.hasChanges) { return leave(held) }
    for watch in observers.watches where watch.hasChanges {
      enqueue(.call(nil) { _ in self.tell(watch) }, held)
    }
    leaveAndDeliver(held)
  }

  private final func tell(_ watch: SelectionWatch) {
    let changes = locked("delivery") { _ in watch.takeChanges() }
    // None if an earlier call has taken these as well.
    if !changes.isEmpty { watch.receive(changes) }
  }
}
