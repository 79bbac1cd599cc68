import SluiceTree

/// Shares room among values so that the small ones stay whole and the large ones get the same.
struct RoomSharing {
  /// Bytes for each value that is kept; values at the end that find no room have none.
  let rooms: [Int]

  /// What a value is promised at least, if it is kept: enough for a cut.
  static let least = 128

  /// - Parameters:
  ///   - room: Bytes for all values and what comes with them.
  ///   - fixed: Bytes that come with each value, such as its key.
  ///   - values: What is to be shortened.
  init(room: Int, fixed: [Int], values: [Tree]) {
    var sizes: [Int] = []
    sizes.reserveCapacity(values.count)
    var spent = 0
    for (fixed, value) in zip(fixed, values) {
      let size = JSONText.length(of: value, countingTo: max(room, Self.least))
      spent += fixed + min(size, Self.least)
      if spent > room { break }
      sizes.append(size)
    }
    let left = room - fixed.prefix(sizes.count).reduce(0, +)
    let level = Self.level(for: sizes, in: left)
    rooms = sizes.map { min($0, level) }
  }

  /// The highest level to which all may rise that want to.
  private static func level(for sizes: [Int], in room: Int) -> Int {
    var low = least
    var high = max(least, room)
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
