/// A persistent hash table from ids to the places and last changes of elements, by linear hashing.
///
/// Entries lie in small buckets, whose number grows and shrinks by one as entries come and go: a
/// change touches two buckets at most, and copies share the others.
///
/// An entry's chunk is exact. Its offset is where the element was when it was set: elements before
/// it in the chunk may have come and gone since. Its change has a number that no other change in the
/// process has: in any two versions, equal numbers mean equal elements.
@frozen
@usableFromInline
package struct IDIndex<ID: Hashable> {
  @usableFromInline package typealias Bucket = IDBucket<ID>

  /// The mean number of entries in a bucket, above which a bucket is added.
  @inlinable static var fullest: Int { 5 }
  /// The mean number of entries in a bucket, below which a bucket is removed.
  @inlinable static var emptiest: Int { 2 }

  @usableFromInline private(set) var buckets = PagedArray<Bucket>()
  /// The number of buckets, rounded up to a power of two, minus one.
  @usableFromInline private(set) var mask = 0
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  /// Returns the hash under which an id is found.
  @inlinable
  package static func hash(_ id: ID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  @inlinable
  func entry(of id: ID, hash: UInt32) -> Bucket.Entry? {
    if count == 0 { return nil }
    let bucket = buckets[bucket(of: hash)]
    return bucket.index(of: id, hash: hash).map { bucket.entries[$0] }
  }

  /// Changes the place of an id that is present; its element remains the same.
  @inlinable
  mutating func move(_ id: ID, to place: ChunkPlace) {
    let hash = Self.hash(id)
    buckets[bucket(of: hash)].update(id, hash: hash) { $0.place = place }
  }

  /// Notes that the element with an id that is present changes.
  @inlinable
  mutating func noteChange(of id: ID, hash: UInt32) {
    let change = EntityChange.next()
    buckets[bucket(of: hash)].update(id, hash: hash) { $0.change = change }
  }

  /// Adds an id that is missing.
  @inlinable
  mutating func insert(_ id: ID, hash: UInt32, at place: ChunkPlace, change: Int) {
    if count >= buckets.count * Self.fullest { addBucket() }
    count += 1
    buckets[bucket(of: hash)].append(
      Bucket.Entry(hash: hash, place: place, change: change, id: id)
    )
  }

  /// Removes an id that is present.
  @inlinable
  mutating func remove(_ id: ID) {
    let hash = Self.hash(id)
    buckets[bucket(of: hash)].remove(id, hash: hash)
    count -= 1
    assert(count >= 0)
    if count < buckets.count * Self.emptiest { removeBucket() }
  }

  /// Adds the buckets that `capacity` ids need.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    while buckets.count * Self.fullest < capacity { addBucket() }
  }

  // MARK: - Comparing

  /// Calls a function with each entry whose element isn't the one of an older version, and with the
  /// old entry of each element that is missing here.
  ///
  /// Takes time proportional to the number of buckets that changed. The versions may come from one
  /// another in any way, or have nothing in common.
  @inlinable
  package func forEachChange(since old: IDIndex, _ body: (Bucket.Entry) -> Void) {
    buckets.forEachDifference(from: old.buckets, filler: Bucket()) { _, bucket, was in
      // Searched for in all buckets: the versions may have different numbers of them.
      for entry in bucket.entries
      where old.entry(of: entry.id, hash: entry.hash)?.change != entry.change { body(entry) }
      for entry in was.entries where self.entry(of: entry.id, hash: entry.hash) == nil {
        body(entry)
      }
    }
  }

  // MARK: - Buckets

  @inlinable
  func bucket(of hash: UInt32) -> Int {
    let bucket = Int(hash) & mask
    // Not split yet: its entries are still in the bucket that it will split from.
    return bucket < buckets.count ? bucket : bucket & (mask >> 1)
  }

  /// Adds a bucket, with those entries of the bucket it splits from whose hashes lead to it.
  @inlinable
  mutating func addBucket() {
    assert(mask & (mask + 1) == 0 && buckets.count <= mask + 1)
    let new = buckets.count
    if new > mask { mask = mask << 1 | 1 }
    buckets.append(Bucket())
    if count == 0 { return }
    let old = new & (mask >> 1)
    var kept = Bucket()
    for entry in buckets[old].entries {
      if Int(entry.hash) & mask == new { buckets[new].append(entry) } else { kept.append(entry) }
    }
    if !buckets[new].entries.isEmpty { buckets[old] = kept }
  }

  /// Removes the last bucket; its entries return to the bucket from which it split.
  @inlinable
  mutating func removeBucket() {
    if buckets.count <= 1 { return }
    assert(mask >= 1 && buckets.count > mask >> 1)
    let last = buckets.removeLast()
    let rest = buckets.count & (mask >> 1)
    for entry in last.entries { buckets[rest].append(entry) }
    if buckets.count <= (mask >> 1) + 1 { mask >>= 1 }
  }
}

extension IDIndex: Sendable where ID: Sendable {}
