/// Comparing values by their bits; `false` proves nothing, since unused bits may differ.
enum Bits {
  static func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    unsafe withUnsafeBytes(of: one) { one in
      unsafe withUnsafeBytes(of: other) { other in
        unsafe areEqual(one, other)
      }
    }
  }

  static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard let start = one.baseAddress, let otherStart = other.baseAddress else {
      return true
    }
    return unsafe areEqual(start, otherStart, count: one.count)
  }

  @inline(__always)
  static func areEqual(
    _ one: UnsafeRawPointer,
    _ other: UnsafeRawPointer,
    count: Int
  ) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      let word = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let otherWord = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != otherWord { return false }
      offset += 8
    }
    while offset < count {
      let byte = unsafe one.load(fromByteOffset: offset, as: UInt8.self)
      let otherByte = unsafe other.load(fromByteOffset: offset, as: UInt8.self)
      if byte != otherByte { return false }
      offset += 1
    }
    return true
  }

  /// Returns the ranges in which the bits of two lists' elements differ, in order.
  ///
  /// Takes time proportional to the number of elements. After elements that differ, searches the
  /// next ``reach`` of each list for those that follow in both; beyond that, the rest differs but
  /// for a common end.
  static func edits<Element>(
    _ old: UnsafeBufferPointer<Element>,
    _ new: UnsafeBufferPointer<Element>
  ) -> [ListEdit] {
    guard
      let oldStart = unsafe UnsafeRawPointer(old.baseAddress),
      let newStart = unsafe UnsafeRawPointer(new.baseAddress)
    else { return old.count == new.count ? [] : [ListEdit(old.indices, new.indices)] }
    let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
    func areSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
      unsafe areEqual(oldStart + oldIndex * stride, newStart + newIndex * stride, count: size)
    }

    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > 0, newEnd > 0, areSame(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    /// Returns how many elements of each list to skip, so that the next ones are the same.
    func gap(_ oldIndex: Int, _ newIndex: Int) -> (old: Int, new: Int)? {
      for distance in 1...reach {
        let (isInOld, isInNew) = (oldIndex + distance < oldEnd, newIndex + distance < newEnd)
        if isInOld, isInNew, areSame(oldIndex + distance, newIndex + distance) {
          return (distance, distance)
        }
        if isInNew, areSame(oldIndex, newIndex + distance) { return (0, distance) }
        if isInOld, areSame(oldIndex + distance, newIndex) { return (distance, 0) }
      }
      return nil
    }
    var edits: [ListEdit] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < oldEnd, newIndex < newEnd {
      if areSame(oldIndex, newIndex) {
        oldIndex += 1
        newIndex += 1
        continue
      }
      let gap = gap(oldIndex, newIndex) ?? (oldEnd - oldIndex, newEnd - newIndex)
      edits.append(
        ListEdit(oldIndex..<(oldIndex + gap.old), newIndex..<(newIndex + gap.new))
      )
      oldIndex += gap.old
      newIndex += gap.new
    }
    if oldIndex < oldEnd || newIndex < newEnd {
      edits.append(ListEdit(oldIndex..<oldEnd, newIndex..<newEnd))
    }
    return edits
  }

  /// How far to search for elements that both lists have.
  private static let reach = 32
}
