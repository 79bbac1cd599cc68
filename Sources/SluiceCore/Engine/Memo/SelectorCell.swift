public import SluiceLocks

/// A selector in one home, with the types erased: its memo, and a test's override of its value.
///
/// Memoized values live as long as the cell: while the selector, or one derived from it, is
/// retained or observed.
@usableFromInline
package class AnySelectorCell: @unchecked Sendable {
  // `@unchecked`: a class that is not final cannot be checked; the fields are constant, atomic or
  // locked.

  @usableFromInline final let homeID: Int
  final let memo: (any AnySelectorMemo)?
  private final let memory: SelectorMemory
  @usableFromInline final let isOverridden = Atomic<Bool>(false)
  private final let override = Locked<(@Sendable () -> any Sendable)?>(nil)

  @usableFromInline
  init(_ home: SelectorHome, memo: (any AnySelectorMemo)?) {
    homeID = home.id
    memory = home.memory
    self.memo = memo
  }

  deinit { memory.remove(self) }

  /// Overrides the value for every state; `nil` ends the override.
  ///
  /// - Parameter read: Returns the value. Its owner retains it until it is replaced.
  package final func setOverride(_ read: (@Sendable () -> any Sendable)?) {
    override.withLock { $0 = read }
    isOverridden.store(read != nil, ordering: .releasing)
  }

  /// The value with which a test overrides the selector.
  fileprivate final var overridden: (any Sendable)? {
    override.withLock(\.self)?()
  }
}

/// A selector in one home: reads the value from a state.
///
/// Consists of closures, not of overridden methods: those of a generic class aren't specialized
/// when called through the class.
@usableFromInline
@_fixed_layout
package final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell,
  @unchecked Sendable
{
  // `@unchecked`: as in the superclass; the fields are constant.

  /// Reads the value from a state.
  @usableFromInline package typealias Read = @Sendable (StateBox<State>, _ version: Int) -> Value

  @usableFromInline let read: Read
  @usableFromInline let comparison: Comparison<Value>
  /// Returns whether the value in a state equals a known one; compiled where the types are known.
  @usableFromInline let equals: @Sendable (Value, StateBox<State>, _ version: Int) -> Bool
  /// Returns the memoized value for a version of the state, if any.
  @usableFromInline let remembered: (@Sendable (_ version: Int) -> Value?)?

  @inlinable
  package init(
    _ home: SelectorHome,
    _ comparison: Comparison<Value>,
    memo: (any AnySelectorMemo)? = nil,
    remembered: (@Sendable (Int) -> Value?)? = nil,
    read: @escaping Read
  ) {
    self.read = read
    self.comparison = comparison
    if let areEqual = comparison.areEqual {
      equals = { known, box, version in areEqual(known, read(box, version)) }
    } else {
      equals = { _, _, _ in false }
    }
    self.remembered = remembered
    super.init(home, memo: memo)
  }

  /// Returns the value in a state.
  ///
  /// Callable from any thread, with states in any order.
  @inlinable
  package func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring) { return overriddenValue(box, version) }
    return read(box, version)
  }

  @usableFromInline
  func overriddenValue(_ box: StateBox<State>, _ version: Int) -> Value {
    overridden as? Value ?? read(box, version)
  }

  /// Returns whether the value in a state equals a known one, by the selector's comparison.
  @inlinable
  func hasValue(_ known: Value, _ box: StateBox<State>, _ version: Int) -> Bool {
    if isOverridden.load(ordering: .acquiring) {
      return comparison.isRepeat(known, overriddenValue(box, version))
    }
    return equals(known, box, version)
  }

  /// Returns the value for a version of the state, if it is known without the state.
  @inlinable
  func recall(_ version: Int) -> Value? {
    isOverridden.load(ordering: .acquiring) ? nil : remembered?(version)
  }
}
