/// Values by number, in blocks of numbers that follow one another, of which a change copies one.
///
/// While a copy of a `Dictionary` is retained, the next change copies all of it. Commits and runs are
/// numbered as they come, so that what changes together stands in the same blocks.
struct NumberTable<Value: Sendable>: Sendable {
  /// The binary logarithm of the numbers in a block.
  private static var bits: Int { 9 }

  private var blocks: [Int: [Int: Value]] = [:]
  /// The number of values.
  private(set) var count = 0

  init() {}

  subscript(number: Int) -> Value? {
    get { blocks[number >> Self.bits]?[number] }
    set {
      let block = number >> Self.bits
      if let newValue {
        let old = blocks[block, default: [:]].updateValue(newValue, forKey: number)
        if old == nil { count += 1 }
      } else if blocks[block]?.removeValue(forKey: number) != nil {
        count -= 1
        if blocks[block]?.isEmpty == true { blocks[block] = nil }
      }
    }
  }
}

extension NumberTable<Void> {
  func contains(_ number: Int) -> Bool { self[number] != nil }

  mutating func insert(_ number: Int) { self[number] = () }

  mutating func remove(_ number: Int) { self[number] = nil }
}
