/// The order of the chunks of ``Entities``, with the positions at which they end.
///
/// One flat array, of which a chunk takes 8 bytes: it is copied where the number of elements, or the
/// order, changes while another version is retained. Finding the chunk at a position takes
/// logarithmic time; all else takes time proportional to the number of chunks at and after the one
/// in question, hence constant time at the end.
@frozen
@usableFromInline
struct ChunkOrder: Sendable {
  @frozen
  @usableFromInline
  struct Entry: Sendable {
    /// The chunk's number.
    @usableFromInline let chunk: UInt32
    /// The number of elements in it and in those before it.
    @usableFromInline fileprivate(set) var end: UInt32
  }

  @usableFromInline private(set) var entries: ContiguousArray<Entry> = []
  /// The numbers of removed chunks, to be used again.
  private var free: ContiguousArray<UInt32> = []

  @usableFromInline
  init() {}

  /// Returns whether both share their storage, hence are equal; `false` proves nothing.
  func isIdentical(to other: ChunkOrder) -> Bool { entries.isIdentical(to: other.entries) }

  /// The last chunk; `nil` if there is none.
  @usableFromInline var last: Int? { entries.last.map { Int($0.chunk) } }

  /// The number of elements.
  @usableFromInline var count: Int { Int(entries.last?.end ?? 0) }

  // MARK: - Finding

  /// Returns the place of the element at a position, which must be one of an element.
  @usableFromInline
  func place(of position: Int) -> ChunkPlace {
    assert(position >= 0 && position < count)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].end <= position { low = middle + 1 } else { high = middle }
    }
    return ChunkPlace(chunk: Int(entries[low].chunk), offset: position - start(at: low))
  }

  /// Returns the position of a chunk's first element.
  @usableFromInline
  func start(of chunk: Int) -> Int { start(at: index(of: chunk)) }

  /// Returns the chunks right before and after a chunk.
  @usableFromInline
  func neighbors(of chunk: Int) -> (before: Int?, after: Int?) {
    let index = index(of: chunk)
    return (
      index > 0 ? Int(entries[index - 1].chunk) : nil,
      index + 1 < entries.count ? Int(entries[index + 1].chunk) : nil
    )
  }

  private func start(at index: Int) -> Int { index == 0 ? 0 : Int(entries[index - 1].end) }

  private func index(of chunk: Int) -> Int {
    // From the back, where most chunks are added.
    var index = entries.count - 1
    while entries[index].chunk != chunk { index -= 1 }
    return index
  }

  // MARK: - Changing

  /// Changes the number of elements in a chunk.
  @usableFromInline
  mutating func add(_ difference: Int, to chunk: Int) {
    var index = entries.count
    repeat {
      index -= 1
      entries[index].end = UInt32(Int(entries[index].end) + difference)
    } while entries[index].chunk != chunk
    assert(start(at: index) <= Int(entries[index].end))
  }

  /// Sets the number of elements in each chunk, and removes the chunks without any.
  @usableFromInline
  mutating func setCounts(_ count: (_ chunk: Int) -> Int) {
    let old = entries
    entries = []
    entries.reserveCapacity(old.count)
    var end = 0
    for entry in old {
      let count = count(Int(entry.chunk))
      assert(count >= 0 && count <= ChunkPlace.capacity)
      end += count
      if count == 0 {
        free.append(entry.chunk)
      } else {
        entries.append(Entry(chunk: entry.chunk, end: UInt32(end)))
      }
    }
  }

  /// Adds a chunk without elements.
  /// - Parameter other: The chunk before it; `nil` to make it the first.
  /// - Returns: Its number: a free one, or the one after the highest.
  @usableFromInline
  mutating func insert(after other: Int?) -> Int {
    let chunk = free.popLast() ?? UInt32(entries.count)
    let index = other.map { self.index(of: $0) + 1 } ?? 0
    entries.insert(Entry(chunk: chunk, end: UInt32(start(at: index))), at: index)
    assert(Int(chunk) < entries.count + free.count)
    return Int(chunk)
  }

  /// Removes a chunk without elements.
  @usableFromInline
  mutating func remove(_ chunk: Int) {
    let index = index(of: chunk)
    assert(start(at: index) == Int(entries[index].end), "Only an empty chunk is removed.")
    entries.remove(at: index)
    free.append(UInt32(chunk))
  }
}
