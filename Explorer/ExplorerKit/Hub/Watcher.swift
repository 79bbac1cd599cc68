import SluiceSocket
import SluiceWire

/// Watches programs: as the hub if there is none, otherwise as a viewer.
///
/// When the hub ends, one of its viewers becomes the hub, the others attach to it, and the programs
/// connect again. Reports commits that were lost meanwhile as `dropped`. Belongs to one thread,
/// which calls ``turn(alsoWaitingFor:atMost:)`` repeatedly.
final class Watcher {
  private enum Position {
    case hub(Hub)
    case viewer(Viewer)
    /// The hub ended, and no connection is established yet.
    case none
  }

  /// The maximum time to wait for a hub that is starting or ending.
  private static let startTimeout = Duration.seconds(5)

  let endpoint: Endpoint
  private let policy: PeerPolicy
  private let longestRecord: Int
  private let world: World
  private let helloTimeout: Duration
  private let takesBacklog: Bool
  /// What was known when the last position was lost.
  private var rest: Pasts
  private var position = Position.none
  private var delay = RetryDelay()
  /// Whether a connection was ever established; only then does it wait for another for good.
  private var hasWatched = false
  /// Until when it tries to establish the first connection.
  private let deadline: ContinuousClock.Instant
  /// What the system refuses at the moment, which is reported once.
  private var trouble: SocketError?

  /// Listens, or attaches to the hub.
  ///
  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - helloTimeout: How long a peer may take to say who it is.
  ///   - pasts: What is filled with what it hears.
  ///   - takesBacklog: Whether another hub is to send what it holds of the past.
  init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    helloTimeout: Duration = .seconds(5),
    pasts: Pasts = Pasts(),
    takesBacklog: Bool = false,
    world: World = .system
  ) throws(SocketError) {
    self.world = world
    self.takesBacklog = takesBacklog
    rest = pasts
    self.endpoint = endpoint
    self.policy = policy
    self.longestRecord = longestRecord
    self.helloTimeout = helloTimeout
    deadline = world.clock.now() + Self.startTimeout
    var poller = Poller(world)
    while true {
      do throws(SocketError) {
        if try takePosition() { return }
      } catch .hubSilent where world.clock.now() < deadline {}
      guard world.clock.now() < deadline else { throw .hubSilent(path: endpoint.path) }
      _ = try poller.wait(timeout: delay.next())
    }
  }

  /// Whether this is the hub, to which the programs connect.
  var isHub: Bool {
    if case .hub = position { true } else { false }
  }

  /// What it does at its endpoint, as messages begin: who listens decides who can be asked.
  var seat: String {
    if case .viewer(let viewer) = position {
      "Attached to the \(viewer.hubName) that listens"
    } else {
      "Listening"
    }
  }

  /// Waits until something happens, at most a second, and returns the events.
  ///
  /// - Parameters:
  ///   - others: Descriptors that end the wait, too.
  ///   - limit: The longest wait.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    switch position {
    case .hub(let hub):
      do throws(SocketError) {
        return try hub.turn(alsoWaitingFor: others, atMost: limit)
      } catch .hubExists {
        // Somebody removed the lock's file, and another has the place now.
        let events = hub.end()
        rest = hub.pasts
        position = .none
        return events
      }
    case .viewer(let viewer):
      do throws(SocketError) {
        let events = try viewer.turn(alsoWaitingFor: others, atMost: limit)
        hasWatched = hasWatched || viewer.isWelcome
        if !events.isEmpty { (trouble, delay) = (nil, RetryDelay()) }
        return events
      } catch {
        guard hasWatched || world.clock.now() < deadline, error.isAboutPeer || error.isSystem
        else { throw error }
        let events = viewer.end()
        rest = viewer.pasts
        position = .none
        guard error.isSystem else { return events }
        // It may happen again at once.
        world.threads.pause(delay.next())
        return events + report(error)
      }
    case .none:
      do throws(SocketError) {
        if try takePosition() {
          if isHub { trouble = nil }
          return []
        }
        var poller = Poller(world)
        for other in others { poller.add(other.descriptor, for: other.interest) }
        _ = try poller.wait(timeout: delay.next())
        return []
      } catch {
        guard error.mayPass else { throw error }
        world.threads.pause(delay.next())
        return report(error)
      }
    }
  }

  /// Returns a trouble as an event, unless it was reported and isn't over.
  private func report(_ error: SocketError) -> [HubEvent] {
    defer { trouble = error }
    return error == trouble ? [] : [.problem(label: nil, error.description)]
  }

  /// Sends a command to a program; the record that answers it has the returned number as reply.
  ///
  /// - Parameter instance: The program; `nil` for a question.
  func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
    switch position {
    case .hub(let hub): try hub.send(command, to: instance)
    case .viewer(let viewer): try viewer.send(command, to: instance)
    case .none: throw .noHub
    }
  }

  /// What is known of programs.
  ///
  /// While a copy is retained, the next record copies a part of it.
  var pasts: Pasts {
    switch position {
    case .hub(let hub): hub.pasts
    case .viewer(let viewer): viewer.pasts
    case .none: rest
    }
  }

  /// Whether all that it is to hear of the past has arrived, at least which programs are connected.
  var isLive: Bool {
    if case .viewer(let viewer) = position { viewer.isLive } else { isHub }
  }

  /// Tries to listen, then to attach; returns whether either succeeded.
  private func takePosition() throws(SocketError) -> Bool {
    do throws(SocketError) {
      position = .hub(
        try Hub(
          at: endpoint,
          policy: policy,
          longestRecord: longestRecord,
          helloTimeout: helloTimeout,
          pasts: rest,
          world: world
        )
      )
      rest = Pasts()
      hasWatched = true
      delay = RetryDelay()
      return true
    } catch .hubExists {
      return try attach()
    }
  }

  private func attach() throws(SocketError) -> Bool {
    do throws(SocketError) {
      position = .viewer(
        try Viewer(
          to: endpoint,
          policy: policy,
          longestRecord: longestRecord,
          helloTimeout: helloTimeout,
          pasts: rest,
          // What was heard before another hub ended goes on where that ended.
          takesBacklog: takesBacklog && rest.all.isEmpty,
          world: world
        )
      )
      rest = Pasts()
      return true
    } catch {
      // The lock's holder doesn't listen yet, or no longer.
      guard error.isAboutPeer else { throw error }
      return false
    }
  }
}

extension SocketError {
  fileprivate var isSystem: Bool { if case .system = self { true } else { false } }

  /// Whether the failure is the other side's, so that another hub may succeed.
  fileprivate var isAboutPeer: Bool {
    switch self {
    case .peerClosed, .noHub, .hubSilent, .timedOut: true
    default: false
    }
  }
}

/// The delay before the next attempt: 5 ms, then increasing to 200 ms.
private struct RetryDelay {
  private var duration = Duration.milliseconds(5)

  mutating func next() -> Duration {
    defer { duration = min(duration * 2, .milliseconds(200)) }
    return duration
  }
}
