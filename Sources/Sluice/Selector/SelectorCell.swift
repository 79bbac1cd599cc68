public import Synchronization

/// What a selector is in one store: it reads the value from a state, and remembers.
@usableFromInline
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: `override` is guarded by `lock`.

  @usableFromInline let read: Selector<State, Value>.Read
  @usableFromInline let forgetMemo: @Sendable (_ forGood: Bool) -> Void
  @usableFromInline let lock = OwnedLock()
  @usableFromInline let isOverridden = Atomic<Bool>(false)
  @usableFromInline var override: Value?

  @inlinable
  init(
    _ memory: SelectorMemory,
    forget: @escaping @Sendable (_ forGood: Bool) -> Void = { _ in },
    read: @escaping Selector<State, Value>.Read
  ) {
    self.read = read
    forgetMemo = forget
    super.init(storeID: memory.storeID)
  }

  /// The value in a state.
  ///
  /// Callable from any thread, with states in any order.
  @inlinable
  func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring), let override = overridden { return override }
    return read(box, version)
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
  @usableFromInline var result: Result?
  @usableFromInline var version = -1

  @inlinable
  init() {}

  @inlinable
  func load() -> (result: Result?, version: Int) {
    lock.withLock { (result, version) }
  }

  @inlinable
  func store(_ new: Result, version newVersion: Int) {
    let old: Result? = lock.withLock {
      guard newVersion >= version else { return nil }
      defer { result = new }
      version = newVersion
      return result
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
      if forGood { version = .max } else if version != .max { version = -1 }
      return result.take()
    }
    withExtendedLifetime(old) {}
  }
}
