/// A value and the lock that guards it.
///
/// A body returns what it removes from the value, so that the caller releases it after unlocking:
/// releasing a user object may run any code.
///
/// Used instead of `Mutex`, which is slow under contention on Linux, and invisible to thread
/// sanitizer.
@usableFromInline
@frozen
@safe
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // `@unchecked`: `value` is read and written with `lock` held only.
  @usableFromInline let lock = OwnedLock()
  @usableFromInline let storage: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming Value) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: value)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Runs a short body that calls no user code, with the lock held.
  @inlinable
  package borrowing func withLock<Result: ~Copyable>(
    _ body: (inout Value) -> Result
  ) -> Result {
    lock.withLock { body(&(unsafe storage.pointee)) }
  }
}
