import SluiceTree

/// A record, and the program that sends or receives it.
///
/// Between a program and the hub, a connection has a single store, and no instance. Between hub and
/// viewer, and in a session file, the key `instance` distinguishes the stores.
package struct WireEnvelope: Hashable, Sendable {
  package var instance: String?
  package var record: WireRecord
  /// Whether the line had the key `instance`, if only with `null`.
  package private(set) var hasInstanceKey = false

  package init(instance: String? = nil, _ record: WireRecord) {
    self.instance = instance
    self.record = record
  }

  /// Reads a line of a file, on a thread with the stack for it.
  package init(lineOfFile line: ArraySlice<UInt8>) throws(WireError) {
    try self.init(line: line, maximumDepth: JSONText.maximumDepthOfFiles)
  }

  /// Reads a line, with or without its break.
  package init(
    line: ArraySlice<UInt8>,
    maximumDepth: Int = JSONText.maximumDepth
  ) throws(WireError) {
    let tree = try JSONText.tree(of: line, maximumDepth: maximumDepth)
    guard case .object(let object) = tree else { throw .notAnObject }
    let reader = RecordReader(place: .record("nameless"), object: object)
    record = try WireRecord(type: try reader.required("type"), object)
    instance = try String.read(
      "instance",
      from: RecordReader(place: .record(record.type), object: object)
    )
    hasInstanceKey = object["instance"] != nil
  }

  /// Returns whether both have the same instance and the same record.
  package static func == (left: Self, right: Self) -> Bool {
    left.instance == right.instance && left.record == right.record
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(instance)
    hasher.combine(record)
  }

  /// The record as a line, with its break.
  package func line() -> [UInt8] { record.line(instance: instance) }

  /// Appends a line with an instance, without reading it again.
  ///
  /// - Parameters:
  ///   - line: A line that was decoded as an envelope without the key.
  ///   - instance: The program that it came from.
  package static func relay(
    _ line: ArraySlice<UInt8>,
    from instance: String,
    to buffer: inout [UInt8]
  ) {
    guard let brace = line.firstIndex(of: UInt8(ascii: "{")) else { return }
    // Moved out, so that the buffer has one owner and grows in place.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    var writer = JSONWriter(to: ByteBuffer(bytes: consume bytes))
    writer.write(ascii: "{\"instance\":")
    writer.write(instance)
    writer.write(ascii: ",")
    writer.sink.bytes.append(contentsOf: line[(brace + 1)...])
    if line.last != UInt8(ascii: "\n") { writer.sink.append(UInt8(ascii: "\n")) }
    buffer = writer.sink.bytes
  }
}
