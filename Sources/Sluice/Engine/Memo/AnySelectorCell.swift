/// A selector's memo in one home, type-erased.
///
/// Memoized values live as long as the cell: while the selector, or one derived from it, is
/// retained or observed.
@usableFromInline
class AnySelectorCell: @unchecked Sendable {
  // `@unchecked`: a class that is not final cannot be checked; the fields are constant.

  @usableFromInline final let homeID: Int
  final let memo: (any AnySelectorMemo)?
  private final let memory: SelectorMemory

  @usableFromInline
  init(_ home: SelectorHome, memo: (any AnySelectorMemo)?) {
    homeID = home.id
    memory = home.memory
    self.memo = memo
  }

  deinit { memory.remove(self) }

  /// Returns whether the value in a state has the same bits as the one at an address; calls no user
  /// code.
  ///
  /// Equal bits are equal values: both retain what they refer to, so it can't be another object at
  /// the same address. Returns `false` if it isn't known.
  func isStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool { false }

  /// Overrides the value for every state; `nil` ends the override.
  /// - Returns: The override before, which the caller releases without a lock.
  func setOverride(_ new: SelectorOverride?) -> SelectorOverride? { nil }
}
