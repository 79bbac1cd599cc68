import Synchronization

/// A selection among the observers of a store, with the value's type erased.
@usableFromInline
final class SelectionObserver: Registration, @unchecked Sendable {
  // `@unchecked`: `order` is set, and memberships are changed, as lists of observers are; the other
  // fields belong to the delivering thread.

  /// An entry's place among those of elements of one collection.
  struct Membership {
    let group: ElementGroup
    /// The hash of the element's id.
    let hash: UInt32
    /// The index among the entries with the same hash.
    var slot: Int
  }

  /// Called by the thread that delivers, in order.
  let receive: @Sendable (_ box: AnyStateBox, _ version: Int) -> Void
  /// Called once, after the last delivery of a store that is freed.
  let finish: @Sendable () -> Void

  /// The elements on which the value depends, if it depends on nothing else and they are known.
  let elements: ContiguousArray<ElementKey>
  @safe @exclusivity(unchecked) var memberships: ContiguousArray<Membership> = []
  /// The place in the order of registration.
  @safe @exclusivity(unchecked) var order = 0
  /// The last delivery that changed one of the elements.
  @safe @exclusivity(unchecked) var lastTicket = 0

  private let subscriber: SubscriptionSite

  override var label: String { subscriber.description }

  @usableFromInline
  init(
    _ subscriber: SubscriptionSite,
    elements: ContiguousArray<ElementKey>,
    receive: @escaping @Sendable (AnyStateBox, Int) -> Void,
    finish: @escaping @Sendable () -> Void
  ) {
    self.subscriber = subscriber
    self.elements = elements
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
      // Without `==`, each commit is delivered.
      elements: receiver.areEqual == nil ? [] : selector.elements,
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
