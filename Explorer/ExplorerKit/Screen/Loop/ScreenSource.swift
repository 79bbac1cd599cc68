import SluiceSocket
import SluiceWire

/// Where the events of the screen come from.
struct ScreenSource {
  /// The wait while nothing happens that the screen would have to draw.
  private static let longWait = Duration.seconds(3_600)

  private let events: any EventSource
  private let watcher: Watcher?
  private var missed = MissedPast()
  private var isAtEnd = false
  private var poller = Poller()

  /// Programs that connect.
  init(_ watcher: Watcher) {
    events = LiveEvents(watcher: watcher)
    self.watcher = watcher
  }

  /// A session file, which ends some time.
  init(_ player: SessionPlayer) {
    events = player
    watcher = nil
  }

  /// Whether the events come as they happen.
  var isLive: Bool { watcher != nil }

  /// Waits for events, or for one of the descriptors, and returns the events.
  ///
  /// - Parameters:
  ///   - limit: The longest wait; `nil` for as long as it takes.
  ///   - isReading: Whether to read events. What isn't read waits where it is, and slows down whoever
  ///     sends it.
  mutating func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?,
    isReading: Bool
  ) throws(ExplorerError) -> [HubEvent] {
    if !isAtEnd, isReading {
      let events = try events.turn(alsoWaitingFor: others, atMost: limit ?? Self.longWait)
      if let events { return events }
      isAtEnd = true
    }
    poller.removeAll()
    for other in others { poller.add(other.descriptor, for: other.interest) }
    do throws(SocketError) {
      _ = try poller.wait(timeout: limit)
    } catch {
      throw .endpoint(error)
    }
    return []
  }

  /// Returns what is to be shown of events, the past that another Explorer holds in front.
  mutating func completing(_ events: [HubEvent]) -> [HubEvent] {
    guard let watcher else { return events }
    let canAsk = watcher.isBesideHistory
    let shown = events.compactMap { missed.take($0, canAsk: canAsk) }
    if canAsk { missed.ask(watcher) }
    return shown
  }

  /// Sends a command to a program.
  ///
  /// - Returns: The number that the answer has as its reply.
  func send(_ command: WireRecord, to instance: String) throws(ScreenFailure) -> Int {
    guard let watcher else {
      throw .session
    }
    do throws(CommandRefusal) {
      return try watcher.send(command, to: instance)
    } catch {
      throw ScreenFailure(description: "\(error)")
    }
  }
}
