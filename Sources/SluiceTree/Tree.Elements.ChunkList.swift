extension Tree.Elements {
  /// The chunks of an array, on pages that versions of it share.
  ///
  /// Changing a chunk copies its page, at most 64 chunks, and the list of pages, which has one
  /// reference for 2,048 elements. Replacing chunks with another number of chunks copies the pages
  /// that follow, too.
  struct ChunkList: Sendable {
    /// Chunks that follow one another: 64 of them, except on the last page.
    struct Page: Sendable {
      // First, so that its storage's address is the first word.
      private(set) var chunks: [Chunk]
      /// The number of elements without an ``Tree/identity``.
      private(set) var anonymousCount: Int

      init(_ chunks: [Chunk]) {
        assert(!chunks.isEmpty && chunks.count <= ChunkList.capacity)
        self.chunks = chunks
        anonymousCount = chunks.reduce(0) { $0 + $1.anonymousCount }
      }

      mutating func change(_ body: (inout [Chunk]) -> Void) {
        body(&chunks)
        assert(chunks.count <= ChunkList.capacity)
        anonymousCount = chunks.reduce(0) { $0 + $1.anonymousCount }
      }

      subscript(offset: Int) -> Chunk {
        _read { yield chunks[offset] }
        _modify {
          anonymousCount -= chunks[offset].anonymousCount
          defer { anonymousCount += chunks[offset].anonymousCount }
          yield &chunks[offset]
        }
      }

      /// Returns the number of chunks from one on that another page has too.
      ///
      /// Compares their addresses, without retaining or reading them.
      /// - Parameter step: 1 for those that follow, -1 for those before.
      fileprivate func sharedCount(
        from offset: Int,
        with other: Page,
        from start: Int,
        step: Int,
        limit: Int
      ) -> Int {
        // Read by their addresses.
        assert(chunks.indices.contains(offset) && other.chunks.indices.contains(start))
        assert(chunks.indices.contains(offset + step * (limit - 1)))
        assert(other.chunks.indices.contains(start + step * (limit - 1)))
        return unsafe chunks.withUnsafeBytes { bytes in
          unsafe other.chunks.withUnsafeBytes { otherBytes in
            let stride = MemoryLayout<Chunk>.stride
            for count in 0..<limit {
              let address = unsafe bytes.load(
                fromByteOffset: (offset + step * count) * stride,
                as: UInt.self
              )
              let otherAddress = unsafe otherBytes.load(
                fromByteOffset: (start + step * count) * stride,
                as: UInt.self
              )
              if address != otherAddress { return count }
            }
            return limit
          }
        }
      }
    }

    /// The binary logarithm of the number of chunks on a page.
    private static let bits = 6
    private static let capacity = 1 << bits
    private static let mask = capacity - 1

    private(set) var pages: [Page] = []
    /// The number of chunks, doubled, plus 1 for a list: a word more would be one in each tree.
    private var countAndKind = 0

    private(set) var count: Int {
      get { countAndKind >> 1 }
      set { countAndKind = newValue << 1 | countAndKind & 1 }
    }

    /// See ``Tree/Elements/isList``.
    var isList: Bool {
      get { countAndKind & 1 == 1 }
      set { countAndKind = countAndKind & ~1 | (newValue ? 1 : 0) }
    }

    init() {}

    /// Returns the number of elements without an identity in the chunks before one.
    func anonymousCount(before number: Int) -> Int {
      let page = number >> Self.bits
      return pages[..<page].reduce(0) { $0 + $1.anonymousCount }
        + pages[page].chunks[..<(number & Self.mask)].reduce(0) { $0 + $1.anonymousCount }
    }

    init(_ chunks: [Chunk]) {
      append(contentsOf: chunks[...])
    }

    /// Returns whether both share all pages, hence are equal; `false` proves nothing.
    func isIdentical(to other: ChunkList) -> Bool { pages.sharesBuffer(with: other.pages) }

    /// Returns the number of chunks from one on, or up to and including it, that others have too.
    ///
    /// Takes time proportional to the number of pages.
    /// - Parameter step: 1 for those that follow, -1 for those before.
    func sharedCount(from number: Int, with other: ChunkList, from start: Int, step: Int) -> Int {
      var shared = 0
      while true {
        let (number, otherNumber) = (number + step * shared, start + step * shared)
        guard indices.contains(number), other.indices.contains(otherNumber) else { return shared }
        let (page, offset) = (pages[number >> Self.bits], number & Self.mask)
        let (otherPage, otherOffset) = (
          other.pages[otherNumber >> Self.bits], otherNumber & Self.mask
        )
        let limit =
          step < 0
          ? Swift.min(offset, otherOffset) + 1
          : Swift.min(page.chunks.count - offset, otherPage.chunks.count - otherOffset)
        if offset == otherOffset, page.chunks.sharesBuffer(with: otherPage.chunks) {
          shared += limit
          continue
        }
        let count = page.sharedCount(
          from: offset,
          with: otherPage,
          from: otherOffset,
          step: step,
          limit: limit
        )
        shared += count
        if count < limit { return shared }
      }
    }
  }
}

extension Tree.Elements.ChunkList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(number: Int) -> Tree.Elements.Chunk {
    _read {
      assert(number >= 0 && number < count)
      yield pages[number >> Self.bits][number & Self.mask]
    }
    _modify {
      assert(number >= 0 && number < count)
      yield &pages[number >> Self.bits][number & Self.mask]
    }
  }
}

extension Tree.Elements.ChunkList {
  typealias Chunk = Tree.Elements.Chunk

  /// Adds a chunk at the end.
  mutating func append(_ chunk: Chunk) { append(contentsOf: CollectionOfOne(chunk)) }

  private mutating func append(contentsOf chunks: some Collection<Chunk>) {
    var rest = chunks[...]
    count += rest.count
    if let last = pages.indices.last, pages[last].chunks.count < Self.capacity {
      let added = rest.prefix(Self.capacity - pages[last].chunks.count)
      pages[last].change { $0 += added }
      rest = rest.dropFirst(added.count)
    }
    while !rest.isEmpty {
      pages.append(Page(Array(rest.prefix(Self.capacity))))
      rest = rest.dropFirst(Self.capacity)
    }
    assert(pages.count == (count + Self.mask) >> Self.bits)
  }

  /// Replaces chunks; shares the pages before them.
  mutating func replaceSubrange(_ range: Range<Int>, with new: [Chunk]) {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    if range.count == new.count {
      for (number, chunk) in zip(range, new) { self[number] = chunk }
      return
    }
    let page = range.lowerBound >> Self.bits
    let rest = self[(page << Self.bits)..<range.lowerBound] + new + self[range.upperBound...]
    pages.removeSubrange(page...)
    count = page << Self.bits
    append(contentsOf: Array(rest))
  }

  /// Replaces chunks with as many of another list; shares whole pages of it.
  mutating func replace(_ range: Range<Int>, with other: Self, from start: Int) {
    assert(range.upperBound <= count && start >= 0 && start + range.count <= other.count)
    let distance = start - range.lowerBound
    var number = range.lowerBound
    while number < range.upperBound {
      let (page, source) = (number >> Self.bits, (number + distance) >> Self.bits)
      let length = other.pages[source].chunks.count
      if number & Self.mask == 0, distance & Self.mask == 0,
        length == pages[page].chunks.count, number + length <= range.upperBound
      {
        pages[page] = other.pages[source]
        number += length
      } else {
        self[number] = other[number + distance]
        number += 1
      }
    }
  }

  /// Adds a difference to the indices of the elements of all chunks from one on.
  mutating func shift(from number: Int, by difference: Int) {
    assert(number >= 0)
    var number = number
    while number < count {
      pages[number >> Self.bits].change { chunks in
        for offset in (number & Self.mask)..<chunks.count { chunks[offset].start += difference }
      }
      number = ((number >> Self.bits) + 1) << Self.bits
    }
  }
}
