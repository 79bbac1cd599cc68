extension StateCore {
  /// A selector observed on this store.
  @inlinable
  package func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      selector.comparison,
      core: self,
      current: { self.value(of: selector) },
      read: { box, version in selector.cell(in: self).value(StateBox(box), version) },
      observe: { receiver in self.observe(selector, receiver) }
    )
  }

  /// Returns a selector's current value.
  @inlinable
  package func value<Value>(of selector: Selector<State, Value>) -> Value {
    let cell = selector.cell(in: self)
    // The memo for the current version is read without the store's lock.
    preconditionOutsideReducer("selectCurrent")
    if let value = cell.recall(latestVersion) { return value }
    let (box, version) = versionedSnapshot("selectCurrent")
    return cell.value(box, version)
  }

  /// Calls a receiver with a selector's current value and each following one.
  @inlinable
  package func observe<Value>(
    _ selector: Selector<State, Value>,
    _ receiver: SelectionReceiver<Value>
  ) -> SelectionToken {
    let cell = selector.cell(in: self)
    let gate = SelectionGate(timed(receiver))
    let observer = SelectionObserver(
      receiver.subscriber,
      of: selector.identity,
      // Of `always`, each commit is delivered.
      elements: receiver.comparison.isAlways ? [] : selector.elements,
      includesUnhandled: receiver.includesUnhandled,
      receive: { box, version in
        let value = cell.value(StateBox(box), version)
        return !gate.isOpen && gate.enqueue(value, in: self) || gate.receive(value)
      },
      finish: { gate.finish() }
    )

    let (box, version, isOpen) = place(observer)
    gate.open(with: cell.value(StateBox(box), version), in: self)
    if !isOpen { gate.finish() }
    return SelectionToken {
      gate.close()
      self.remove(observer)
    }
  }
}
