import SluiceWire

/// What selectors and observers ran for each commit of a store, as far as that is known.
///
/// Bounded: those of the oldest commits go.
struct ReadTable: Sendable {
  /// The bytes of a record and of an entry beside their texts, about.
  private static let recordBytes = 120
  private static let entryBytes = MemoryLayout<WireRecord.Read>.stride

  private var records: [Int: [WireRecord.Reads]] = [:]
  /// The numbers of the commits, in the order in which they came, from ``first`` on.
  private var order: [Int] = []
  private var first = 0
  private let maximumBytes: Int
  /// The approximate memory size.
  private(set) var byteCount = 0

  /// - Parameter bytes: The maximum number of bytes, about.
  init(bytes: Int) { maximumBytes = bytes }

  var isEmpty: Bool { records.isEmpty }

  /// Whether it has a record.
  func contains(_ record: WireRecord.Reads) -> Bool {
    records[record.number]?.contains(record) ?? false
  }

  /// Takes in a record, unless it has it.
  mutating func take(_ record: WireRecord.Reads) {
    let known = records[record.number]
    if known?.contains(record) == true { return }
    if known == nil { order.append(record.number) }
    records[record.number, default: []].append(record)
    byteCount += Self.bytes(of: record)
    while byteCount > maximumBytes, first < order.count - 1 { removeOldest() }
  }

  /// Returns what is known of a commit, or of those that it stands for, in their order.
  func records(of commit: WireRecord.Commit) -> [WireRecord.Reads] {
    if records.isEmpty { return [] }
    let numbers = commit.numbers
    if numbers.count > records.count {
      return records.filter { numbers.contains($0.key) }.sorted { $0.key < $1.key }
        .flatMap(\.value)
    }
    return numbers.flatMap { records[$0] ?? [] }
  }

  private mutating func removeOldest() {
    for record in records.removeValue(forKey: order[first]) ?? [] {
      byteCount -= Self.bytes(of: record)
    }
    first += 1
    if first > 1_000, first > order.count / 2 {
      order.removeFirst(first)
      first = 0
    }
  }

  static func bytes(of record: WireRecord.Reads) -> Int {
    record.reads.reduce(recordBytes) { bytes, read in
      let texts = read.kind.utf8.count + read.name.utf8.count + (read.position?.utf8.count ?? 0)
      return bytes + entryBytes + texts
    }
  }
}

extension WireRecord.Commit {
  /// The numbers of the commits that it stands for.
  var numbers: ClosedRange<Int> {
    let first = number - max(count, 1) + 1
    return min(first, number)...number
  }
}
