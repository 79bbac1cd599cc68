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
  private struct Unfamiliar: Error {}

  /// Arrays and objects within each other; deeper ones are left to others.
  private static let maximumDepth = 64
  /// Members of an object; more are left to a reader that finds repeated ones with a table.
  private static let maximumMembers = 64

  /// The changes of the last commit, as ``CompactWriter`` writes them.
  private(set) var changes = CompactWriter()
  private var index = 0
  /// The keys of the objects around the current place.
  private var keys: [Range<Int>] = []

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
    if take(",\"run\":", text) { _ = try number(text) }
    try expect("}", text)
    return commit
  }
}

// MARK: - Changes

extension CommitScanner {
  private mutating func readChanges(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    let place = changes.reserveCount()
    var count = 0
    repeat {
      try readChange(text)
      count += 1
    } while take(",", text)
    try expect("]", text)
    changes.write(count: count, at: place)
  }

  private mutating func readChange(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try expect("{\"kind\":\"", text)
    let kind: TreeChange.Kind
    if take("set\"", text) {
      kind = .set
    } else if take("add\"", text) {
      kind = .add
    } else if take("remove\"", text) {
      kind = .remove
    } else {
      try expect("move\"", text)
      kind = .move
    }
    changes.write(byte: kind.code)
    let start = changes.reserveLength()
    try readPath(text)
    switch kind {
    case .add:
      changes.write(count: take(",\"position\":", text) ? try number(text) + 1 : 0)
      try readNew(text)
    case .remove:
      try readOld(text)
    case .set:
      try readOld(text)
      try readNew(text)
    case .move:
      try expect(",\"to\":", text)
      changes.write(count: try number(text))
    }
    changes.writeLength(at: start)
    try expect("}", text)
  }

  private mutating func readPath(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try expect(",\"path\":[", text)
    let place = changes.reserveCount()
    if take("]", text) { return }
    var count = 0
    repeat {
      guard index < text.count else { throw Unfamiliar() }
      if text[index] == UInt8(ascii: "\"") {
        let key = try plainRange(text)
        changes.write(UInt64(key.count) << 1)
        changes.append(text.extracting(key))
      } else {
        changes.write(UInt64(try number(text)) << 1 | 1)
      }
      count += 1
    } while take(",", text)
    try expect("]", text)
    // The length of a change has been left room for in front of it.
    changes.write(count: count, at: place)
  }

  private mutating func readOld(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try expect(",\"old\":", text)
    let start = changes.reserveLength()
    try value(text, isWritten: true, depth: 3)
    changes.writeLength(at: start)
  }

  private mutating func readNew(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    try expect(",\"new\":", text)
    try value(text, isWritten: true, depth: 3)
  }
}

// MARK: - Values

extension CommitScanner {
  /// Reads a value, to its last byte.
  private mutating func value(
    _ text: Swift.Span<UInt8>,
    isWritten: Bool,
    depth: Int
  ) throws(Unfamiliar) {
    guard index < text.count, depth < Self.maximumDepth else { throw Unfamiliar() }
    switch text[index] {
    case UInt8(ascii: "\""):
      let start = index
      if let range = try string(text) {
        guard isWritten else { return }
        changes.write(.string)
        changes.write(text: text.extracting(range))
      } else {
        try general(text, start..<index, isWritten: isWritten)
      }
    case UInt8(ascii: "{"): try object(text, isWritten: isWritten, depth: depth)
    case UInt8(ascii: "["): try array(text, isWritten: isWritten, depth: depth)
    case UInt8(ascii: "t"):
      try expect("true", text)
      if isWritten { changes.write(.yes) }
    case UInt8(ascii: "f"):
      try expect("false", text)
      if isWritten { changes.write(.no) }
    case UInt8(ascii: "n"):
      try expect("null", text)
      if isWritten { changes.write(CompactTag.null) }
    default: try numeral(text, isWritten: isWritten)
    }
  }

  private mutating func array(
    _ text: Swift.Span<UInt8>,
    isWritten: Bool,
    depth: Int
  ) throws(Unfamiliar) {
    index += 1
    if isWritten { changes.write(.array) }
    let place = isWritten ? changes.reserveCount() : 0
    if take("]", text) { return }
    var count = 0
    repeat {
      try value(text, isWritten: isWritten, depth: depth + 1)
      count += 1
    } while take(",", text)
    try expect("]", text)
    if isWritten { changes.write(count: count, at: place) }
  }

  private mutating func object(
    _ text: Swift.Span<UInt8>,
    isWritten: Bool,
    depth: Int
  ) throws(Unfamiliar) {
    let start = index
    index += 1
    if index + 1 < text.count, text[index + 1] == UInt8(ascii: "$") {
      // A kind that JSON has not.
      index = start
      try skipNested(text)
      return try general(text, start..<index, isWritten: isWritten)
    }
    if isWritten { changes.write(.object) }
    let place = isWritten ? changes.reserveCount() : 0
    if take("}", text) { return }
    let first = keys.count
    repeat {
      let key = try plainRange(text)
      guard text[key.lowerBound] != UInt8(ascii: "$"), isNew(key, from: first, text),
        keys.count - first < Self.maximumMembers
      else { throw Unfamiliar() }
      keys.append(key)
      try expect(":", text)
      if isWritten { changes.write(text: text.extracting(key)) }
      try value(text, isWritten: isWritten, depth: depth + 1)
    } while take(",", text)
    try expect("}", text)
    if isWritten { changes.write(count: keys.count - first, at: place) }
    keys.removeSubrange(first...)
  }

  /// Returns whether no key of the current object is the same.
  private func isNew(_ key: Range<Int>, from first: Int, _ text: Swift.Span<UInt8>) -> Bool {
    for other in keys[first...] where other.count == key.count {
      var offset = 0
      while offset < key.count,
        text[key.lowerBound + offset] == text[other.lowerBound + offset]
      {
        offset += 1
      }
      if offset == key.count { return false }
    }
    return true
  }

  private mutating func numeral(_ text: Swift.Span<UInt8>, isWritten: Bool) throws(Unfamiliar) {
    let start = index
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = index
    var number: Int64 = 0
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit < 10,
      index - digits < 18
    {
      number = number * 10 + Int64(digit)
      index += 1
    }
    guard index > digits, index < text.count else { throw Unfamiliar() }
    switch text[index] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard index == digits + 1 || text[digits] != UInt8(ascii: "0") else { throw Unfamiliar() }
      guard isWritten else { return }
      changes.write(.integer)
      changes.write(signed: isNegative ? -number : number)
    default:
      while index < text.count, Self.isNumeric(text[index]) { index += 1 }
      try general(text, start..<index, isWritten: isWritten)
    }
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Reads a value as any reader does.
  private mutating func general(
    _ text: Swift.Span<UInt8>,
    _ range: Range<Int>,
    isWritten: Bool
  ) throws(Unfamiliar) {
    do throws(WireError) {
      let tree = try JSONText.tree(of: text.extracting(range))
      if isWritten { changes.write(tree) }
    } catch {
      throw Unfamiliar()
    }
  }

  /// Skips an object, to be read by another reader.
  private mutating func skipNested(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        _ = try string(text)
        continue
      default: break
      }
      index += 1
      if depth == 0 { return }
    }
    throw Unfamiliar()
  }
}

// MARK: - Words

extension CommitScanner {
  /// Reads a string with its quotation marks.
  ///
  /// - Returns: Its bytes; `nil` if they have to be decoded or validated.
  private mutating func string(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Range<Int>? {
    guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw Unfamiliar() }
    index += 1
    let start = index
    var isPlain = true
    var bits: UInt8 = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        return isPlain && bits < 0x80 ? start..<(index - 1) : nil
      }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        index += 1
      } else if byte < 0x20 {
        throw Unfamiliar()
      }
      bits |= byte
    }
    throw Unfamiliar()
  }

  /// Reads a string that is as it is written.
  private mutating func plainRange(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> Range<Int> {
    guard let range = try string(text) else { throw Unfamiliar() }
    return range
  }

  private mutating func plainString(_ text: Swift.Span<UInt8>) throws(Unfamiliar) -> String {
    let range = try plainRange(text)
    return unsafe text.extracting(range).withUnsafeBufferPointer { bytes in
      unsafe String(decoding: bytes, as: UTF8.self)
    }
  }

  private mutating func skipString(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    let start = index
    if try string(text) == nil { try general(text, start..<index, isWritten: false) }
  }

  /// Reads a whole number that isn't negative.
  private mutating func number(
    _ text: Swift.Span<UInt8>,
    atMost maximum: Int = WireNumber.maximum
  ) throws(Unfamiliar) -> Int {
    let start = index
    var number = 0
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit < 10 {
      guard index - start < 18 else { throw Unfamiliar() }
      number = number * 10 + Int(digit)
      index += 1
    }
    guard index > start, index == start + 1 || text[start] != UInt8(ascii: "0"), number <= maximum
    else { throw Unfamiliar() }
    return number
  }

  private mutating func take(_ word: StaticString, _ text: Swift.Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard text.count - index >= count else { return false }
    let isThere = word.withUTF8Buffer { word in
      for offset in 0..<count where unsafe word[offset] != text[index + offset] { return false }
      return true
    }
    if isThere { index += count }
    return isThere
  }

  private mutating func expect(_ word: StaticString, _ text: Swift.Span<UInt8>) throws(Unfamiliar) {
    guard take(word, text) else { throw Unfamiliar() }
  }
}
