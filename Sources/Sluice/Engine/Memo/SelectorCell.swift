public import Synchronization

/// A selector in one home: reads the value from a state, and memoizes it.
///
/// Consists of closures, not of overridden methods: those of a generic class aren't specialized
/// when called through the class. What every delivery calls isn't optional: an optional closure is
/// retained for each call.
@usableFromInline
@_fixed_layout
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: as in the superclass; the fields are constant, atomic or locked.

  @usableFromInline let read: Selector<State, Value>.Read
  /// Returns the memoized value for a version of the state, if any.
  @usableFromInline let remembered: (@Sendable (_ version: Int) -> Value?)?
  /// Returns the number of the memoized value, if it is valid for a state.
  @usableFromInline let revalidate: @Sendable (AnyStateBox, _ version: Int) -> Int?
  @usableFromInline let isMemoized: Bool
  @usableFromInline let comparison: BitComparison
  @usableFromInline let isOverridden = Atomic<Bool>(false)
  private let override = Locked<SelectorOverride?>(nil)

  @inlinable
  init(
    _ home: SelectorHome,
    memo: (any AnySelectorMemo)? = nil,
    remembered: (@Sendable (Int) -> Value?)? = nil,
    revalidate: (@Sendable (AnyStateBox, Int) -> Int?)? = nil,
    comparison: BitComparison = unsafe BitComparison { _, _, _ in false },
    read: @escaping Selector<State, Value>.Read
  ) {
    self.read = read
    self.remembered = remembered
    self.revalidate = revalidate ?? { _, _ in nil }
    isMemoized = revalidate != nil
    self.comparison = comparison
    super.init(home, memo: memo)
  }

  /// Returns the value in a state.
  ///
  /// Callable from any thread, with states in any order.
  @inlinable
  func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring), let override = overridden { return override }
    return read(box, version)
  }

  /// Returns the number of the value in a state, if it is known without reading the value: equal
  /// numbers mean equal values.
  @inlinable
  func revision(_ box: AnyStateBox, _ version: Int) -> Int? {
    if !isMemoized || isOverridden.load(ordering: .acquiring) { return nil }
    return revalidate(box, version)
  }

  override func isStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool {
    if isOverridden.load(ordering: .acquiring) { return false }
    return unsafe comparison.isStill(box, version, known)
  }

  /// Returns the value for a version of the state, if it is known without the state.
  @inlinable
  func recall(_ version: Int) -> Value? {
    if isOverridden.load(ordering: .acquiring) { return overridden }
    return remembered?(version)
  }

  /// The value with which a test overrides the selector.
  @usableFromInline var overridden: Value? {
    guard let override = override.withLock({ $0 }), let value = override.value as? Value else {
      return nil
    }
    override.noteRead()
    return value
  }

  override func setOverride(_ new: SelectorOverride?) -> SelectorOverride? {
    let old = override.withLock { override in
      defer { override = new }
      return override
    }
    isOverridden.store(new != nil, ordering: .releasing)
    return old
  }
}
