import Synchronization

/// A selection in its place among the observers, seen without the value's type.
final class SelectionObserver: Registration, @unchecked Sendable {
  // `@unchecked`: it has no `var` of its own.

  /// Called by the thread that delivers, in order.
  let receive: @Sendable (_ box: AnyObject, _ version: Int) -> Void
  /// Called once, when the store is freed.
  let finish: @Sendable () -> Void

  init(
    receive: @escaping @Sendable (AnyObject, Int) -> Void,
    finish: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.finish = finish
  }
}

extension StateCore {
  /// A selector observed on this store.
  func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      areEqual: selector.areEqual,
      current: { self.value(of: selector) },
      observe: { receiver in self.observe(selector, receiver) }
    )
  }

  func value<Value>(of selector: Selector<State, Value>) -> Value {
    let (box, version) = versionedSnapshot("selectCurrent")
    return selector.cell(in: memory).value(box, version)
  }

  private func observe<Value>(
    _ selector: Selector<State, Value>,
    _ receiver: SelectionReceiver<Value>
  ) -> SelectionToken {
    let cell = selector.cell(in: memory)
    let gate = SelectionGate(receiver)
    let observer = SelectionObserver(
      receive: { box, version in gate.tell(cell.value(StateBox(box), version)) },
      finish: receiver.finish
    )

    // One critical section: the first value is that of the commit after which deliveries count.
    let (box, version, isOpen) = locked("select") { () -> (StateBox<State>, Int, Bool) in
      observer.start = ticket
      if !isClosed {
        changeableObservers { $0.selections.append(observer) }
        refreshDemands()
      }
      return unsafe (self.box, self.version, !isClosed)
    }
    gate.open(with: cell.value(box, version))
    if !isOpen { receiver.finish() }
    return SelectionToken {
      gate.close()
      observer.cancel()
      self.changeObservers("cancel") { observers in
        observers.selections.removeAll { $0 === observer }
      }
    }
  }
}
