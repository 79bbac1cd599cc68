extension Entities: Sequence {
  /// Iterates over the elements of ``Entities``, in order.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let entities: Entities
    /// The chunk of the next element, and the position after it.
    @usableFromInline var chunk = Chunk()
    @usableFromInline var offset = 0
    @usableFromInline var end = 0
    /// Chunks that follow one another, and the index of the next one.
    @usableFromInline var run: ContiguousArray<ChunkOrder.Child> = []
    @usableFromInline var nextInRun = 0

    @inlinable
    init(_ entities: Entities) {
      self.entities = entities
    }

    /// Returns the next element; `nil` after the last one.
    @inlinable
    public mutating func next() -> Element? {
      if offset == chunk.count, !advance() { return nil }
      let element = chunk[offset]
      offset += 1
      return element
    }

    /// Goes to the next chunk; returns whether there is one.
    @inlinable
    mutating func advance() -> Bool {
      if end == entities.count { return false }
      if nextInRun == run.count { (run, nextInRun) = entities.order.run(at: end) }
      chunk = entities.chunks[Int(run[nextInRun].number)]
      nextInRun += 1
      offset = 0
      end += chunk.count
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
