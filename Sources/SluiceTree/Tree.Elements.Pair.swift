extension Tree.Elements {
  /// Two versions of an array, read side by side in any order; reading in order is fastest.
  struct Pair {
    var old: Cursor
    var new: Cursor

    init(_ old: Tree.Elements, _ new: Tree.Elements) {
      self.old = Cursor(old)
      self.new = Cursor(new)
    }

    /// Returns the number of elements from two indices on that are in shared chunks.
    mutating func sharedCount(from oldIndex: Int, _ newIndex: Int) -> Int {
      let count = sharedChunks(at: oldIndex, newIndex, step: 1)
      return count == 0 ? 0 : new.elements.chunks[new.number + count - 1].end - newIndex
    }

    /// Returns the number of elements up to and including two indices that are in shared chunks.
    mutating func sharedCount(through oldIndex: Int, _ newIndex: Int) -> Int {
      let count = sharedChunks(at: oldIndex, newIndex, step: -1)
      return count == 0 ? 0 : newIndex + 1 - new.elements.chunks[new.number + 1 - count].start
    }

    private mutating func sharedChunks(at oldIndex: Int, _ newIndex: Int, step: Int) -> Int {
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

    mutating func move(to index: Int) {
      if index >= elements.chunks[number].end {
        number += 1
        if index >= elements.chunks[number].end { number = elements.chunk(of: index) }
      } else if index < elements.chunks[number].start {
        number -= 1
        if index < elements.chunks[number].start { number = elements.chunk(of: index) }
      }
      offset = index - elements.chunks[number].start
    }
  }
}
