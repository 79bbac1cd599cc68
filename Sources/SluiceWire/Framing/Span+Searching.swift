extension Span<UInt8> {
  /// Returns the first place of a byte, eight bytes at a time.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = start
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    let raw = unsafe bytes
    while index + 8 <= count {
      let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let difference = UInt64(littleEndian: word) ^ pattern
      // The lowest byte that is 0, and none below it, has its highest bit here.
      let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
