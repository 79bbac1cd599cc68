/// A value and the lock that guards it, for sections of a few instructions that call no user code.
///
/// A body returns what it removes from the value, so that the caller releases it after unlocking:
/// releasing a user object may run any code. A thread that acquires a lock it already holds stops
/// the program.
///
/// Used instead of `Mutex`, which is slow under contention on Linux, and invisible to thread
/// sanitizer.
@frozen
@usableFromInline
@safe
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // `@unchecked`: `value` is read and written with `mutex` locked only.

  /// One allocation; `mutex` comes first.
  @usableFromInline
  struct Cell {
    private var mutex = SystemMutex()
    @usableFromInline var value: Value

    @usableFromInline
    init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline let cell: UnsafeMutablePointer<Cell>

  @inlinable
  package init(_ value: consuming Value) {
    unsafe cell = .allocate(capacity: 1)
    unsafe cell.initialize(to: Cell(value))
    unsafe SystemMutex.prepare(cell)
  }

  deinit {
    unsafe SystemMutex.destroy(cell)
    unsafe cell.deinitialize(count: 1)
    unsafe cell.deallocate()
  }

  /// Runs a short body that calls no user code, with the lock held.
  @inlinable
  package borrowing func withLock<Result: ~Copyable>(
    _ body: (inout Value) -> Result
  ) -> Result {
    unsafe SystemMutex.lock(cell)
    defer { unsafe SystemMutex.unlock(cell) }
    return body(&(unsafe cell.pointee.value))
  }
}

/// A lock for sections of a few instructions that call no user code; see ``Locked``.
@usableFromInline
package typealias PlainLock = Locked<Void>

extension Locked<Void> {
  @inlinable
  package init() { self.init(()) }

  /// Runs a short body that calls no user code, with the lock held.
  @inlinable
  package borrowing func withLock<Result: ~Copyable>(_ body: () -> Result) -> Result {
    withLock { _ in body() }
  }
}
