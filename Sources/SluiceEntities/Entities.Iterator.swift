extension Entities: Sequence {
  /// Iterates over the elements of ``Entities``, in order.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let entities: Entities
    /// The chunk of the next element, and the element's offset.
    @usableFromInline var chunk = Chunk()
    @usableFromInline var offset = 0
    /// The index of the next chunk in the order.
    @usableFromInline var nextChunk = 0

    @inlinable
    init(_ entities: Entities) {
      self.entities = entities
    }

    /// Returns the next element; `nil` after the last one.
    @inlinable
    public mutating func next() -> Element? {
      assert(offset <= chunk.count)
      if offset == chunk.count, !advance() { return nil }
      let element = chunk[offset]
      offset += 1
      return element
    }

    /// Goes to the next chunk; returns whether there is one.
    @inlinable
    mutating func advance() -> Bool {
      if nextChunk == entities.order.entries.count { return false }
      chunk = entities.chunks[Int(entities.order.entries[nextChunk].chunk)]
      nextChunk += 1
      offset = 0
      return true
    }

    /// Skips the next chunk of both if they share it; returns whether they do.
    @inlinable
    mutating func skip(sharedWith other: inout Iterator) -> Bool {
      guard
        offset == chunk.count, other.offset == other.chunk.count, advance(), other.advance()
      else { return false }
      guard chunk.isIdentical(to: other.chunk) else { return false }
      offset = chunk.count
      other.offset = chunk.count
      return true
    }
  }

  /// Returns an iterator over the elements, in order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }
}
