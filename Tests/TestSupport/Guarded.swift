import Foundation

/// A value that several threads change, one at a time.
///
/// Has a lock that thread sanitizer sees, unlike `Mutex`.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: consuming Value) {
    self.value = value
  }

  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
