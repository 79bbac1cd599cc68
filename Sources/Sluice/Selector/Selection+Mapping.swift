extension Selection {
  /// Returns a selection of this selection's values, transformed.
  ///
  /// `transform` runs for each value that this selection delivers to a subscriber; a ``Selector``
  /// made by `Selector.with` memoizes its value for all subscribers.
  public func map<New: Sendable>(
    _ transform: @escaping @Sendable (Value) -> New
  ) -> Selection<New> {
    mapped(areEqual: nil, transform)
  }

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
    mapped(areEqual: { $0 == $1 }, transform)
  }

  private func mapped<New: Sendable>(
    areEqual: (@Sendable (New, New) -> Bool)?,
    _ transform: @escaping @Sendable (Value) -> New
  ) -> Selection<New> {
    Selection<New>(
      areEqual: areEqual,
      core: core,
      current: { [current] in transform(current()) },
      read: { [read] box, version in transform(read(box, version)) },
      observe: { receiver in
        let filter = RepeatFilter(receiver)
        return observe(receiver) { filter.receive(transform($0)) }
      }
    )
    .buffering(buffer.converted())
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
        areEqual: areEqual,
        includesUnhandled: includesUnhandled,
        receive: receive,
        finish: receiver.finish
      )
    )
  }
}

/// Forwards to a receiver the values that don't repeat the previous one.
final class RepeatFilter<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: values are delivered one at a time, each after the one before.
  private let receiver: SelectionReceiver<Value>
  private var last: Value?

  init(_ receiver: SelectionReceiver<Value>) {
    self.receiver = receiver
  }

  func receive(_ value: Value) {
    if let areEqual = receiver.areEqual {
      if let last, areEqual(last, value) { return }
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
