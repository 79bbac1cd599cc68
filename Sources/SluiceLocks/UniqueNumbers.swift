import Synchronization

/// Numbers that are unique in a process, from 1.
package struct UniqueNumbers: ~Copyable, Sendable {
  private let last = Atomic<Int>(0)

  package init() {}

  package func next() -> Int {
    let next = last.wrappingAdd(1, ordering: .relaxed).newValue
    assert(next > 0)
    return next
  }
}
