/// A few entries of an ``IDIndex``, found by a byte of their hashes.
@frozen
@usableFromInline
package struct IDBucket<ID: Hashable> {
  @frozen
  @usableFromInline
  package struct Entry {
    @usableFromInline package let hash: UInt32
    @usableFromInline var place: ChunkPlace
    /// The number of the element's last change.
    @usableFromInline var change: Int
    @usableFromInline package let id: ID

    @inlinable
    init(hash: UInt32, place: ChunkPlace, change: Int, id: ID) {
      self.hash = hash
      self.place = place
      self.change = change
      self.id = id
    }
  }

  /// The first byte of the hash of each of the first eight entries, the first entry's lowest.
  ///
  /// Compared all at once, without a branch for each entry that depends on memory far away.
  @usableFromInline private(set) var tags: UInt64 = 0
  @usableFromInline private(set) var entries: ContiguousArray<Entry> = []

  @inlinable
  init() {}

  /// Returns the index of an id's entry.
  @inlinable
  func index(of id: ID, hash: UInt32) -> Int? {
    // The lowest byte that is 0 where the tag is found, and 0x80 in the mask.
    let bytes = tags ^ (UInt64(hash >> 24) &* 0x0101_0101_0101_0101)
    let mask = (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
    let index = mask.trailingZeroBitCount >> 3
    if index < entries.count, entries[index].id == id { return index }
    // Not the first one with its tag, or none.
    return entries.firstIndex { $0.hash == hash && $0.id == id }
  }

  @inlinable
  mutating func append(_ entry: Entry) {
    if entries.isEmpty { entries.reserveCapacity(IDIndex<ID>.fullest) }
    setTag(of: entry, at: entries.count)
    entries.append(entry)
  }

  /// Changes the entry of an id, if there is one.
  @inlinable
  mutating func update(_ id: ID, hash: UInt32, _ change: (inout Entry) -> Void) {
    if let index = index(of: id, hash: hash) { change(&entries[index]) }
  }

  @inlinable
  mutating func remove(_ id: ID, hash: UInt32) {
    guard let index = index(of: id, hash: hash) else {
      return assertionFailure("The id \(id) is not found under the hash that it had.")
    }
    let last = entries.removeLast()
    if index == entries.count { return }
    entries[index] = last
    setTag(of: last, at: index)
  }

  @inlinable
  mutating func setTag(of entry: Entry, at index: Int) {
    if index >= 8 { return }
    let shift = UInt64(index) << 3
    tags = tags & ~(0xFF << shift) | UInt64(entry.hash >> 24) << shift
  }
}

extension IDBucket.Entry: Sendable where ID: Sendable {}
extension IDBucket: Sendable where ID: Sendable {}
