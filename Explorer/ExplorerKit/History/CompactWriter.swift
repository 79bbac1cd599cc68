import SluiceTree
import SluiceWire

/// Writes trees, changes and commits as bytes that ``CompactReader`` reads in the same process.
///
/// A change takes about half of the bytes that it has on the wire, and none of them is an allocation
/// of its own.
struct CompactWriter: Sendable {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes a number of any width, seven bits a byte, the lowest first.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a count, an index or a length.
  mutating func write(count: Int) {
    assert(count >= 0)
    write(UInt64(count))
  }

  /// Writes a number with its sign in the lowest bit, so that small ones are short.
  mutating func write(signed number: Int64) {
    write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func write(_ text: String) {
    let units = text.utf8
    write(count: units.count)
    bytes.append(contentsOf: units)
  }

  private mutating func write(bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }

  /// Writes a text of UTF-8, which is known to be valid.
  mutating func write(text: Swift.Span<UInt8>) {
    write(count: text.count)
    append(text)
  }

  mutating func append(_ text: Swift.Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func append(_ other: CompactWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Removes what was written, and keeps its room.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func write(data: [UInt8]) {
    write(count: data.count)
    bytes.append(contentsOf: data)
  }

  /// Releases the capacity that is not used.
  mutating func trim() {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    copy.append(contentsOf: bytes)
    bytes = copy
  }
}

// MARK: - Trees

/// The first byte of a tree.
enum CompactTag: UInt8 {
  case null, no, yes, integer, wide, negativeWide, double, string, array, object, data, date
  case enumCase, opaque, redacted
  case cutDepth, cutElements, cutMembers, cutCharacters, cutBytes
}

extension CompactWriter {
  mutating func write(_ tree: Tree) {
    switch tree {
    case .null: write(CompactTag.null)
    case .bool(let value): write(value ? .yes : .no)
    case .integer(let value):
      write(.integer)
      write(signed: value)
    case .wideInteger(let value):
      write(value.isNegative ? .negativeWide : .wide)
      write(bits: UInt64(truncatingIfNeeded: value.magnitude))
      write(bits: UInt64(truncatingIfNeeded: value.magnitude >> 64))
    case .double(let value):
      write(.double)
      write(bits: value.bitPattern)
    case .string(let value):
      write(.string)
      write(value)
    case .array(let elements):
      write(.array)
      write(count: elements.count)
      for element in elements { write(element) }
    case .object(let object):
      write(.object)
      write(object)
    case .data(let data):
      write(.data)
      write(data: data)
    case .date(let instant):
      write(.date)
      write(bits: instant.secondsSince1970.bitPattern)
      write(bits: instant.remainder.bitPattern)
    case .enumCase(let name, let payload):
      write(.enumCase)
      write(name)
      write(payload)
    case .opaque(let typeName):
      write(.opaque)
      write(typeName)
    case .redacted: write(CompactTag.redacted)
    case .cut(let cut): write(cut)
    }
  }

  mutating func write(_ tag: CompactTag) {
    write(byte: tag.rawValue)
  }

  private mutating func write(_ object: Tree.Object) {
    write(count: object.count)
    for member in object.members {
      write(member.key)
      write(member.value)
    }
  }

  private mutating func write(_ cut: Tree.Cut) {
    switch cut {
    case .depth(let typeName):
      write(.cutDepth)
      write(typeName)
    case .elements(let count):
      write(.cutElements)
      write(signed: Int64(count))
    case .members(let count):
      write(.cutMembers)
      write(signed: Int64(count))
    case .characters(let kept, let omitted):
      write(.cutCharacters)
      write(kept)
      write(signed: Int64(omitted))
    case .bytes(let kept, let omitted):
      write(.cutBytes)
      write(data: kept)
      write(signed: Int64(omitted))
    }
  }
}

// MARK: - Changes

extension TreeChange.Kind {
  /// The first byte of a change.
  var code: UInt8 {
    switch self {
    case .add: 0
    case .remove: 1
    case .set: 2
    case .move: 3
    }
  }

  init(code: UInt8) {
    self = code == 0 ? .add : code == 1 ? .remove : code == 2 ? .set : .move
  }
}

extension CompactWriter {
  /// Writes changes so that each can be skipped: kind, length of the rest, path, values.
  mutating func write(_ changes: [TreeChange]) {
    write(count: changes.count)
    for change in changes { write(change) }
  }

  private mutating func write(_ change: TreeChange) {
    bytes.append(change.kind.code)
    let start = reserveLength()
    write(change.path)
    switch change {
    case .add(_, let new, let position):
      write(count: position.map { $0 + 1 } ?? 0)
      write(new)
    case .remove(_, let old):
      write(old: old)
    case .set(_, let old, let new):
      write(old: old)
      write(new)
    case .move(_, let target):
      write(count: target)
    }
    writeLength(at: start)
  }

  /// Writes a value behind its length, which is 0 if there is none.
  private mutating func write(old: Tree?) {
    let start = reserveLength()
    guard let old else { return }
    write(old)
    writeLength(at: start)
  }

  /// Leaves room for a length of four bytes, and returns its place.
  mutating func reserveLength() -> Int {
    for _ in 0..<4 { bytes.append(0) }
    return bytes.count - 4
  }

  /// Writes how much follows on the room for a length.
  mutating func writeLength(at start: Int) {
    // A record is shorter than four gigabytes, and so is a change.
    assert(start >= 0 && bytes.count - start - 4 <= Int(UInt32.max))
    let length = UInt32(truncatingIfNeeded: bytes.count - start - 4)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
    }
  }

  /// Writes the number of steps, then each: an index, or a key's length and text, with the lowest bit
  /// to distinguish them.
  private mutating func write(_ path: TreePath) {
    write(count: path.steps.count)
    for step in path.steps { write(step) }
  }

  mutating func write(_ step: TreePath.Step) {
    switch step {
    case .index(let index):
      write(UInt64(index) << 1 | 1)
    case .key(let key):
      let units = key.utf8
      write(UInt64(units.count) << 1)
      bytes.append(contentsOf: units)
    }
  }
}
