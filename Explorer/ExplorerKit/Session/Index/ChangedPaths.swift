import SluiceTree

/// Which parts of a state changes are in: the first keys of their paths, up to a list.
///
/// A question about a path passes over changes in other parts.
struct ChangedPaths: Hashable, Sendable {
  /// More parts are like all: a dictionary with an entry for each customer, say.
  static let maximumCount = 64
  private static let maximumKeys = 3

  /// The first steps as ``CompactWriter`` writes them; `nil` for all parts.
  private(set) var parts: Set<[UInt8]>? = []

  init() {}

  /// - Parameter parts: `nil` for all.
  init(parts: Set<[UInt8]>?) {
    self.parts = parts
  }

  /// Adds the paths of changes, whose number is at the reader's position.
  mutating func insert(_ reader: inout CompactReader) {
    for _ in 0..<reader.count() {
      let change = reader.skipChange()
      let end = reader.position
      reader.position = change.path
      insert(reader.firstKeys(atMost: Self.maximumKeys))
      reader.position = end
    }
  }

  private mutating func insert(_ part: [UInt8]?) {
    guard let part else {
      parts = nil
      return
    }
    if parts?.insert(part).inserted == true, let count = parts?.count, count > Self.maximumCount {
      parts = nil
    }
  }

  /// Whether a change of one of the parts may concern a value.
  func mayConcern(_ path: KnownPath) -> Bool {
    guard let parts, let front = path.firstKeys(atMost: Self.maximumKeys) else { return true }
    return parts.contains { $0.starts(with: front) || front.starts(with: $0) }
  }
}

extension CompactReader {
  /// Reads the first keys of a path, as they are written.
  ///
  /// - Returns: `nil` if one may be written in other ways.
  fileprivate mutating func firstKeys(atMost maximum: Int) -> [UInt8]? {
    let count = min(count(), maximum)
    let start = position
    for _ in 0..<count {
      let place = position
      let head = number()
      if head & 1 == 1 { return bytes(start..<place) }
      for _ in 0..<(head >> 1) where byte() >= 0x80 { return nil }
    }
    return bytes(start..<position)
  }
}
