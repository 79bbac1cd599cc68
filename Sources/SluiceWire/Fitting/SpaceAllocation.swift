import SluiceTree

/// Divides space among values so that small ones remain whole and large ones get equal shares.
struct SpaceAllocation {
  /// The number of bytes for each value; values at the end without space are missing.
  let shares: [Int]

  /// The minimum for a value, enough for a cut.
  static let minimum = 128

  /// - Parameters:
  ///   - room: Bytes for all values and what comes with them.
  ///   - fixed: Bytes that come with each value, such as its key.
  ///   - values: What is to be shortened.
  init(room: Int, fixed: [Int], values: [Tree]) {
    var sizes: [Int] = []
    sizes.reserveCapacity(values.count)
    var spent = 0
    for (fixed, value) in zip(fixed, values) {
      let size = JSONText.length(of: value, countingTo: max(room, Self.minimum))
      spent += fixed + min(size, Self.minimum)
      if spent > room { break }
      sizes.append(size)
    }
    assert(sizes.count <= fixed.count)
    let left = room - fixed.prefix(sizes.count).reduce(0, +)
    let level = Self.level(for: sizes, in: left)
    shares = sizes.map { min($0, level) }
  }

  /// Returns the largest share that fits.
  private static func level(for sizes: [Int], in room: Int) -> Int {
    var low = minimum
    var high = max(minimum, room)
    while low < high {
      let middle = low + (high - low + 1) / 2
      var sum = 0
      for size in sizes {
        sum += min(size, middle)
        if sum > room { break }
      }
      if sum <= room { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
