/// An ordered collection that is encoded as the array of its elements.
package protocol EncodableList: RandomAccessCollection, BitwiseContainer, Encodable
where Element: Encodable, Index == Int {
  /// Returns the ranges that aren't the same in an older version, in order; between them, the
  /// elements of both have the same bits.
  ///
  /// Called only if equal bits mean equal elements.
  func edits(from old: Self) -> [ListEdit]
}

/// A range of a list in place of a range of its older version.
package struct ListEdit: Equatable {
  package let old: Range<Int>
  package let new: Range<Int>

  package init(_ old: Range<Int>, _ new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

extension ListEdit {
  /// Returns the ranges in which the bits of two lists' elements differ.
  ///
  /// - Parameters:
  ///   - start: The number of elements before the old list.
  ///   - newStart: The number of elements before the new list, if another.
  package static func edits<Element>(
    from old: ContiguousArray<Element>,
    to new: ContiguousArray<Element>,
    at start: Int = 0,
    _ newStart: Int? = nil
  ) -> [ListEdit] {
    edits(old, new).map {
      let distance = newStart ?? start
      return ListEdit(
        ($0.old.lowerBound + start)..<($0.old.upperBound + start),
        ($0.new.lowerBound + distance)..<($0.new.upperBound + distance)
      )
    }
  }

  private static func edits<Element>(
    _ old: ContiguousArray<Element>,
    _ new: ContiguousArray<Element>
  ) -> [ListEdit] {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        let isShared = unsafe old.baseAddress == new.baseAddress && old.count == new.count
        return isShared ? [] : unsafe Bits.edits(old, new)
      }
    }
  }
}

extension ContiguousArray: EncodableList where Element: Encodable {
  package func edits(from old: ContiguousArray<Element>) -> [ListEdit] {
    ListEdit.edits(from: old, to: self)
  }
}

extension Array: EncodableList where Element: Encodable {
  package func edits(from old: [Element]) -> [ListEdit] {
    if sharesBuffer(with: old) { return [] }
    return unsafe old.withUnsafeBufferPointer { old in
      unsafe withUnsafeBufferPointer { new in unsafe Bits.edits(old, new) }
    }
  }
}
