import SluiceSocket

/// Where events come from: programs, or a session file.
protocol EventSource {
  /// Waits until something happens or one of the descriptors is ready, and returns what; nil at the
  /// end.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)]
  ) throws(ExplorerError) -> [HubEvent]?
}

/// Programs that are watched; they have no end.
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
