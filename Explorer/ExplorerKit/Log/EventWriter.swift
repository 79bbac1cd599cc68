/// A way to print what the hub tells.
protocol EventWriter {
  /// Appends lines, each with its break; none for what is not shown.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8])
}
