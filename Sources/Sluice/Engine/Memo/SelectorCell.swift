public import Synchronization

/// What a selector is in one store: it reads the value from a state, and remembers.
@usableFromInline
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: `override` is guarded by `lock`.

  @usableFromInline let read: Selector<State, Value>.Read
  /// What is remembered for a version of the state, if anything is.
  @usableFromInline let remembered: (@Sendable (_ version: Int) -> Value?)?
  /// The number of the value that is remembered, if it is right for a state; where nothing is
  /// remembered there is none.
  @usableFromInline let revalidate: @Sendable (AnyStateBox, _ version: Int) -> Int?
  @usableFromInline let isMemoized: Bool
  @usableFromInline let comparison: BitComparison
  @usableFromInline let forgetMemo: @Sendable (_ forGood: Bool) -> Void
  @usableFromInline let lock = OwnedLock()
  @usableFromInline let isOverridden = Atomic<Bool>(false)
  @usableFromInline var override: Value?

  @inlinable
  init(
    _ home: SelectorHome,
    remembered: (@Sendable (Int) -> Value?)? = nil,
    revalidate: (@Sendable (AnyStateBox, Int) -> Int?)? = nil,
    comparison: BitComparison = unsafe BitComparison { _, _, _ in false },
    forget: @escaping @Sendable (_ forGood: Bool) -> Void = { _ in },
    read: @escaping Selector<State, Value>.Read
  ) {
    self.read = read
    self.remembered = remembered
    self.revalidate = revalidate ?? { _, _ in nil }
    isMemoized = revalidate != nil
    self.comparison = comparison
    forgetMemo = forget
    super.init(storeID: home.id)
  }

  /// The value in a state.
  ///
  /// Callable from any thread, with states in any order.
  @inlinable
  func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring), let override = overridden { return override }
    return read(box, version)
  }

  /// The number of the value in a state, where that can be told without reading it: the same number
  /// means the same value.
  @inlinable
  func revision(_ box: AnyStateBox, _ version: Int) -> Int? {
    if !isMemoized || isOverridden.load(ordering: .acquiring) { return nil }
    return revalidate(box, version)
  }

  override func isStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool {
    if isOverridden.load(ordering: .acquiring) { return false }
    return unsafe comparison.isStill(box, version, known)
  }

  /// The value for a version of the state, where it can be told without looking at the state.
  @inlinable
  func recall(_ version: Int) -> Value? {
    if isOverridden.load(ordering: .acquiring) { return overridden }
    return remembered?(version)
  }

  @usableFromInline var overridden: Value? {
    lock.withLock { override }
  }

  /// Answers with a value of a test's choice, whatever the state; `nil` ends that.
  func setOverride(_ value: Value?) {
    let old = lock.withLock {
      defer { override = value }
      return override
    }
    isOverridden.store(value != nil, ordering: .releasing)
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  override func forget(forGood: Bool) {
    forgetMemo(forGood)
  }
}

/// Compares the value in a state with the bits at an address.
@usableFromInline
@safe
struct BitComparison: Sendable {
  let isStill: @Sendable (AnyStateBox, _ version: Int, UnsafeRawPointer) -> Bool

  @usableFromInline
  init(_ isStill: @escaping @Sendable (AnyStateBox, Int, UnsafeRawPointer) -> Bool) {
    unsafe self.isStill = isStill
  }
}
