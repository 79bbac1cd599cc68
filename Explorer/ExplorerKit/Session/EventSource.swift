import SluiceSocket

/// A source of events: programs, or a session file.
protocol EventSource {
  /// Waits for events or until one of the descriptors is ready, and returns the events; `nil` at the
  /// end.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)]
  ) throws(ExplorerError) -> [HubEvent]?
}

/// The programs that connect; without an end.
struct LiveEvents: EventSource {
  let watcher: Watcher

  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)]
  ) throws(ExplorerError) -> [HubEvent]? {
    do throws(SocketError) {
      return try watcher.turn(alsoWaitingFor: others)
    } catch {
      throw .endpoint(error)
    }
  }
}
