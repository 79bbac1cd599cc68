/// A selector in one home, without its types.
///
/// What it remembers lives as long as the cell: as long as somebody holds the selector, observes it,
/// or holds or observes one that is derived from it.
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

  /// Whether the value in a state is bit for bit the one at an address; runs no user code.
  ///
  /// Equal bits are equal values: what they refer to is retained by both, so that it cannot be
  /// another object at the same address. Returns `false` where it isn't known.
  func isStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool { false }
}
