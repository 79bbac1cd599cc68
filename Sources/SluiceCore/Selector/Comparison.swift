/// How a selected value is compared with the one before: whether it is a change, or a repeat.
///
/// A value that is `Equatable` is compared by its `==`, without a word. For another, the selector says
/// it:
///
/// ```swift
/// let report = Selector(keyPath: \AppState.report, comparing: .by { $0.id == $1.id })
/// ```
///
/// A repeat is delivered to no subscriber, and no selector made from this one runs its projector for
/// it.
@frozen
public struct Comparison<Value>: Sendable {
  /// Returns whether two values are equal; `nil` if none are.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?

  @inlinable
  init(_ areEqual: (@Sendable (Value, Value) -> Bool)?) {
    self.areEqual = areEqual
  }

  /// Creates a comparison by a predicate, which returns whether two values count as equal.
  ///
  /// - Parameter areEquivalent: Must be pure: it runs on any thread, for each new state.
  @inlinable
  public static func by(
    _ areEquivalent: @escaping @Sendable (_ old: Value, _ new: Value) -> Bool
  ) -> Comparison {
    Comparison(areEquivalent)
  }

  /// Each new state is a change, whatever the value.
  @inlinable public static var always: Comparison { Comparison(nil) }

  /// Whether each new state is a change.
  @inlinable package var isAlways: Bool { areEqual == nil }

  /// Returns whether a value repeats the one before.
  @inlinable
  func isRepeat(_ old: Value, _ new: Value) -> Bool { areEqual?(old, new) ?? false }
}

extension Comparison where Value: Equatable & Sendable {
  /// Values are compared by their `==`.
  @inlinable public static var equality: Comparison { Comparison { $0 == $1 } }
}
