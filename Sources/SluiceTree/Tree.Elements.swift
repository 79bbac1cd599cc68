extension Tree {
  /// The elements of an array, in chunks that versions of one array share.
  ///
  /// Replacing an element copies the chunk around it, at most 32 elements, and the way to it in the
  /// ``ChunkList``; inserting or removing one also copies the list of chunks after it. So a version
  /// of a long array costs a fraction of the array, and comparing two versions skips the chunks that
  /// both have.
  package struct Elements: Sendable {
    /// The maximum number of elements in a chunk.
    static let capacity = 32

    /// Elements that follow one another; never empty.
    struct Chunk: Sendable {
      // First, so that its storage's address is the first word.
      fileprivate(set) var trees: [Tree]
      /// The index of the first element.
      var start: Int
      /// The number of elements without an ``Tree/identity``.
      fileprivate(set) var anonymousCount: Int

      init(_ trees: [Tree], start: Int) {
        assert(!trees.isEmpty && trees.count <= Tree.Elements.capacity && start >= 0)
        self.trees = trees
        self.start = start
        anonymousCount = trees.count { !$0.hasIdentity }
      }

      /// The index after the last element.
      var end: Int { start + trees.count }

      fileprivate subscript(offset: Int) -> Tree {
        get { trees[offset] }
        _modify {
          if !trees[offset].hasIdentity { anonymousCount -= 1 }
          defer { if !trees[offset].hasIdentity { anonymousCount += 1 } }
          yield &trees[offset]
        }
      }

      fileprivate mutating func insert(_ tree: Tree, at offset: Int) {
        assert(trees.count < Tree.Elements.capacity)
        if !tree.hasIdentity { anonymousCount += 1 }
        trees.insert(tree, at: offset)
      }

      fileprivate mutating func remove(at offset: Int) -> Tree {
        let tree = trees.remove(at: offset)
        if !tree.hasIdentity { anonymousCount -= 1 }
        return tree
      }
    }

    private(set) var chunks = ChunkList()

    package init() {}

    package init(_ trees: some Sequence<Tree>) {
      self.init(Array(trees))
    }

    package init(_ trees: [Tree]) {
      if trees.isEmpty { return }
      if trees.count <= Self.capacity {
        chunks = ChunkList([Chunk(trees, start: 0)])
      } else {
        chunks = ChunkList(Self.chunks(of: trees[...], start: 0, areLast: true))
      }
    }

    /// Creates elements from chunks that follow one another.
    init(chunks: ChunkList) {
      assert(chunks.first?.start ?? 0 == 0)
      self.chunks = chunks
    }

    package var count: Int { chunks.last?.end ?? 0 }
    package var isEmpty: Bool { chunks.isEmpty }

    /// Whether these are known to be the elements of a list, and not keys and values in turn, as which
    /// some types encode a dictionary; known only to who encoded them, and no part of the value.
    package var isList: Bool {
      get { chunks.isList }
      set { chunks.isList = newValue }
    }

    /// Whether an element has an identity.
    var hasIdentities: Bool { anonymousCount < count }

    /// The number of elements without an identity.
    var anonymousCount: Int { chunks.pages.reduce(0) { $0 + $1.anonymousCount } }

    /// Returns the number of elements before an index that have no identity, in a time that grows with
    /// that of the pages.
    func anonymousCount(before index: Int) -> Int {
      guard index < count else { return anonymousCount }
      let last = chunk(of: index)
      let rest = chunks[last].anonymousCount == 0 ? 0 : index - chunks[last].start
      return chunks.anonymousCount(before: last)
        + chunks[last].trees.prefix(rest).count { !$0.hasIdentity }
    }

    /// Returns whether both share all chunks, hence are equal; `false` proves nothing.
    package func isIdentical(to other: Elements) -> Bool { chunks.isIdentical(to: other.chunks) }

    /// Returns the chunk of an index.
    func chunk(of index: Int) -> Int {
      precondition(index >= 0 && index < count, "There is no index \(index) in \(count) elements.")
      var (low, high) = (0, chunks.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if chunks[middle].end <= index { low = middle + 1 } else { high = middle }
      }
      return low
    }

    /// Returns trees in chunks: full ones if no element follows, otherwise ones of equal size, in
    /// which there is room.
    private static func chunks(of trees: ArraySlice<Tree>, start: Int, areLast: Bool) -> [Chunk] {
      let number = (trees.count + capacity - 1) / capacity
      var chunks: [Chunk] = []
      chunks.reserveCapacity(number)
      var rest = trees
      for index in 0..<number {
        let size = areLast ? capacity : rest.count / (number - index)
        chunks.append(Chunk(Array(rest.prefix(size)), start: start + trees.count - rest.count))
        rest = rest.dropFirst(size)
      }
      return chunks
    }
  }
}

extension Tree.Elements: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// Accesses an element, in time logarithmic in the number of chunks; changes it in place unless
  /// its chunk is shared.
  package subscript(index: Int) -> Tree {
    get {
      let chunk = chunk(of: index)
      return chunks[chunk][index - chunks[chunk].start]
    }
    _modify {
      let chunk = chunk(of: index)
      let offset = index - chunks[chunk].start
      yield &chunks[chunk][offset]
    }
  }

  package struct Iterator: IteratorProtocol {
    private let chunks: ChunkList
    private var nextChunk = 0
    private var trees: [Tree] = []
    private var offset = 0

    fileprivate init(_ elements: Tree.Elements) {
      chunks = elements.chunks
    }

    package mutating func next() -> Tree? {
      if offset == trees.count {
        guard nextChunk < chunks.count else { return nil }
        trees = chunks[nextChunk].trees
        nextChunk += 1
        offset = 0
      }
      defer { offset += 1 }
      return trees[offset]
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }
}

extension Tree.Elements: RangeReplaceableCollection {
  /// Replaces elements; shares all chunks that have none of them.
  package mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Tree>) {
    if range.isEmpty, new.isEmpty { return }
    let old = count
    let (first, last) = chunksAround(range)
    let start = first < chunks.count ? chunks[first].start : count
    var trees: [Tree] = []
    if first < last { trees += chunks[first].trees.prefix(range.lowerBound - start) }
    trees += new
    for chunk in chunks[first..<last] where chunk.end > range.upperBound {
      trees += chunk.trees.dropFirst(Swift.max(0, range.upperBound - chunk.start))
    }
    let end = first < last ? chunks[last - 1].end : start
    let areLast = last == chunks.count
    chunks.replaceSubrange(
      first..<last,
      with: Self.chunks(of: trees[...], start: start, areLast: areLast)
    )
    let difference = trees.count - (end - start)
    if !areLast, difference != 0 {
      let replaced = (trees.count + Self.capacity - 1) / Self.capacity
      chunks.shift(from: first + replaced, by: difference)
    }
    assert(count == old + difference)
  }

  /// Adds an element at the end, in place unless the last chunk is shared.
  package mutating func append(_ tree: Tree) {
    guard let last = chunks.indices.last, chunks[last].trees.count < Self.capacity else {
      chunks.append(Chunk([tree], start: count))
      return
    }
    chunks[last].insert(tree, at: chunks[last].trees.count)
  }

  /// Inserts an element, in place unless its chunk is shared or full.
  package mutating func insert(_ tree: Tree, at index: Int) {
    guard index < count else {
      precondition(index == count, "There is no index \(index) in \(count) elements.")
      return append(tree)
    }
    let chunk = chunk(of: index)
    guard chunks[chunk].trees.count < Self.capacity else {
      return replaceSubrange(index..<index, with: CollectionOfOne(tree))
    }
    let offset = index - chunks[chunk].start
    chunks[chunk].insert(tree, at: offset)
    chunks.shift(from: chunk + 1, by: 1)
  }

  /// Removes an element, in place unless its chunk is shared or becomes small enough to be joined to
  /// its neighbor.
  @discardableResult
  package mutating func remove(at index: Int) -> Tree {
    let chunk = chunk(of: index)
    let next = chunk + 1 < chunks.count ? chunks[chunk + 1].trees.count : Self.capacity
    guard chunks[chunk].trees.count > 1, chunks[chunk].trees.count - 1 + next > Self.capacity else {
      let tree = chunks[chunk].trees[index - chunks[chunk].start]
      replaceSubrange(index..<(index + 1), with: EmptyCollection())
      return tree
    }
    let offset = index - chunks[chunk].start
    let tree = chunks[chunk].remove(at: offset)
    chunks.shift(from: chunk + 1, by: -1)
    return tree
  }

  /// Returns the chunks to make anew to replace a range, with a neighbor if both fit one.
  private func chunksAround(_ range: Range<Int>) -> (first: Int, last: Int) {
    if isEmpty { return (0, 0) }
    if range.lowerBound == count, chunks[chunks.count - 1].trees.count == Self.capacity {
      return (chunks.count, chunks.count)
    }
    let first = chunk(of: Swift.min(range.lowerBound, count - 1))
    var last = range.upperBound > range.lowerBound ? chunk(of: range.upperBound - 1) + 1 : first + 1
    let remaining = chunks[last - 1].end - chunks[first].start - range.count
    if last < chunks.count, remaining + chunks[last].trees.count <= Self.capacity { last += 1 }
    return (first, last)
  }
}

extension Tree.Elements: Hashable, ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Tree...) {
    self.init(elements)
  }

  /// Returns whether both have equal elements, without comparing those that both share.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    if left.isIdentical(to: right) { return true }
    var pair = Pair(left, right)
    var index = 0
    while index < left.count {
      let shared = pair.sharedCount(from: index, index)
      if shared == 0, pair.old[index] != pair.new[index] { return false }
      index += Swift.max(shared, 1)
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for tree in self { hasher.combine(tree) }
  }
}

extension Tree {
  /// Creates an array.
  package static func array(_ elements: [Tree]) -> Tree { .array(Elements(elements)) }
}

extension Array {
  /// Returns whether both share storage, hence are equal; `false` proves nothing.
  func sharesBuffer(with other: [Element]) -> Bool {
    // Compares the addresses and never reads them.
    guard count == other.count else { return false }
    let address = unsafe withUnsafeBufferPointer { $0.baseAddress }
    let otherAddress = unsafe other.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe address == otherAddress
  }
}
