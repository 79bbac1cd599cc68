import Foundation
import Testing

/// Stops threads until it is opened; forces an interleaving.
///
/// Built on a condition of the system, which thread sanitizer sees.
public final class Gate: @unchecked Sendable {
  // `@unchecked`: `isOpen` and `arrivals` are guarded by `condition`.
  private let condition = NSCondition()
  private var isOpen = false
  private var arrivals = 0

  /// Creates a gate that is closed.
  public init() {}

  /// Lets all threads go on, and those that come later.
  public func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// The number of threads that have come here.
  public var arrivalCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return arrivals
  }

  /// Waits until it is opened.
  ///
  /// - Returns: Whether it was opened, and not the time up.
  @discardableResult
  public func wait() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    arrivals += 1
    return awaiting("a gate to be opened", waitLocked)
  }

  private func waitLocked() -> Bool {
    let end = Date(timeIntervalSinceNow: patience / .seconds(1))
    while !isOpen {
      if !condition.wait(until: end) {
        Issue.record("A gate wasn't opened within \(patience).")
        return false
      }
    }
    return true
  }
}
