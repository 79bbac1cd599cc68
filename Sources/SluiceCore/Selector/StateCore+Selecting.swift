extension StateCore {
  /// A selector observed on this store.
  @inlinable
  package func select<Value>(_ selector: Selector<State, Value>) -> Selection<Value> {
    Selection(
      selector.comparison,
      core: self,
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
    return observe(selector.identity, selector.elements, receiver) { box, version in
      cell.value(StateBox(box), version)
    }
  }
}

extension Core {
  /// Calls a receiver with a current value and each following one.
  ///
  /// - Parameters:
  ///   - elements: The elements on which the value depends, if it depends on nothing else.
  ///   - value: Returns the value in a state of this store.
  @inlinable
  @inline(__always)
  final func observe<Value>(
    _ selector: SelectorIdentity,
    _ elements: ContiguousArray<ElementKey>,
    _ receiver: SelectionReceiver<Value>,
    _ value: @escaping @Sendable (AnyStateBox, Int) -> Value
  ) -> SelectionToken {
    let gate = SelectionGate(timed(receiver))
    let observer = SelectionObserver(
      receiver.subscriber,
      of: selector,
      // Of `always`, each commit is delivered.
      elements: receiver.comparison.isAlways ? [] : elements,
      includesUnhandled: receiver.includesUnhandled,
      receive: { box, version in
        let value = value(box, version)
        return !gate.isOpen && gate.enqueue(value, in: self) || gate.receive(value)
      },
      finish: { gate.finish() }
    )
    let (box, version, isOpen) = place(observer)
    gate.open(with: value(box, version), in: self)
    if !isOpen { gate.finish() }
    return SelectionToken {
      gate.close()
      self.remove(observer)
    }
  }
}
