/// The cells from which a selector is derived, and the offsets of their values in the memo.
@usableFromInline
struct InputCells: Sendable {
  private let cells: ContiguousArray<AnySelectorCell>
  private let offsets: ContiguousArray<Int>

  /// - Parameters:
  ///   - cells: Each with the size and alignment of its value.
  ///   - size: The total size of the values. If it differs from the sum of the parts, the offsets
  ///     are unknown.
  @usableFromInline
  init(_ cells: [(cell: AnySelectorCell, size: Int, alignment: Int)], size: Int) {
    var end = 0
    var offsets: ContiguousArray<Int> = []
    for (_, size, alignment) in cells {
      // As in a tuple: at the next offset that is aligned for the element.
      let offset = (end + alignment - 1) & ~(alignment - 1)
      offsets.append(offset)
      end = offset + size
    }
    self.cells = end == size ? ContiguousArray(cells.map(\.cell)) : []
    self.offsets = offsets
  }

  /// Returns whether all values in a state still equal those at an address.
  @usableFromInline
  func areStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool {
    for index in cells.indices {
      if unsafe !cells[index].isStill(known + offsets[index], box, version) { return false }
    }
    return !cells.isEmpty
  }
}
