package import SluiceTree

extension Entities: BitwiseContainer {
  /// The types of the values in the storage.
  package static var contents: [Any.Type] { [Element.self, Element.ID.self] }

  /// Returns about the size of the chunks that an older version doesn't share, and of the way to them.
  package func unsharedBytes(since old: Entities, depth: Int) -> Int {
    var changed = 0
    chunks.forEachDifference(from: old.chunks, filler: []) { _, chunk, _ in changed += chunk.count }
    let order =
      order.isIdentical(to: old.order)
      ? 0 : order.entries.count * MemoryLayout<ChunkOrder.Entry>.stride
    return 2_048 + changed * MemoryLayout<Element>.stride + order
  }
}

extension Entities: EncodableList where Element: Encodable {
  /// Returns the ranges that aren't the same in an older version.
  ///
  /// Takes time proportional to the number of changed elements if none was added, removed or moved,
  /// and otherwise to the number of chunks, too.
  package func edits(from old: Entities) -> [ListEdit] {
    guard order.isIdentical(to: old.order) else { return editsOfOrder(from: old) }
    var edits: [ListEdit] = []
    chunks.forEachDifference(from: old.chunks, filler: []) { number, chunk, was in
      edits += ListEdit.edits(from: was, to: chunk, at: order.start(of: number))
    }
    return edits.sorted { $0.new.lowerBound < $1.new.lowerBound }
  }

  /// Returns the ranges between the chunks that follow one another in both versions.
  private func editsOfOrder(from old: Entities) -> [ListEdit] {
    let (olds, news) = (old.orderedChunks, orderedChunks)
    var (oldStart, newStart) = (0, 0)
    var front = 0
    while front < Swift.min(olds.count, news.count), news[front].isIdentical(to: olds[front]) {
      oldStart += olds[front].count
      newStart = oldStart
      front += 1
    }
    var (oldEnd, newEnd) = (olds.count, news.count)
    while oldEnd > front, newEnd > front, news[newEnd - 1].isIdentical(to: olds[oldEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    var places: [UInt: Int] = [:]
    for index in front..<oldEnd { places[olds[index].address] = index }

    var edits: [ListEdit] = []
    var (oldIndex, newIndex) = (front, front)
    func addEdits(upTo oldLimit: Int, _ newLimit: Int) {
      let was = ContiguousArray(olds[oldIndex..<oldLimit].joined())
      let elements = ContiguousArray(news[newIndex..<newLimit].joined())
      edits += ListEdit.edits(from: was, to: elements, at: oldStart, newStart)
      oldStart += was.count
      newStart += elements.count
    }
    for index in front..<newEnd {
      guard let place = places[news[index].address], place >= oldIndex,
        news[index].isIdentical(to: olds[place])
      else { continue }
      addEdits(upTo: place, index)
      oldStart += olds[place].count
      newStart += news[index].count
      (oldIndex, newIndex) = (place + 1, index + 1)
    }
    addEdits(upTo: oldEnd, newEnd)
    return edits
  }

  /// The chunks, in order.
  private var orderedChunks: [Chunk] {
    var iterator = makeIterator()
    var chunks: [Chunk] = []
    while iterator.advance() { chunks.append(iterator.chunk) }
    return chunks
  }
}

extension ContiguousArray {
  /// The address of the storage, which is compared and never read.
  fileprivate var address: UInt {
    unsafe withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
