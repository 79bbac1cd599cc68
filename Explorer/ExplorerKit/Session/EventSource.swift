import SluiceSocket

/// A source of events: programs, or a session file.
protocol EventSource {
  /// Waits for events or until one of the descriptors is ready, and returns the events; `nil` at the
  /// end.
  ///
  /// - Parameter limit: The longest wait; `nil` for that of the source.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> [HubEvent]?
}

extension EventSource {
  /// Waits for events or until one of the descriptors is ready, as long as the source does.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)]
  ) throws(ExplorerError) -> [HubEvent]? {
    try turn(alsoWaitingFor: others, atMost: nil)
  }
}
