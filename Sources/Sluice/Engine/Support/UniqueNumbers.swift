import Synchronization

/// Numbers that are unique in a process, from 1.
@usableFromInline
struct UniqueNumbers: ~Copyable, Sendable {
  private let last = Atomic<Int>(0)

  func next() -> Int {
    let next = last.wrappingAdd(1, ordering: .relaxed).newValue
    assert(next > 0)
    return next
  }

  static let reducers = UniqueNumbers()
  static let reporters = UniqueNumbers()
  static let effects = UniqueNumbers()
  static let registrations = UniqueNumbers()
  static let stores = UniqueNumbers()
  static let waiters = UniqueNumbers()
  private static let changes = UniqueNumbers()

  /// The number of a change of an element of ``Entities``.
  @usableFromInline
  static func nextChange() -> Int { changes.next() }
}
