/// Compares the value in a state with the bits at an address.
@usableFromInline
@safe
struct BitComparison: Sendable {
  let isStill: @Sendable (AnyStateBox, _ version: Int, UnsafeRawPointer) -> Bool

  @usableFromInline
  init(_ isStill: @escaping @Sendable (AnyStateBox, Int, UnsafeRawPointer) -> Bool) {
    unsafe self.isStill = isStill
  }
}

/// Returns whether two addresses hold the same bits.
@inlinable
func holdSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= count {
    let first = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let second = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if first != second { return false }
    offset &+= 8
  }
  while offset < count {
    let first = unsafe one.load(fromByteOffset: offset, as: UInt8.self)
    let second = unsafe other.load(fromByteOffset: offset, as: UInt8.self)
    if first != second { return false }
    offset &+= 1
  }
  return true
}
