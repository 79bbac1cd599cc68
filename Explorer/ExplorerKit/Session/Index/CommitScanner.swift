import SluiceTree
import SluiceWire

/// Reads lines of commits without making trees of what is in them.
///
/// Knows the form in which ``WireRecord`` writes a commit whose changes are complete, and no other. What
/// it doesn't know it leaves to ``WireEnvelope``, which reads or refuses the line; what it reads,
/// `WireEnvelope` would read as the same.
struct CommitScanner {
  /// What a history holds of a commit beside its changes.
  struct Commit: Hashable, Sendable {
    var instance: String?
    var number = 0
    var time: Int64 = 0
    /// The number of the commit that led to it.
    var cause: Int?
    var count = 1
  }

  /// A line of another form.
  struct Unfamiliar: Error {}

  /// Arrays and objects within each other; deeper ones are left to others.
  static let maximumDepth = 64
  /// Members of an object; more are left to a reader that finds repeated ones with a table.
  static let maximumMembers = 64

  /// The changes of the last commit, as ``CompactWriter`` writes them.
  var changes = CompactWriter()
  var index = 0
  /// The keys of the objects around the current place.
  var keys: [Range<Int>] = []

  /// Returns the commit of a line; `nil` if it is none, or has another form.
  mutating func commit(in line: ArraySlice<UInt8>) -> Commit? {
    changes.removeAll()
    keys.removeAll(keepingCapacity: true)
    index = 0
    do throws(Unfamiliar) {
      return try commit(line.span)
    } catch {
      return nil
    }
  }

  private mutating func commit(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Commit {
    var commit = Commit()
    try expect("{", text)
    if take("\"instance\":", text) {
      commit.instance = try plainString(text)
      try expect(",", text)
    }
    try expect("\"type\":\"commit\",", text)
    if commit.instance == nil, take("\"instance\":", text) {
      commit.instance = try plainString(text)
      try expect(",", text)
    }
    try expect("\"number\":", text)
    commit.number = try number(text)
    try expect(",\"time\":", text)
    commit.time = Int64(try number(text, atMost: .max))
    if take(",\"count\":", text) { commit.count = max(try number(text), 1) }
    if take(",\"reply\":", text) { _ = try number(text) }
    if take(",\"note\":", text) { try skipString(text) }
    try skipAction(text)
    if take(",\"origin\":{\"file\":", text) { try skipOrigin(text) }
    if take(",\"cause\":{\"commit\":", text) { commit.cause = try cause(text) }
    if take(",\"reducing\":", text) { _ = try number(text, atMost: .max) }
    if take(",\"reducers\":", text) { try value(text, isWritten: false, depth: 2) }
    if take(",\"changes\":[", text) {
      try readChanges(text)
    } else {
      changes.write(count: 0)
    }
    try expect("}", text)
    guard index == text.count else { throw Unfamiliar() }
    return commit
  }

  private mutating func skipAction(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try expect(",\"action\":{\"type\":", text)
    try skipString(text)
    if take(",\"id\":", text) { try skipString(text) }
    if take(",\"elements\":", text) { try value(text, isWritten: false, depth: 2) }
    if take(",\"payload\":", text) { try value(text, isWritten: false, depth: 2) }
    try expect("}", text)
  }

  private mutating func skipOrigin(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try skipString(text)
    try expect(",\"line\":", text)
    _ = try number(text)
    try expect(",\"function\":", text)
    try skipString(text)
    if take(",\"info\":", text) { try skipString(text) }
    try expect("}", text)
  }

  private mutating func cause(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Int {
    let commit = try number(text)
    if take(",\"effect\":", text) { try skipString(text) }
    if take(",\"element\":", text) { try skipString(text) }
    if take(",\"run\":", text) { _ = try number(text) }
    try expect("}", text)
    return commit
  }
}
