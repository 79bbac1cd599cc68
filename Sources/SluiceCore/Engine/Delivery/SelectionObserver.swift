import SluiceLocks

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

  /// Called by the thread that delivers, in order; returns whether the subscriber received a value.
  let receive: @Sendable (_ box: AnyStateBox, _ version: Int) -> Bool
  /// Called once, after the last delivery of a store that is freed.
  let finish: @Sendable () -> Void

  /// The elements on which the value depends, if it depends on nothing else and they are known.
  let elements: ContiguousArray<ElementKey>
  /// Whether to notify it also of commits that no reducer handled; not with elements.
  let includesUnhandled: Bool
  /// Comparisons with the elements at the registration; empty except while that takes place.
  @safe @exclusivity(unchecked) var comparisons: [EntitiesPlace.Comparison] = []
  @safe @exclusivity(unchecked) var memberships: ContiguousArray<Membership> = []
  /// The place in the order of registration.
  @safe @exclusivity(unchecked) var order = 0
  /// The last delivery that changed one of the elements.
  @safe @exclusivity(unchecked) var lastTicket = 0

  let subscriber: SubscriptionSite
  /// What it observes.
  let selector: SelectorIdentity

  override var label: String { subscriber.description }

  @usableFromInline
  init(
    _ subscriber: SubscriptionSite,
    of selector: SelectorIdentity,
    elements: ContiguousArray<ElementKey>,
    includesUnhandled: Bool,
    receive: @escaping @Sendable (AnyStateBox, Int) -> Bool,
    finish: @escaping @Sendable () -> Void
  ) {
    self.subscriber = subscriber
    self.selector = selector
    self.elements = elements
    self.includesUnhandled = includesUnhandled
    self.receive = receive
    self.finish = finish
  }
}

extension Core {
  /// Adds an observer.
  ///
  /// - Returns: The first state to deliver: the one at the registration.
  @usableFromInline
  final func place(
    _ observer: SelectionObserver
  ) -> (box: AnyStateBox, version: Int, isOpen: Bool) {
    // A place may be found by user code, such as a computed property: it is called without the lock.
    let first = observer.elements.isEmpty ? nil : anySnapshot("select")
    assert(observer.slot == -1)
    let comparisons = first.map { box, version in
      observer.elements.map { $0.place.comparison(box, version) }
    }
    // One critical section: no commit occurs between reading the state and registering.
    let held = enter("select")
    if let comparisons, first?.version == version { observer.comparisons = comparisons }
    add(observer, held)
    observer.comparisons = []
    let result = (box, version, !isClosed)
    leaveTellingWatches(held)
    return result
  }
}
