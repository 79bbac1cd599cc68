/// One step of a selection: a value, and the one that it followed.
public struct SelectionChange<Value: Sendable>: Sendable {
  /// The value before.
  public let old: Value
  /// The value now.
  public let new: Value

  /// Makes a step, for tests of code that takes one.
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }
}

extension SelectionChange: Equatable where Value: Equatable {}

extension SelectionChange where Value: BidirectionalCollection, Value.Element: Equatable {
  /// What was inserted and removed, where equal elements are the same one.
  ///
  /// Computed when asked for, by whoever asks: in proportion to both lengths where little differs, to
  /// their product where all does.
  public var difference: CollectionDifference<Value.Element> { new.difference(from: old) }
}

extension SelectionChange where Value: BidirectionalCollection {
  /// What was inserted and removed, by a notion of your own of what is the same element, such as
  /// one by id.
  public func difference(
    by areEquivalent: (Value.Element, Value.Element) -> Bool
  ) -> CollectionDifference<Value.Element> {
    new.difference(from: old, by: areEquivalent)
  }
}

/// The steps of a selection: each value together with the one before.
///
/// ```swift
/// let token = store.select(\.todos).changes.sink { change in
///   list.apply(change.difference)
/// }
/// for await change in store.select(\.count).changes { print(change.old, "→", change.new) }
/// ```
///
/// There is no gap: a step begins where the one before it ended. A reader that is slower than the
/// store is given several steps as one.
public struct SelectionChanges<Value: Sendable>: Sendable {
  let selection: Selection<Value>

  /// Calls a closure with each change from now on, in commit order, one at a time.
  ///
  /// The closure runs where that of ``Selection/sink(_:fileID:line:)`` would; the value at this moment is where
  /// the first change begins.
  ///
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
    let subscriber = Subscriber(fileID: fileID, line: line)
    return selection.observe(on: receive.isolation, at: subscriber) { new in
      if let old = last.exchange(new) { call(SelectionChange(old: old, new: new)) }
    }
  }
}

extension SelectionChanges: AsyncSequence {
  /// What an iterator gives.
  public typealias Element = SelectionChange<Value>
  /// A selection never fails.
  public typealias Failure = Never

  /// Starts to observe: the value at this moment is where the first change begins.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: selection.makeIterator(skippingFirst: true))
  }

  /// Reads changes one after another; ends when the store is freed or the task is cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Selection<Value>.Iterator

    /// The next change, from what was read last to what is read now; waits for it.
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
  /// Each value from now on, together with the one before.
  public var changes: SelectionChanges<Value> { SelectionChanges(selection: self) }
}

/// The value that a subscriber was told before.
private final class LastValue<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: used by whoever tells the subscriber, one at a time.
  private var value: Value?

  func exchange(_ new: Value) -> Value? {
    defer { value = new }
    return value
  }
}
