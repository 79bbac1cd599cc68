import SluiceSocket
import SluiceWire

/// Where the events of the screen come from.
struct ScreenSource {
  /// The wait while nothing happens that the screen would have to draw.
  private static let longWait = Duration.seconds(3_600)

  private let events: any EventSource
  private let watcher: Watcher?
  private let player: SessionPlayer?
  /// What is known from the beginning, of a session that isn't played.
  private var whole: Pasts?
  private var isAtEnd = false
  private var poller = Poller()

  /// Programs that connect.
  init(_ watcher: Watcher) {
    events = LiveEvents(watcher: watcher)
    self.watcher = watcher
    player = nil
  }

  /// A session file, which ends some time.
  init(_ player: SessionPlayer) {
    events = player
    watcher = nil
    self.player = player
  }

  /// A session file as a whole.
  init(_ session: Pasts) {
    events = NoEvents()
    watcher = nil
    player = nil
    whole = session
  }

  /// Whether the events come as they happen.
  var isLive: Bool { watcher != nil }

  /// What is known of programs.
  var pasts: Pasts { watcher?.pasts ?? player?.pasts ?? whole ?? Pasts(.none) }

  /// Waits for events, or for one of the descriptors, and returns the events.
  ///
  /// - Parameter limit: The longest wait; `nil` for as long as it takes.
  mutating func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> [HubEvent] {
    if !isAtEnd {
      let events = try events.turn(alsoWaitingFor: others, atMost: limit ?? Self.longWait)
      if let events { return events }
      isAtEnd = true
    }
    poller.removeAll()
    for other in others { poller.add(other.descriptor, for: other.interest) }
    _ = try rethrow(poller.wait(timeout: limit), as: ExplorerError.endpoint)
    return []
  }

  /// Sends a command to a program.
  ///
  /// - Returns: The number that the answer has as its reply.
  func send(_ command: WireRecord, to instance: String) throws(ScreenFailure) -> Int {
    guard let watcher else { throw .session }
    do throws(CommandRefusal) {
      return try watcher.send(command, to: instance)
    } catch {
      throw ScreenFailure(description: "\(error)")
    }
  }
}

/// Nothing happens any more.
private struct NoEvents: EventSource {
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> [HubEvent]? { nil }
}
