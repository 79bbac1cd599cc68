/// The edits from one list to another, by the identities of their elements.
///
/// Skips the common front and end first, so that the work in a long list is that of its changed
/// part. As many of the remaining elements as possible keep their place.
struct ListAlignment {
  /// One edit; edits apply in order, and each index is one in the list at that moment.
  enum Edit: Equatable {
    case remove(at: Int)

    /// Inserts the element that is at `index` in the end.
    case insert(index: Int, at: Int)

    /// Removes the element that is at `index` in the end, and inserts it again.
    case move(index: Int, from: Int, to: Int)

    /// Returns how many of a list's elements get another index.
    func shiftedCount(of count: Int) -> Int {
      switch self {
      case .remove(let place), .insert(_, let place): count - place
      case .move(_, let source, let target): abs(target - source)
      }
    }
  }

  let oldCount: Int
  let newCount: Int

  /// The number of equal elements at the front of both lists.
  private let front: Int

  /// For each place between the common front and end: where its element was.
  private let origins: [Int?]

  /// The indices of removed elements, in ascending order.
  private let removed: [Int]

  /// Which elements of `origins` keep their place.
  private let stays: [Bool]

  let editCount: Int

  /// Creates the alignment of two lists; elements of the same identity are paired in their order.
  ///
  /// - Parameters:
  ///   - sharedFrom: Returns the number of elements from two places on that are known to be equal.
  ///   - sharedThrough: The same for elements up to and including two places.
  init<Identity: Hashable>(
    counts: (old: Int, new: Int),
    old: (Int) -> Identity,
    new: (Int) -> Identity,
    sharedFrom: (_ old: Int, _ new: Int) -> Int = { _, _ in 0 },
    sharedThrough: (_ old: Int, _ new: Int) -> Int = { _, _ in 0 }
  ) {
    let shorter = min(counts.old, counts.new)
    var front = 0
    while front < shorter {
      let shared = sharedFrom(front, front)
      guard shared > 0 || old(front) == new(front) else { break }
      front += max(shared, 1)
    }
    var back = 0
    while back < shorter - front {
      let (oldIndex, newIndex) = (counts.old - 1 - back, counts.new - 1 - back)
      let shared = sharedThrough(oldIndex, newIndex)
      guard shared > 0 || old(oldIndex) == new(newIndex) else { break }
      back = min(back + max(shared, 1), shorter - front)
    }

    assert(front + back <= shorter)
    // The first place of each identity that isn't paired yet, and behind each place the next of the same.
    var firsts: [Identity: Int] = [:]
    var following = [Int?](repeating: nil, count: counts.old - back - front)
    for index in (front..<(counts.old - back)).reversed() {
      following[index - front] = firsts.updateValue(index, forKey: old(index))
    }
    var isRemoved = [Bool](repeating: true, count: following.count)
    let origins = (front..<(counts.new - back)).map { index -> Int? in
      let identity = new(index)
      guard let origin = firsts.removeValue(forKey: identity) else { return nil }
      if let next = following[origin - front] { firsts[identity] = next }
      isRemoved[origin - front] = false
      return origin
    }

    self.oldCount = counts.old
    self.newCount = counts.new
    self.front = front
    self.origins = origins
    removed = isRemoved.indices.lazy.filter { isRemoved[$0] }.map { $0 + front }
    stays = Self.longestAscent(in: origins)
    assert(stays.count == origins.count)
    editCount = removed.count + stays.lazy.count { !$0 }
  }

  /// Returns where the element now at an index was; `nil` for a new one.
  func origin(of index: Int) -> Int? {
    assert(index >= 0 && index < newCount)
    if index < front { return index }
    if index < front + origins.count { return origins[index - front] }
    return index - newCount + oldCount
  }

  /// Returns the end of the elements from an index on whose origins follow one another, at most
  /// `limit` of them.
  func end(ofRunFrom index: Int, limit: Int) -> Int {
    if index < front { return min(index + limit, front) }
    let end = min(index + limit, newCount)
    if index >= front + origins.count { return end }
    guard let origin = origins[index - front] else { return index + 1 }
    var next = index + 1
    while next < min(end, front + origins.count),
      origins[next - front] == origin + next - index
    {
      next += 1
    }
    assert(next > index && next <= newCount)
    return next
  }

  func edits() -> [Edit] {
    var edits = removed.reversed().map { Edit.remove(at: $0) }
    guard stays.contains(false) else { return edits }

    // Slot 0 is the front, slot n the n-th old element of the changed part. A slot contains its
    // element, until that moves away, and after it all that were inserted there.
    var slots = RunningSums(count: oldCount - front + 1)
    for case .some(let origin) in origins {
      slots.add(1, at: origin - front + 1)
    }
    // The last element that kept its place: new ones follow it and those already there.
    var anchor = 0
    for (offset, origin) in origins.enumerated() {
      let slot = origin.map { $0 - front + 1 }
      if let slot, stays[offset] {
        anchor = slot
        continue
      }
      var source: Int?
      if let slot {
        source = front + slots.sum(before: slot)
        slots.add(-1, at: slot)
      }
      let target = front + slots.sum(before: anchor + 1)
      slots.add(1, at: anchor)
      if let source {
        edits.append(.move(index: front + offset, from: source, to: target))
      } else {
        edits.append(.insert(index: front + offset, at: target))
      }
    }
    return edits
  }

  /// Marks the members of a longest ascending subsequence; `nil` is in none.
  private static func longestAscent(in origins: [Int?]) -> [Bool] {
    // For each length, the place of the lowest end of an ascent of that length.
    var ends: [Int] = []
    var predecessors = [Int?](repeating: nil, count: origins.count)
    for (place, origin) in origins.enumerated() {
      guard let origin else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if let end = origins[ends[middle]], end < origin { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var isIn = [Bool](repeating: false, count: origins.count)
    var place = ends.last
    while let current = place {
      isIn[current] = true
      place = predecessors[current]
    }
    return isIn
  }
}

/// Numbers whose prefix sums take logarithmic time while the numbers change.
private struct RunningSums {
  // A Fenwick tree: entry n holds the sum of as many numbers as n's lowest bit says, up to n.
  private var partial: [Int]

  init(count: Int) {
    partial = Array(repeating: 0, count: count + 1)
  }

  mutating func add(_ amount: Int, at index: Int) {
    assert(index >= 0 && index + 1 < partial.count)
    var entry = index + 1
    while entry < partial.count {
      partial[entry] += amount
      entry += entry & -entry
    }
  }

  func sum(before index: Int) -> Int {
    assert(index < partial.count)
    var sum = 0
    var entry = index
    while entry > 0 {
      sum += partial[entry]
      entry -= entry & -entry
    }
    return sum
  }
}
