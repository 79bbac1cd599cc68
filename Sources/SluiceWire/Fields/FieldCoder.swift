import SluiceTree

/// Reads or writes the fields of a record, in the order in which the record names them.
///
/// A record lists its fields once, in ``FieldedRecord/code(with:)``; what reads and what writes JSON
/// are coders.
protocol FieldCoder {
  /// What reading throws; `Never` for what can't fail.
  associatedtype Failure: Error

  /// Codes a field that is always there.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value
  ) throws(Failure)

  /// Codes a field that may be absent.
  ///
  /// - Parameter read: Reads the value at a key, if more is asked of it than of others of its type.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?,
    _ read: (RecordReader, String) throws(WireError) -> Value?
  ) throws(Failure)
}

extension FieldCoder {
  /// Codes a field that may be absent.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?
  ) throws(Failure) {
    try field(key, &value) { reader, key throws(WireError) in try Value.read(key, from: reader) }
  }

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

  /// Codes a field that is always written, and read as a certain value where others leave it out.
  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value,
    ifAbsent standard: Value
  ) throws(Failure) {
    var present: Value? = value
    try field(key, &present)
    value = present ?? standard
  }
}

/// The type of a field, with how it is read and written.
protocol FieldValue {
  /// Returns the value at a key of a JSON object; `nil` if it is absent.
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self?

  func write(to writer: inout RecordWriter)
}

/// The type of a list's elements, with how one is read and written.
protocol FieldElement {
  /// What a list of them is called in an error.
  static var listName: String { get }

  /// Returns the element; `nil` if the value is of another kind.
  static func read(
    _ tree: Tree,
    at place: @autoclosure () -> RecordPlace
  ) throws(WireError) -> Self?

  func write(to writer: inout RecordWriter)
}

/// A record, or a part of one, that lists its fields once.
protocol FieldedRecord: WireRecordContent, FieldValue, FieldElement {
  /// A record whose fields are about to be read.
  static var blank: Self { get }

  /// Codes all fields.
  mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure)
}

extension FieldedRecord {
  init(from reader: RecordReader) throws(WireError) {
    self = .blank
    var reader = reader
    try code(with: &reader)
  }

  func writeFields(to writer: inout RecordWriter) {
    var copy = self
    copy.code(with: &writer)
  }

  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    guard let object = try Tree.Object.read(key, from: reader) else { return nil }
    return try Self(from: RecordReader(place: .member(key, of: reader.place), object: object))
  }

  static var listName: String { "an array of objects" }

  static func read(
    _ tree: Tree,
    at place: @autoclosure () -> RecordPlace
  ) throws(WireError) -> Self? {
    guard case .object(let object) = tree else { return nil }
    return try Self(from: RecordReader(place: place(), object: object))
  }

  func write(to writer: inout RecordWriter) { writer.writeObject { writeFields(to: &$0) } }
}

extension RecordReader: FieldCoder {
  func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value
  ) throws(WireError) {
    value = try required(key.description)
  }

  func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?,
    _ read: (RecordReader, String) throws(WireError) -> Value?
  ) throws(WireError) {
    value = try read(self, key.description)
  }
}

extension RecordWriter: FieldCoder {
  mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value) {
    write(key, value)
  }

  mutating func field<Value: FieldValue>(
    _ key: StaticString,
    _ value: inout Value?,
    _ read: (RecordReader, String) throws(WireError) -> Value?
  ) {
    if let value { write(key, value) }
  }
}
