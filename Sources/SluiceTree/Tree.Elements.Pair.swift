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
      sharedCount(at: oldIndex, newIndex, step: 1)
    }

    /// Returns the number of elements up to and including two indices that both share, in shared
    /// chunks or one by one; perhaps not all of them.
    mutating func sharedCount(through oldIndex: Int, _ newIndex: Int) -> Int {
      sharedCount(at: oldIndex, newIndex, step: -1)
    }

    /// - Parameter step: 1 for the elements that follow, -1 for those before.
    private mutating func sharedCount(at oldIndex: Int, _ newIndex: Int, step: Int) -> Int {
      assert(step == 1 || step == -1)
      old.move(to: oldIndex)
      new.move(to: newIndex)
      var (place, newPlace) = (old.offset, new.offset)
      if place == newPlace {
        let chunks = new.elements.chunks
        let count = chunks.sharedCount(
          from: new.number,
          with: old.elements.chunks,
          from: old.number,
          step: step
        )
        if count > 0 {
          let last = chunks[new.number + step * (count - 1)]
          return step > 0 ? last.end - newIndex : newIndex + 1 - last.start
        }
      }
      let (olds, news) = (old.chunk.trees, new.chunk.trees)
      var shared = 0
      while olds.indices.contains(place), news.indices.contains(newPlace),
        olds[place].isIdentical(to: news[newPlace])
      {
        shared += 1
        place += step
        newPlace += step
      }
      return shared
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
