import SluiceCore

/// The newest actions that runs may still ask for, in order.
struct ActionLog {
  /// The number of actions that are kept.
  static let limit = 1_000

  /// An action, and the number of its commit.
  struct Entry: Sendable {
    let number: Int
    let action: any Action
  }

  /// Up to the limit, then a ring.
  private var entries: ContiguousArray<Entry> = []
  /// The index of the oldest entry.
  private var first = 0
  /// The number of the last commit that was dropped to make room.
  private(set) var lastLost = 0
  /// The number of the last commit.
  private(set) var last = 0

  var isEmpty: Bool { entries.isEmpty }

  /// - Returns: The action that was dropped to make room, to be released without the lock.
  mutating func append(_ entry: Entry) -> (any Action)? {
    assert(entry.number > last)
    last = entry.number
    if entries.count < Self.limit {
      entries.append(entry)
      return nil
    }
    let lost = exchange(&entries[first], with: entry)
    first = first + 1 == Self.limit ? 0 : first + 1
    assert(lost.number > lastLost)
    lastLost = lost.number
    return lost.action
  }

  /// Returns the actions after a commit that satisfy a predicate.
  func entries(after number: Int, where isMeant: (Entry) -> Bool) -> [Entry] {
    if number >= last { return [] }
    // From the newest: usually few are new.
    var found: [Entry] = []
    for offset in (0..<entries.count).reversed() {
      let index = first + offset
      let entry = entries[index < entries.count ? index : index - entries.count]
      if entry.number <= number { break }
      if isMeant(entry) { found.append(entry) }
    }
    return found.reversed()
  }
}
