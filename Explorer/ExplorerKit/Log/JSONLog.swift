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
      write(
        [
          ("app", label.map { .string($0) }), ("type", "problem"), ("message", .string(message)),
        ],
        to: &buffer
      )
    case .disconnected(let label, let instance, let end):
      write(
        [
          ("app", .string(label)), ("type", "disconnected"),
          ("instance", .string(instance)), ("orderly", .bool(end == .goodbye)),
        ],
        to: &buffer
      )
    case .answer:
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
    VisibleText.append(json: .string(label), to: &buffer)
    buffer.append(UInt8(ascii: ","))
    VisibleText.append(json: line[1..<(line.count - 1)], to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
  }

  private func write(_ members: [(String, Tree?)], to buffer: inout [UInt8]) {
    VisibleText.append(json: .object(present: members), to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
  }
}
