import SluiceSocket

/// Prints what happens on an output until something ends it.
struct LogSession {
  let source: any EventSource
  let output: OutputStream
  let interruption: Interruption
  /// The time for what brings none; `nil` for the system's.
  var clock: ReplayClock?
  /// Which events are printed; `nil` for all.
  var filter: Filter?
  var writer: any EventWriter
  /// Lines to show on a terminal until the first event that is shown.
  var notice: [String] = []

  /// Prints until it is interrupted, `shouldStop` returns true, or the source ends.
  ///
  /// - Parameters:
  ///   - isInterruptible: Whether an interruption ends it.
  ///   - shouldStop: Returns whether to stop; called after each turn, with its events.
  mutating func run(
    isInterruptible: Bool = true,
    until shouldStop: ([HubEvent]) -> Bool = { _ in false }
  ) throws(ExplorerError) {
    // Waits for no room in the output, but notices a reader that goes away before the next line.
    var others: [(descriptor: Int32, interest: Poller.Interest)] = [(output.descriptor, [])]
    if isInterruptible { others.append((interruption.descriptor, .reading)) }
    var picture = Picture()
    if !notice.isEmpty {
      picture.draw(notice, on: output)
      try flush(isInterruptible)
    }
    defer { if let remark = filter?.remark { Remark.write(remark) } }
    while !(isInterruptible && interruption.isRequested) {
      guard let events = try source.turn(alsoWaitingFor: others) else { return }
      for event in events { write(event) }
      if !output.buffer.isEmpty { picture.makeWay(on: output) }
      try flush(isInterruptible)
      if shouldStop(events) { return }
    }
  }

  private mutating func write(_ event: HubEvent) {
    clock?.advance(to: event)
    if filter?.admits(event) ?? true { writer.write(event, to: &output.buffer) }
  }

  private func flush(_ isInterruptible: Bool) throws(ExplorerError) {
    try output.write(unless: isInterruptible ? interruption : nil)
    if output.readerIsGone { throw .output(.closed) }
  }
}
