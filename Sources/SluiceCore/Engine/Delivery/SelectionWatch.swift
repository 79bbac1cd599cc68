import SluiceLocks

/// Is told which selectors begin and end to be observed.
///
/// Feedbacks don't count: they evaluate their conditions whether or not somebody looks.
final class SelectionWatch: @unchecked Sendable {
  // `@unchecked`: `changes` is guarded by the store's lock.

  fileprivate let receive: @Sendable ([Core.ObservationChange]) -> Void
  /// What has changed since it was told.
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

  /// Calls a closure with what is observed, and with each change of that.
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

  /// Ends a section that has added or removed selections.
  final func leaveTellingWatches(_ held: consuming Held) {
    if isClosed || !observers.watches.contains(where: \.hasChanges) { return leave(held) }
    for watch in observers.watches where watch.hasChanges {
      let tell = { @Sendable in watch.receive(self.locked("delivery") { _ in watch.takeChanges() })
      }
      enqueue(.call(nil, tell), held)
    }
    leaveAndDeliver(held)
  }
}
