import Foundation

/// A value that several threads change, one at a time.
///
/// Has a lock that thread sanitizer sees, unlike `Mutex`.
final class Guarded<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `lock`.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
