import SluiceTree
import SluiceWire

/// Writes changes and their values in the compact form of a history.
extension CommitScanner {
  mutating func readChanges(_ text: Swift.Span<UInt8>) throws(Unfamiliar) {
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

  // MARK: - Values

  /// Reads a value, to its last byte.
  mutating func value(
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
  mutating func general(
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
