import Synchronization

/// What a selector is in one store: it reads the value from a state, and remembers.
final class SelectorCell<State: Sendable, Value: Sendable>: AnySelectorCell, @unchecked Sendable {
  // `@unchecked`: `override` is guarded by `lock`.

  private let read: Selector<State, Value>.Read
  private let forgetMemo: @Sendable () -> Void
  private let lock = OwnedLock()
  private let isOverridden = Atomic<Bool>(false)
  private var override: Value?

  init(
    _ memory: SelectorMemory,
    forget: @escaping @Sendable () -> Void = {},
    read: @escaping Selector<State, Value>.Read
  ) {
    self.read = read
    forgetMemo = forget
    super.init(storeID: memory.storeID)
  }

  /// The value in a state.
  ///
  /// Callable from any thread, with states in any order.
  func value(_ box: StateBox<State>, _ version: Int) -> Value {
    if isOverridden.load(ordering: .acquiring), let override = lock.withLock({ override }) {
      return override
    }
    return read(box, version)
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

  override func forget() {
    forgetMemo()
  }
}

/// What a projector was last run with and gave, and the last version of the state for which that
/// was right.
///
/// The lock is held for copying a reference; the projector and `==` run without it, so two threads
/// may compute the same value at once, and the newer state's stays.
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  final class Result: Sendable {
    let inputs: Inputs
    let value: Value

    init(inputs: Inputs, value: Value) {
      self.inputs = inputs
      self.value = value
    }
  }

  private let lock = OwnedLock()
  private var result: Result?
  private var version = -1

  func load() -> (result: Result?, version: Int) {
    lock.withLock { (result, version) }
  }

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

  func forget() {
    let old: Result? = lock.withLock {
      version = -1
      return result.take()
    }
    withExtendedLifetime(old) {}
  }
}
