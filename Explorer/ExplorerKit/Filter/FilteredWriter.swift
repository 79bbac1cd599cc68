/// Prints the events that a filter admits.
struct FilteredWriter: EventWriter {
  private var filter: Filter
  private var writer: any EventWriter

  init(_ writer: any EventWriter, _ filter: Filter) {
    self.writer = writer
    self.filter = filter
  }

  var remark: String? { filter.remark }

  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    if filter.admits(event) { writer.write(event, to: &buffer) }
  }
}
