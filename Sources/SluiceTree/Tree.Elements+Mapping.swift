extension Tree.Elements {
  /// An array, and what was made of its elements.
  package typealias Mapped = (plain: Tree.Elements, result: Tree.Elements)

  /// Returns the elements with some of them replaced; `nil` if none is.
  ///
  /// Takes over the results of chunks that an older version shares, in time proportional to the
  /// number of chunks; and of elements that an older version of the same length has at the same
  /// index after the same element.
  ///
  /// - Parameters:
  ///   - last: The older version, and what this function made of it.
  ///   - isSame: Returns whether a chunk's elements are replaced as they were in the older version;
  ///     called with the indices of its first element in both. Not called for chunks that follow such
  ///     a one, at the same indices, in both versions of equal length.
  ///   - replacement: Returns what replaces an element; `nil` for the element itself. Depends on
  ///     nothing but the element, its index, the one before it and their number. `last` is the
  ///     element at the same index in the older version, and what was made of it.
  package func replacing(
    after last: Mapped?,
    isSame: (_ chunk: [Tree], _ index: Int, _ lastIndex: Int) -> Bool,
    _ replacement: (_ index: Int, Tree, _ last: (plain: Tree, result: Tree)?) -> Tree?
  ) -> Tree.Elements? {
    let last = last.flatMap { $0.plain.hasChunks(like: $0.result) ? $0 : nil }
    let isChanged = last.map { !$0.result.isIdentical(to: $0.plain) } ?? false
    var results: ChunkList?
    var search = ChunkSearch(last?.plain ?? [])
    var number = 0
    while number < chunks.count {
      let chunk = chunks[number]
      if let last, let found = search.next(chunk),
        isSame(chunk.trees, chunk.start, last.plain.chunks[found].start)
      {
        // Those that follow in both follow the same elements, too.
        let isInPlace = chunk.start == last.plain.chunks[found].start && count == last.plain.count
        let run =
          isInPlace
          ? chunks.sharedCount(from: number, with: last.plain.chunks, from: found, step: 1) : 1
        if isChanged {
          var list = results.take() ?? chunks
          list.replace(number..<(number + run), with: last.result.chunks, from: found)
          if !isInPlace { list[number].start = chunk.start }
          results = list
        }
        search.skip(run - 1)
        number += run
        continue
      }
      if let result = replacing(in: chunk, last, replacement) {
        var list = results.take() ?? chunks
        list[number] = result
        results = list
      }
      number += 1
    }
    return results.map { Tree.Elements(chunks: $0) }
  }

  private func replacing(
    in chunk: Chunk,
    _ last: Mapped?,
    _ replacement: (_ index: Int, Tree, _ last: (plain: Tree, result: Tree)?) -> Tree?
  ) -> Chunk? {
    var changed: [Tree]?
    var plain = last.map { Cursor($0.plain) }
    var result = last.map { Cursor($0.result) }
    let isInPlace = last?.plain.count == count
    // Whether the element before is the same as in the older version.
    var followsSame = chunk.start == 0
    for (offset, tree) in chunk.trees.enumerated() {
      let index = chunk.start + offset
      var before: (plain: Tree, result: Tree)?
      if let last, index < last.plain.count, let old = plain?[index], let made = result?[index] {
        before = (old, made)
      }
      let isSame = before.map { isInPlace && tree.isIdentical(to: $0.plain) } ?? false
      defer { followsSame = isSame }
      let new: Tree?
      if isSame, followsSame, let before {
        new = before.result.isIdentical(to: tree) ? nil : before.result
      } else {
        new = replacement(index, tree, before)
      }
      guard let new else { continue }
      var trees = changed.take() ?? chunk.trees
      trees[offset] = new
      changed = trees
    }
    return changed.map { Chunk($0, start: chunk.start) }
  }

  private func hasChunks(like other: Tree.Elements) -> Bool {
    if isIdentical(to: other) { return true }
    return count == other.count && chunks.count == other.chunks.count
      && chunks.indices.allSatisfy { chunks[$0].start == other.chunks[$0].start }
  }

  /// Finds the chunks of a newer version in an older one.
  private struct ChunkSearch {
    let elements: Tree.Elements
    private var next = 0
    /// The number of chunks since the last one that was found.
    private var misses = 0

    init(_ elements: Tree.Elements) {
      self.elements = elements
    }

    /// Returns the number of a chunk; searches as far as there were chunks that weren't found.
    mutating func next(_ chunk: Chunk) -> Int? {
      let chunks = elements.chunks
      for number in next..<Swift.max(next, Swift.min(next + misses + 4, chunks.count))
      where chunks[number].trees.sharesBuffer(with: chunk.trees) {
        next = number + 1
        misses = 0
        return number
      }
      misses += 1
      return nil
    }

    mutating func skip(_ count: Int) { next += count }
  }
}
