import SluiceWire

/// Reads what ``CompactWriter`` wrote to a file, which may hold anything by now.
struct BlockReader {
  struct Damage: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }
  private var rest: Int { bytes.count - position }

  mutating func byte() throws(Damage) -> UInt8 {
    guard rest > 0 else { throw Damage() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() throws(Damage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw Damage()
  }

  mutating func fixed() throws(Damage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { number |= UInt64(try byte()) << UInt64(shift) }
    return number
  }

  /// Reads a number that a record may have.
  mutating func count() throws(Damage) -> Int {
    let number = try number()
    guard number <= UInt64(WireNumber.maximum) else { throw Damage() }
    return Int(number)
  }

  mutating func signed() throws(Damage) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads a number of things, each of which takes at least a byte.
  mutating func length() throws(Damage) -> Int {
    let count = try count()
    guard count <= rest else { throw Damage() }
    return count
  }

  mutating func bool() throws(Damage) -> Bool { try byte() != 0 }

  mutating func data() throws(Damage) -> [UInt8] {
    let length = try length()
    defer { position += length }
    return Array(bytes[position..<(position + length)])
  }

  mutating func text() throws(Damage) -> String {
    String(decoding: try data(), as: UTF8.self)
  }

  /// Reads something behind whether it is there.
  mutating func optional<Value>(
    _ read: (inout BlockReader) throws(Damage) -> Value
  ) throws(Damage) -> Value? {
    try bool() ? try read(&self) : nil
  }

  mutating func array<Value>(
    _ read: (inout BlockReader) throws(Damage) -> Value
  ) throws(Damage) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try length()) { values.append(try read(&self)) }
    return values
  }
}

extension CompactWriter {
  mutating func write(_ value: Bool) { write(byte: value ? 1 : 0) }

  mutating func write<Value>(
    optional value: Value?,
    _ write: (inout CompactWriter, Value) -> Void
  ) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }

  mutating func write<Value>(
    array values: [Value],
    _ write: (inout CompactWriter, Value) -> Void
  ) {
    self.write(count: values.count)
    for value in values { write(&self, value) }
  }
}
