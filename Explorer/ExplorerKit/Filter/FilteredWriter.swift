import SluiceWire

/// Prints the events that a filter admits.
struct FilteredWriter: EventWriter {
  private var filter: Filter
  private var writer: any EventWriter

  init(_ writer: any EventWriter, _ filter: Filter) {
    self.writer = writer
    self.filter = filter
  }

  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    if filter.admits(event) { writer.write(event, to: &buffer) }
  }
}

extension Filter {
  /// Returns whether to show an event: a record by the whole filter, another one by its program.
  mutating func admits(_ event: HubEvent) -> Bool {
    switch event {
    case .record(let label, let instance, let record):
      switch record {
      case .commit, .effect, .state, .error: admits(record, app: label, instance: instance)
      default: admits(app: label)
      }
    case .connected, .disconnected, .problem:
      event.label.map { admits(app: $0) } ?? true
    }
  }
}
