public import Synchronization

/// A selector in one home: reads the value from a state, and remembers it.
///
/// Made of closures, not of overridden methods: those of a generic class are not specialized where
/// they are called through the class. What every delivery calls is not optional: an optional closure
/// is retained for each call.
@usableFromInline
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: as in the superclass; the fields are constant, atomic or locked.

  @usableFromInline let read: Selector<State, Value>.Read
  /// The value that is remembered for a version of the state, if there is one.
  @usableFromInline let remembered: (@Sendable (_ version: Int) -> Value?)?
  /// The number of the remembered value, if it is right for a state.
  @usableFromInline let revalidate: @Sendable (AnyStateBox, _ version: Int) -> Int?
  @usableFromInline let isMemoized: Bool
  @usableFromInline let comparison: BitComparison
  @usableFromInline let isOverridden = Atomic<Bool>(false)
  private let overriding = Locked<Value?>(nil)

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

  /// The value in a state.
  ///
  /// Callable from any thread, with states in any order.
  @inlinable
  func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring), let override = overridden { return override }
    return read(box, version)
  }

  /// The number of the value in a state, where that is known without reading the value: equal
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

  /// The value for a version of the state, where that is known without the state.
  @inlinable
  func recall(_ version: Int) -> Value? {
    if isOverridden.load(ordering: .acquiring) { return overridden }
    return remembered?(version)
  }

  /// The value that a test chose.
  @usableFromInline var overridden: Value? { overriding.withLock { $0 } }

  /// Returns a value of a test's choice for every state; `nil` ends that.
  func setOverride(_ value: Value?) {
    let old = overriding.withLock { overriding in
      defer { overriding = value }
      return overriding
    }
    isOverridden.store(value != nil, ordering: .releasing)
    // Released after the lock.
    withExtendedLifetime(old) {}
  }
}
