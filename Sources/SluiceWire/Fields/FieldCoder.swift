/// Reads or writes the fields of a record, in the order in which the record names them.
///
/// A record lists its fields once, in ``FieldedRecord/code(with:)``; what reads and what writes JSON
/// are coders.
package protocol FieldCoder {
  /// What reading throws; `Never` for what can't fail.
  associatedtype Failure: Error

  /// Codes a field that is always there.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value
  ) throws(Failure)

  /// Codes a field that may be absent.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?
  ) throws(Failure)
}

extension FieldCoder {
  /// Codes a field that is absent if it has a certain value.
  mutating func field<Value: FieldValue & Equatable>(
    _ key: StaticString,
    _ value: inout Value,
    absentIf absent: Value
  ) throws(Failure) {
    var present = value == absent ? nil : value
    try field(key, &present)
    value = present ?? absent
  }
}

/// The type of a field, with how it is read and written.
package protocol FieldValue {
  /// Returns the value at a key of a JSON object; `nil` if it is absent.
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self?

  func write(_ key: StaticString, to writer: inout RecordWriter)
}

/// A record, or a part of one, that lists its fields once.
package protocol FieldedRecord: FieldValue {
  /// A record whose fields are about to be read.
  static var blank: Self { get }

  /// Codes all fields.
  mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure)
}

extension FieldedRecord {
  init(from reader: RecordReader) throws(WireError) {
    self = .blank
    var coder = RecordFieldReader(reader: reader)
    try code(with: &coder)
  }

  /// Writes all fields to the object that is open.
  func writeFields(to writer: inout RecordWriter) {
    var copy = self
    copy.code(with: &writer)
  }

  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    guard let inner = try reader.optionalNested(key) else { return nil }
    return try Self(from: inner)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.writeObject(key) { writeFields(to: &$0) }
  }
}

/// Reads fields from JSON.
struct RecordFieldReader: FieldCoder {
  let reader: RecordReader

  func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value
  ) throws(WireError) {
    guard let present = try Value.read(key.description, from: reader) else {
      throw .missingKey(key.description, record: reader.name)
    }
    value = present
  }

  func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?
  ) throws(WireError) {
    value = try Value.read(key.description, from: reader)
  }
}

extension RecordWriter: FieldCoder {
  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value) {
    value.write(key, to: &self)
  }

  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value?) {
    value?.write(key, to: &self)
  }
}
