import SluiceLocks

/// A value that any thread may change.
package final class Shared<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `lock`.
  private let lock = PlainLock()
  private var current: Value

  package init(_ value: Value) { current = value }

  package var value: Value {
    get { lock.withLock { current } }
    set {
      let old = exchange(newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// Puts a value in the place of another, which is released without the lock.
  package func exchange(_ new: Value) -> Value {
    lock.withLock {
      defer { current = new }
      return current
    }
  }

  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&current) }
  }
}
