extension Selection {
  /// Returns a selection of this selection's values, transformed, without repeats.
  ///
  /// ```swift
  /// let token = store.select(\.todos).map { $0.count }.sink { print("\($0) to do") }
  /// ```
  ///
  /// `transform` runs for each value that this selection delivers to a subscriber; a ``Selector``
  /// made by `Selector.with` memoizes its value for all subscribers.
  public func map<New: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Value) -> New
  ) -> Selection<New> {
    map(comparing: .equality, transform)
  }

  /// Returns a selection of this selection's values, transformed, that says how they are compared.
  ///
  /// ```swift
  /// let rows = store.select(\.todos).map(comparing: .by { $0.count == $1.count }) { $0.map(Row.init) }
  /// ```
  public func map<New: Sendable>(
    comparing comparison: Comparison<New>,
    _ transform: @escaping @Sendable (Value) -> New
  ) -> Selection<New> {
    Selection<New>(
      comparison,
      core: core,
      read: { [read] box, version in transform(read(box, version)) },
      observe: { receiver in
        let filter = RepeatFilter(receiver)
        return observe(receiver) { filter.receive(transform($0)) }
      }
    )
    .buffering(buffer.converted())
  }
}

extension AsyncMapSequence {
  /// Unavailable: a subscriber's values are compared.
  @available(
    *,
    unavailable,
    message:
      "Make the value Equatable, or say how it is compared: .map(comparing: .by { $0.id == $1.id }) { … }."
  )
  public func sink<Value>(
    _ receive: @escaping @Sendable (Transformed) -> Void
  ) -> SelectionToken where Base == Selection<Value> {
    fatalError("A sequence has no subscribers.")
  }
}

extension Selection {
  /// Observes this selection for a receiver of values derived from its own.
  func observe<New>(
    _ receiver: SelectionReceiver<New>,
    _ receive: @escaping @Sendable (Value) -> Void
  ) -> SelectionToken {
    observe(
      SelectionReceiver(
        subscriber: receiver.subscriber,
        comparison: comparison,
        includesUnhandled: includesUnhandled,
        receive: receive,
        finish: receiver.finish
      )
    )
  }
}

/// Forwards to a receiver the values that don't repeat the previous one.
package final class RepeatFilter<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: values are delivered one at a time, each after the one before.
  private let receiver: SelectionReceiver<Value>
  private var last: Value?

  package init(_ receiver: SelectionReceiver<Value>) {
    self.receiver = receiver
  }

  package func receive(_ value: Value) {
    if !receiver.comparison.isAlways {
      if let last, receiver.comparison.isRepeat(last, value) { return }
      last = value
    }
    receiver.receive(value)
  }
}

extension Selection.Buffering {
  /// Returns the same policy for values of another type.
  fileprivate func converted<New>() -> Selection<New>.Buffering {
    switch self {
    case .newest(let count): .newest(count)
    case .oldest(let count): .oldest(count)
    case .all: .all
    }
  }
}
