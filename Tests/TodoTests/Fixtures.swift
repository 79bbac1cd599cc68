import Foundation
import Synchronization

/// Counts calls, from any thread.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .relaxed) }
  func increment() { value.add(1, ordering: .relaxed) }
}
