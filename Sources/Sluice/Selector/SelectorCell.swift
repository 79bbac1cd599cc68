public import Synchronization

/// What a selector is in one store: it reads the value from a state, and remembers.
@usableFromInline
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: `override` is guarded by `lock`.

  @usableFromInline let read: Selector<State, Value>.Read
  /// What is remembered for a version of the state, if anything is.
  @usableFromInline let remembered: (@Sendable (_ version: Int) -> Value?)?
  @usableFromInline let forgetMemo: @Sendable (_ forGood: Bool) -> Void
  @usableFromInline let lock = OwnedLock()
  @usableFromInline let isOverridden = Atomic<Bool>(false)
  @usableFromInline var override: Value?

  @inlinable
  init(
    _ home: SelectorHome,
    remembered: (@Sendable (Int) -> Value?)? = nil,
    forget: @escaping @Sendable (_ forGood: Bool) -> Void = { _ in },
    read: @escaping Selector<State, Value>.Read
  ) {
    self.read = read
    self.remembered = remembered
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

/// What a projector was last run with and gave, and the last version of the state for which that
/// was right.
///
/// The lock is held for copying a reference; the projector and `==` run without it, so two threads
/// may compute the same value at once, and the newer state's stays.
@usableFromInline
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  @usableFromInline
  final class Result: Sendable {
    @usableFromInline let inputs: Inputs
    @usableFromInline let value: Value

    @inlinable
    init(inputs: Inputs, value: Value) {
      self.inputs = inputs
      self.value = value
    }
  }

  @usableFromInline let lock = OwnedLock()
  @usableFromInline @exclusivity(unchecked) var result: Result?
  @usableFromInline @exclusivity(unchecked) var version = -1

  @inlinable
  init() {}

  /// The value, if it was right for a version of the state.
  @inlinable
  func value(for version: Int) -> Value? {
    let (result, lastVersion) = load()
    return lastVersion == version ? result?.value : nil
  }

  @inlinable
  func load() -> (result: Result?, version: Int) {
    lock.withLock { unsafe (result, version) }
  }

  @inlinable
  func store(_ new: Result, version newVersion: Int) {
    let old: Result? = lock.withLock {
      guard unsafe newVersion >= version else { return nil }
      defer { unsafe result = new }
      unsafe version = newVersion
      return unsafe result
    }
    // Released without the lock.
    withExtendedLifetime(old) {}
  }

  /// Frees what is remembered.
  ///
  /// - Parameter forGood: Nothing is remembered any more, not even what somebody computes just now:
  ///   the store is freed, and nobody would free it.
  @inlinable
  func forget(forGood: Bool) {
    let old: Result? = lock.withLock {
      if forGood {
        unsafe version = .max
      } else if unsafe version != .max {
        unsafe version = -1
      }
      return unsafe result.take()
    }
    withExtendedLifetime(old) {}
  }
}
