import Synchronization

/// A selection in its place among the observers, seen without the value's type.
@usableFromInline
final class SelectionObserver: Registration, @unchecked Sendable {
  // `@unchecked`: it has no `var` of its own.

  /// Called by the thread that delivers, in order.
  let receive: @Sendable (_ box: AnyStateBox, _ version: Int) -> Void
  /// Called once, when the store is freed.
  let finish: @Sendable () -> Void

  override var label: String { "a subscriber" }

  @usableFromInline
  init(
    receive: @escaping @Sendable (AnyStateBox, Int) -> Void,
    finish: @escaping @Sendable () -> Void
  ) {
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
      observe: { receiver in self.observe(selector, receiver) }
    )
  }

  @inlinable
  func value<Value>(of selector: Selector<State, Value>) -> Value {
    let cell = selector.cell(in: self)
    // What is remembered for the state as it is now can be told without taking the store's lock.
    refuseInsideReducer("selectCurrent")
    if let value = cell.recall(latestVersion) { return value }
    let (box, version) = versionedSnapshot("selectCurrent")
    return cell.value(box, version)
  }

  @inlinable
  func observe<Value>(
    _ selector: Selector<State, Value>,
    _ receiver: SelectionReceiver<Value>
  ) -> SelectionToken {
    let cell = selector.cell(in: self)
    let gate = SelectionGate(receiver)
    let observer = SelectionObserver(
      receive: { box, version in
        let revision = cell.revision(box, version)
        if gate.knows(revision) { return }
        gate.tell(cell.value(StateBox(box), version), revision: revision)
      },
      finish: receiver.finish
    )

    let (box, version, isOpen) = place(observer)
    gate.open(with: cell.value(box, version))
    if !isOpen { receiver.finish() }
    return SelectionToken {
      gate.close()
      self.remove(observer)
    }
  }

  /// Puts an observer in its place.
  ///
  /// - Returns: The state of the moment after which deliveries count: the first to be told.
  @usableFromInline
  func place(
    _ observer: SelectionObserver
  ) -> (box: StateBox<State>, version: Int, isOpen: Bool) {
    // One critical section: no commit comes between the state and the place.
    locked("select") { held in
      add(observer, held)
      return unsafe (box, version, !isClosed)
    }
  }
}
