import SluiceTree
import SluiceWire

/// Reads what ``CompactWriter`` wrote.
///
/// The bytes are this process's own, so that nothing in them can be wrong.
struct CompactReader {
  private let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func byte() -> UInt8 {
    assert(position >= 0 && position < bytes.count)
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      assert(shift < 64)
      let byte = byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  mutating func count() -> Int {
    Int(number())
  }

  mutating func signed() -> Int64 {
    let number = number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func text() -> String {
    text(of: count())
  }

  /// Reads a text of a number of bytes.
  mutating func text(of length: Int) -> String {
    assert(length >= 0 && position + length <= bytes.count)
    defer { position += length }
    return String(decoding: bytes[position..<(position + length)], as: UTF8.self)
  }

  private mutating func data() -> [UInt8] {
    let length = count()
    assert(position + length <= bytes.count)
    defer { position += length }
    return Array(bytes[position..<(position + length)])
  }

  private mutating func bits() -> UInt64 {
    var bits: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { bits |= UInt64(byte()) << UInt64(shift) }
    return bits
  }

  /// Returns bytes as they are.
  func bytes(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

  /// Returns whether the next bytes are a part of others.
  func matches(_ units: [UInt8], from start: Int, _ length: Int) -> Bool {
    guard position + length <= bytes.count else { return false }
    for index in 0..<length where bytes[position + index] != units[start + index] { return false }
    return true
  }
}

// MARK: - Trees

extension CompactReader {
  mutating func tree() -> Tree {
    let tag = CompactTag(rawValue: byte())
    assert(tag != nil, "The writer writes tags.")
    return switch tag ?? .null {
    case .null: .null
    case .no: false
    case .yes: true
    case .integer: .integer(signed())
    case .wide: Tree(magnitude())
    case .negativeWide: Tree(0 &- Int128(truncatingIfNeeded: magnitude()))
    case .double: .double(Double(bitPattern: bits()))
    case .string: .string(text())
    case .array: array()
    case .object: .object(object())
    case .data: .data(data())
    case .date:
      .date(
        .init(
          secondsSince1970: Double(bitPattern: bits()),
          remainder: Double(bitPattern: bits())
        )
      )
    case .enumCase: .enumCase(name: text(), payload: object())
    case .opaque: .opaque(typeName: text())
    case .redacted: .redacted
    case .cutDepth: .cut(.depth(typeName: text()))
    case .cutElements: .cut(.elements(Int(signed())))
    case .cutMembers: .cut(.members(Int(signed())))
    case .cutCharacters: .cut(.characters(kept: text(), omitted: Int(signed())))
    case .cutBytes: .cut(.bytes(kept: data(), omitted: Int(signed())))
    }
  }

  private mutating func magnitude() -> UInt128 {
    let low = bits()
    return UInt128(low) | UInt128(bits()) << 64
  }

  private mutating func array() -> Tree {
    let count = count()
    var elements: [Tree] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(tree()) }
    return .array(elements)
  }

  private mutating func object() -> Tree.Object {
    let count = count()
    var members: [Tree.Object.Member] = []
    members.reserveCapacity(count)
    for _ in 0..<count {
      let key = text()
      members.append(Tree.Object.Member(key: key, value: tree()))
    }
    return Tree.Object(unchecked: members)
  }
}

// MARK: - Changes

extension CompactReader {
  /// A change whose path and values have not been read.
  struct Change {
    let kind: TreeChange.Kind
    /// The position of the path.
    let path: Int
  }

  /// Reads where a change is, and skips it.
  mutating func skipChange() -> Change {
    let kind = TreeChange.Kind(code: byte())
    let length = length()
    let start = position
    position += length
    assert(position <= bytes.count)
    return Change(kind: kind, path: start)
  }

  /// Reads a change as a whole.
  mutating func change() -> TreeChange {
    let kind = TreeChange.Kind(code: byte())
    position += 4
    let path = path()
    return values(of: kind, path)
  }

  /// Reads what follows on a change's path.
  mutating func values(of kind: TreeChange.Kind, _ path: TreePath) -> TreeChange {
    switch kind {
    case .add:
      let position = count()
      return .add(path, tree(), position: position == 0 ? nil : position - 1)
    case .remove: return .remove(path, old: old())
    case .set:
      let old = old()
      return .set(path, old: old, new: tree())
    case .move: return .move(path, to: count())
    }
  }

  /// Reads a change that was skipped.
  mutating func change(_ change: Change) -> TreeChange {
    position = change.path
    let path = path()
    return values(of: change.kind, path)
  }

  private mutating func old() -> Tree? {
    length() == 0 ? nil : tree()
  }

  /// Reads a change without the value that it replaces.
  mutating func changeWithoutOld() -> TreeChange {
    let kind = TreeChange.Kind(code: byte())
    let length = length()
    let end = position + length
    let path = path()
    switch kind {
    case .remove:
      position = end
      return .remove(path, old: nil)
    case .set:
      let length = self.length()
      position += length
      return .set(path, old: nil, new: tree())
    case .add, .move:
      return values(of: kind, path)
    }
  }

  /// Reads a number of four bytes.
  private mutating func length() -> Int {
    var length = 0
    for shift in stride(from: 0, to: 32, by: 8) { length |= Int(byte()) << shift }
    return length
  }

  mutating func path() -> TreePath {
    let count = count()
    var steps: [TreePath.Step] = []
    steps.reserveCapacity(count)
    for _ in 0..<count { steps.append(step()) }
    return TreePath(steps)
  }

  mutating func step() -> TreePath.Step {
    let head = number()
    return head & 1 == 1 ? .index(Int(head >> 1)) : .key(text(of: Int(head >> 1)))
  }

  mutating func skipPath() {
    for _ in 0..<count() {
      let head = number()
      if head & 1 == 0 { position += Int(head >> 1) }
    }
  }
}
