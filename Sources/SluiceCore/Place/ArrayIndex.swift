import SluiceLocks

/// Where the elements of a large array were found by their ids, to find them there again.
///
/// A hint: what is found at an offset is looked at. Elements that all moved, since one before them was
/// removed, are found anew at once rather than each by a search of its own: what asks for all elements of
/// an array in turn takes time proportional to their number. The ids of elements that share one are found
/// at one of their places.
@usableFromInline
final class ArrayIndex<Key: Hashable & Sendable>: Sendable {
  /// The number of elements up to which a search is faster.
  @usableFromInline static var few: Int { 64 }
  /// The number of searches that cost what an index does.
  private static var patience: Int { 16 }

  private let offsets = Locked<[Key: Int]>([:])
  private let misses = Atomic<Int>(0)

  @usableFromInline init() {}

  /// Returns the offset of an element; `nil` if there is none.
  @usableFromInline
  func offset(of key: Key, count: Int, id: (Int) -> Key) -> Int? {
    // Looked up without the lock: hashes and `==` are the program's.
    let offsets = offsets.withLock { $0 }
    if let offset = offsets[key], offset < count, id(offset) == key { return offset }
    guard let offset = (0..<count).first(where: { id($0) == key }) else { return nil }
    if misses.wrappingAdd(1, ordering: .relaxed).newValue >= Self.patience {
      misses.store(0, ordering: .relaxed)
      let new = Dictionary((0..<count).map { (id($0), $0) }) { first, _ in first }
      let old = self.offsets.withLock { offsets in
        defer { offsets = new }
        return offsets
      }
      withExtendedLifetime(old) {}
    }
    return offset
  }
}
