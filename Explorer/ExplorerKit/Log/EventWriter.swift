/// Prints events.
protocol EventWriter {
  /// Appends the lines of an event, each with its break; none for an event that isn't shown.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8])

  /// What to say at the end on standard error; `nil` for nothing.
  var remark: String? { get }
}

extension EventWriter {
  var remark: String? { nil }
}
