/// Numbers, in blocks of those that follow one another, of which a change copies one.
///
/// While a copy of a `Set` is retained, the next change copies all of it. Commits and runs are numbered as
/// they come, so that what changes together stands in the same blocks.
struct NumberSet: Sendable {
  /// The binary logarithm of the numbers in a block.
  private static let bits = 9

  private var blocks: [Int: Set<Int>] = [:]
  private(set) var count = 0

  init() {}

  func contains(_ number: Int) -> Bool { blocks[number >> Self.bits]?.contains(number) ?? false }

  /// Returns the smallest numbers, in order.
  func first(_ maximum: Int) -> [Int] {
    var first: [Int] = []
    for block in blocks.keys.sorted() where first.count < maximum {
      first += (blocks[block] ?? []).sorted().prefix(maximum - first.count)
    }
    return first
  }

  mutating func insert(_ number: Int) {
    if blocks[number >> Self.bits, default: []].insert(number).inserted { count += 1 }
  }

  mutating func remove(_ number: Int) {
    let block = number >> Self.bits
    guard blocks[block]?.remove(number) != nil else { return }
    count -= 1
    assert(count >= 0)
    if blocks[block]?.isEmpty == true { blocks[block] = nil }
  }
}
