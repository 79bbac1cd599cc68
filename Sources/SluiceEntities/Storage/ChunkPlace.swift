/// Where an element of ``Entities`` is: the number of its chunk, and the offset there.
@frozen
@usableFromInline
struct ChunkPlace: Sendable, Equatable {
  /// The maximum number of elements in a chunk.
  @inlinable static var capacity: Int { 32 }

  @usableFromInline private(set) var bits: UInt32

  /// Creates the place at an offset of a chunk.
  @inlinable
  init(chunk: Int, offset: Int) {
    assert(chunk >= 0 && offset >= 0 && offset < Self.capacity)
    bits = UInt32(chunk * Self.capacity + offset)
  }

  @inlinable var chunk: Int { Int(bits) / Self.capacity }
  @inlinable var offset: Int { Int(bits) % Self.capacity }
}
