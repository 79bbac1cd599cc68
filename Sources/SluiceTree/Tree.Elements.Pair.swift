extension Tree.Elements {
  /// Two versions of an array, read side by side in any order; reading in order is fastest.
  struct Pair {
    var old: Cursor
    var new: Cursor

    init(_ old: Tree.Elements, _ new: Tree.Elements) {
      self.old = Cursor(old)
      self.new = Cursor(new)
    }

    /// Returns the number of elements from two indices on that both share, in shared chunks or one
    /// by one; perhaps not all of them.
    mutating func sharedCount(from oldIndex: Int, _ newIndex: Int) -> Int {
      let count = sharedChunks(at: oldIndex, newIndex, step: 1)
      if count > 0 { return new.elements.chunks[new.number + count - 1].end - newIndex }
      let (olds, news) = (old.chunk.trees, new.chunk.trees)
      let (start, newStart) = (old.offset, new.offset)
      let limit = Swift.min(olds.count - start, news.count - newStart)
      var shared = 0
      while shared < limit, olds[start + shared].isIdentical(to: news[newStart + shared]) {
        shared += 1
      }
      return shared
    }

    /// Returns the number of elements up to and including two indices that both share, in shared
    /// chunks or one by one; perhaps not all of them.
    mutating func sharedCount(through oldIndex: Int, _ newIndex: Int) -> Int {
      let count = sharedChunks(at: oldIndex, newIndex, step: -1)
      if count > 0 {
        return newIndex + 1 - new.elements.chunks[new.number + 1 - count].start
      }
      let (olds, news) = (old.chunk.trees, new.chunk.trees)
      let (end, newEnd) = (old.offset, new.offset)
      let limit = Swift.min(end, newEnd) + 1
      var shared = 0
      while shared < limit, olds[end - shared].isIdentical(to: news[newEnd - shared]) {
        shared += 1
      }
      return shared
    }

    private mutating func sharedChunks(at oldIndex: Int, _ newIndex: Int, step: Int) -> Int {
      assert(step == 1 || step == -1)
      old.move(to: oldIndex)
      new.move(to: newIndex)
      guard old.offset == new.offset else { return 0 }
      return new.elements.chunks.sharedCount(
        from: new.number,
        with: old.elements.chunks,
        from: old.number,
        step: step
      )
    }
  }

  /// A place in an array, from which the elements around it are found in constant time.
  struct Cursor {
    let elements: Tree.Elements
    private(set) var number = 0
    private(set) var offset = 0

    init(_ elements: Tree.Elements) {
      self.elements = elements
    }

    subscript(index: Int) -> Tree {
      mutating get {
        move(to: index)
        return elements.chunks[number].trees[offset]
      }
    }

    /// The chunk around the place.
    var chunk: Chunk { elements.chunks[number] }

    mutating func move(to index: Int) {
      if index >= elements.chunks[number].end {
        number += 1
        if index >= elements.chunks[number].end { number = elements.chunk(of: index) }
      } else if index < elements.chunks[number].start {
        number -= 1
        if index < elements.chunks[number].start { number = elements.chunk(of: index) }
      }
      offset = index - elements.chunks[number].start
      assert(offset >= 0 && index < elements.chunks[number].end)
    }
  }
}
