/// One change of a selection: a value and its predecessor.
public struct SelectionChange<Value: Sendable>: Sendable {
  /// The previous value.
  public let old: Value
  /// The new value.
  public let new: Value

  /// Creates a change, for tests of code that takes one.
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }
}

extension SelectionChange: Equatable where Value: Equatable {}

extension SelectionChange where Value: BidirectionalCollection, Value.Element: Equatable {
  /// The insertions and removals, where equal elements are the same element.
  ///
  /// Computed on each access, on the caller's thread, in time proportional to both lengths if
  /// little differs, to their product if everything does.
  public var difference: CollectionDifference<Value.Element> { new.difference(from: old) }
}

extension SelectionChange where Value: BidirectionalCollection {
  /// Returns the insertions and removals, using a predicate to identify elements, such as by id.
  ///
  /// Takes time proportional to both lengths if little differs, to their product if everything does.
  ///
  /// - Parameter areEquivalent: Returns whether two elements are the same one.
  public func difference(
    by areEquivalent: (Value.Element, Value.Element) -> Bool
  ) -> CollectionDifference<Value.Element> {
    new.difference(from: old, by: areEquivalent)
  }
}

/// The changes of a selection: each value together with the previous one.
///
/// ```swift
/// let token = store.select(\.todos).changes.sink { change in
///   list.apply(change.difference)
/// }
/// for await change in store.select(\.count).changes { print(change.old, "→", change.new) }
/// ```
///
/// There are no gaps: a change begins where the previous one ended. A reader slower than the store
/// receives several changes as one.
public struct SelectionChanges<Value: Sendable>: Sendable {
  let selection: Selection<Value>

  /// Calls a closure with each change from now on, in commit order, one at a time.
  ///
  /// The closure runs where that of ``Selection/sink(_:fileID:line:)`` would; the first change
  /// begins at the current value.
  ///
  /// - Parameters:
  ///   - receive: The closure to call with each change.
  ///   - fileID: The caller's file; with the line, names the subscriber in diagnostics.
  ///   - line: The caller's line.
  /// - Returns: A token; the subscription ends when it is released.
  public func sink(
    @_inheritActorContext
    _ receive: @escaping @Sendable @isolated(any) (SelectionChange<Value>) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SelectionToken {
    // As in `Selection.sink`.
    let call = unsafe unsafeBitCast(receive, to: (@Sendable (SelectionChange<Value>) -> Void).self)
    let last = LastValue<Value>()
    let subscriber = SubscriptionSite(fileID: fileID, line: line)
    return selection.observe(on: receive.isolation, at: subscriber) { new in
      if let old = last.exchange(new) { call(SelectionChange(old: old, new: new)) }
    }
  }
}

extension SelectionChanges: AsyncSequence {
  /// The type of element that iteration produces.
  public typealias Element = SelectionChange<Value>
  /// A selection never fails.
  public typealias Failure = Never

  /// Starts observing; the first change begins at the current value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: selection.makeIterator(skippingFirst: true))
  }

  /// Iterates over changes in order; ends when the store is freed or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Selection<Value>.Iterator

    /// Waits for the next change, from the last value read to the one read now, and returns it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> SelectionChange<Value>? {
      while true {
        let old = base.last
        guard let new = await base.next(isolation: actor) else { return nil }
        if let old { return SelectionChange(old: old, new: new) }
      }
    }
  }
}

extension Selection {
  /// Each value from now on, together with the previous one.
  public var changes: SelectionChanges<Value> { SelectionChanges(selection: self) }

  /// Returns this selection with the current value, and then only those values that satisfy a
  /// predicate together with the value before the action.
  ///
  /// ```swift
  /// store.select(\.score).only { old, new in new > old }
  /// ```
  ///
  /// The predicate compares two states in a row, whether or not the first of them was delivered;
  /// ``skippingRepeats(by:)`` compares with the last value delivered. It runs on the thread that
  /// delivers, for each value that this selection delivers: not for repeats, except after
  /// ``includingRepeats()``. What it lets pass is delivered, even if it equals the last value
  /// delivered.
  public func only(
    when predicate: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool
  ) -> Selection {
    Selection(
      .always,
      core: core,
      read: read,
      observe: { receiver in
        let last = LastValue<Value>()
        let filter = RepeatFilter(receiver)
        return observe(receiver) { new in
          if let old = last.exchange(new), !predicate(old, new) { return }
          filter.receive(new)
        }
      }
    )
    .buffering(buffer)
  }
}

extension AsyncDropFirstSequence {
  /// Unavailable: a subscriber that skips the current value takes the changes.
  @available(
    *,
    unavailable,
    message: "To skip the current value, subscribe to the changes: .changes.sink { print($0.new) }."
  )
  public func sink<Value>(
    _ receive: @escaping @Sendable (Value) -> Void
  ) -> SelectionToken where Base == Selection<Value> {
    fatalError("A sequence has no subscribers.")
  }
}

/// The value last delivered to a subscriber.
private final class LastValue<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: used only by deliveries to the subscriber, one at a time.
  private var value: Value?

  func exchange(_ new: Value) -> Value? {
    defer { value = new }
    return value
  }
}
