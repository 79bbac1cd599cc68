import SluiceLocks

/// Numbers the changes of elements of ``Entities``.
@usableFromInline
enum EntityChange {
  private static let numbers = UniqueNumbers()

  /// Returns a number that no other change in the process has.
  @usableFromInline
  static func next() -> Int { numbers.next() }
}
