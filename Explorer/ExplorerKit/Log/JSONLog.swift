import ExplorerTerminal
import SluiceTree
import SluiceWire

/// Prints one JSON object for each event, for `jq` and its like.
///
/// Records stand as on the wire, behind the key `app`, the program's label. Events that no program sent
/// have the types `problem` and `disconnected`. What could act on a terminal is escaped as JSON escapes
/// it, so that each string has the value that the program sent.
struct JSONLog: EventWriter {
  private var line: [UInt8] = []

  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    line.removeAll(keepingCapacity: line.capacity <= 1 << 20)
    switch event {
    case .connected(let label, let hello):
      write(.hello(hello), label, instance: nil, to: &buffer)
    case .record(let label, let instance, let record):
      write(record, label, instance: instance, to: &buffer)
    case .problem(let label, let message):
      var members: [(String, JSONValue)] = [("type", .string("problem"))]
      if let label { members.insert(("app", .string(label)), at: 0) }
      write(members + [("message", .string(message))], to: &buffer)
    case .disconnected(let label, let instance, let end):
      write(
        [
          ("app", .string(label)), ("type", .string("disconnected")),
          ("instance", .string(instance)), ("orderly", .bool(end == .goodbye)),
        ],
        to: &buffer
      )
    case .held:
      break
    }
  }

  private mutating func write(
    _ record: WireRecord,
    _ label: String,
    instance: String?,
    to buffer: inout [UInt8]
  ) {
    record.write(to: &line, instance: instance)
    // The brace and the break are written anew.
    guard line.count > 2 else { return }
    buffer.append(contentsOf: #"{"app":"#.utf8)
    VisibleText.append(json: JSONText.bytes(of: .string(label))[...], to: &buffer)
    buffer.append(UInt8(ascii: ","))
    VisibleText.append(json: line[1..<(line.count - 1)], to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
  }

  private enum JSONValue {
    case string(String)
    case bool(Bool)
  }

  private mutating func write(_ members: [(String, JSONValue)], to buffer: inout [UInt8]) {
    var separator = "{"
    for (key, value) in members {
      buffer.append(contentsOf: "\(separator)\"\(key)\":".utf8)
      separator = ","
      switch value {
      case .bool(let value):
        buffer.append(contentsOf: "\(value)".utf8)
      case .string(let text):
        VisibleText.append(json: JSONText.bytes(of: .string(text))[...], to: &buffer)
      }
    }
    buffer.append(contentsOf: "}\n".utf8)
  }
}
