/// Prints events.
protocol EventWriter {
  /// Appends the lines of an event, each with its break; none for an event that isn't shown.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8])
}
