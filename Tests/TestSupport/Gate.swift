import Foundation
import Testing

/// Stops threads until it is opened; forces an interleaving.
///
/// Built on a condition of the system, which thread sanitizer sees.
package final class Gate: @unchecked Sendable {
  // `@unchecked`: `isOpen` and `arrivals` are guarded by `condition`.
  private let condition = NSCondition()
  private var isOpen = false
  private var arrivals = 0

  package init() {}

  package func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// The number of threads that have come here.
  package var arrivalCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return arrivals
  }

  /// Waits until it is opened.
  ///
  /// - Returns: Whether it was opened, and not the time up.
  @discardableResult
  package func wait() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    arrivals += 1
    let end = Date(timeIntervalSinceNow: patience / .seconds(1))
    awaiting("a gate to be opened") { while !isOpen, condition.wait(until: end) {} }
    if !isOpen { Issue.record("A gate wasn't opened within \(patience).") }
    return isOpen
  }
}
