import Synchronization

/// A selection among the observers of a store, with the value's type erased.
@usableFromInline
final class SelectionObserver: Registration, @unchecked Sendable {
  // `@unchecked`: it has no `var` of its own.

  /// Called by the thread that delivers, in order.
  let receive: @Sendable (_ box: AnyStateBox, _ version: Int) -> Void
  /// Called once, after the last delivery of a store that is freed.
  let finish: @Sendable () -> Void

  private let subscriber: SubscriptionSite

  override var label: String { subscriber.description }

  @usableFromInline
  init(
    _ subscriber: SubscriptionSite,
    receive: @escaping @Sendable (AnyStateBox, Int) -> Void,
    finish: @escaping @Sendable () -> Void
  ) {
    self.subscriber = subscriber
    self.receive = receive
    self.finish = finish
  }
}

extension StateEngine {
  /// A selector observed on this store.
  @inlinable
  func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      areEqual: selector.areEqual,
      current: { self.value(of: selector) },
      backlog: { self.backlog },
      observe: { receiver in self.observe(selector, receiver) }
    )
  }

  /// Returns a selector's current value.
  @inlinable
  func value<Value>(of selector: Selector<State, Value>) -> Value {
    let cell = selector.cell(in: self)
    // The memo for the current version is read without the store's lock.
    refuseInsideReducer("selectCurrent")
    if let value = cell.recall(latestVersion) { return value }
    let (box, version) = versionedSnapshot("selectCurrent")
    return cell.value(box, version)
  }

  /// Calls a receiver with a selector's current value and each following one.
  @inlinable
  func observe<Value>(
    _ selector: Selector<State, Value>,
    _ receiver: SelectionReceiver<Value>
  ) -> SelectionToken {
    let cell = selector.cell(in: self)
    let gate = SelectionGate(timed(receiver))
    let observer = SelectionObserver(
      receiver.subscriber,
      receive: { box, version in
        let revision = cell.revision(box, version)
        if gate.knows(revision) { return }
        gate.deliver(cell.value(StateBox(box), version), revision: revision)
      },
      finish: { gate.finish() }
    )

    let (box, version, isOpen) = place(observer)
    gate.open(with: cell.value(box, version))
    if !isOpen { gate.finish() }
    return SelectionToken {
      gate.close()
      self.remove(observer)
    }
  }

  /// Adds an observer.
  ///
  /// - Returns: The first state to deliver: the one at the registration.
  @usableFromInline
  func place(
    _ observer: SelectionObserver
  ) -> (box: StateBox<State>, version: Int, isOpen: Bool) {
    // One critical section: no commit occurs between reading the state and registering.
    locked("select") { held in
      add(observer, held)
      return (box, version, !isClosed)
    }
  }
}
