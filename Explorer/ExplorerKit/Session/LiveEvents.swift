import SluiceSocket

/// The programs that connect; without an end.
///
/// Waits for a second, after which lines that were drawn too often are drawn again.
final class LiveEvents: EventSource {
  let watcher: Watcher
  /// What to say once it is known that no program is connected; `nil` once it is said, or one is.
  private var notice: String?
  private let discovery = ProgramDiscovery()

  /// - Parameter notice: What to say on standard error if no program is connected.
  init(watcher: Watcher, ifAlone notice: String? = nil) {
    self.watcher = watcher
    self.notice = notice
  }

  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> [HubEvent]? {
    do throws(SocketError) {
      let longest = notice == nil ? Duration.seconds(1) : ProgramDiscovery.reconnectionTime
      let events = try watcher.turn(alsoWaitingFor: others, atMost: limit ?? longest)
      if let notice {
        if !watcher.pasts.connected.isEmpty {
          self.notice = nil
        } else if discovery.isComplete(watcher, now: .now) {
          Remark.write(notice)
          self.notice = nil
        }
      }
      return events
    } catch {
      throw .endpoint(error)
    }
  }
}
