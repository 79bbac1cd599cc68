import SluiceSocket
import SluiceWire

/// A place in front of the programs: the hub's if it is free, else that of a viewer.
///
/// When the hub goes, its viewers race for its place; one becomes the hub, the others attach to it,
/// and the programs connect again. What was lost on the way is told as `dropped`. Belongs to one
/// thread, which calls ``turn(alsoWaitingFor:)`` again and again.
final class Watcher {
  private enum Seat {
    case hub(Hub)
    case viewer(Viewer)
    /// The hub is gone, and no place is found yet.
    case none
  }

  /// How long a hub that only starts, or only ends, is waited for at the beginning.
  private static let patience = Duration.seconds(5)

  let endpoint: Endpoint
  private let policy: PeerPolicy
  private let longestRecord: Int
  private let helloPatience: Duration
  private var names = ProgramNames()
  private var seat = Seat.none
  private var pause = TakeoverPause()
  /// Whether there was ever a place for us: only then is it worth waiting for another.
  private var hasWatched = false

  /// Takes a place.
  ///
  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - patience: How long a peer may take to say who it is.
  init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    patience: Duration = .seconds(5)
  ) throws(SocketError) {
    self.endpoint = endpoint
    self.policy = policy
    self.longestRecord = longestRecord
    helloPatience = patience
    let deadline = ContinuousClock.now + Self.patience
    var poller = Poller()
    while true {
      do throws(SocketError) {
        if try sit() { return }
      } catch .hubSilent where ContinuousClock.now < deadline {}
      guard ContinuousClock.now < deadline else { throw .hubSilent(path: endpoint.path) }
      _ = try poller.wait(timeout: pause.take())
    }
  }

  /// Whether this is the hub, to which the programs connect.
  var isHub: Bool {
    if case .hub = seat { true } else { false }
  }

  /// Waits until something happens, at most a second, and returns what.
  ///
  /// - Parameters:
  ///   - others: Descriptors that end the wait, too.
  ///   - limit: The longest wait.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    switch seat {
    case .hub(let hub):
      do throws(SocketError) {
        return try hub.turn(alsoWaitingFor: others, atMost: limit)
      } catch .hubExists {
        // Somebody removed the lock's file, and another has the place now.
        let events = hub.end()
        names = hub.names
        seat = .none
        return events
      }
    case .viewer(let viewer):
      do throws(SocketError) {
        let events = try viewer.turn(alsoWaitingFor: others, atMost: limit)
        hasWatched = hasWatched || viewer.isWelcome
        return events
      } catch {
        guard hasWatched, error.isAboutPeer else { throw error }
        let events = viewer.end()
        names = viewer.names
        seat = .none
        _ = try sit()
        return events
      }
    case .none:
      if try sit() { return [] }
      var poller = Poller()
      for other in others { poller.add(other.descriptor, for: other.interest) }
      _ = try poller.wait(timeout: pause.take())
      return []
    }
  }

  /// Asks a program to do something; the answer comes as a record with the number that is returned.
  func send(_ command: WireRecord, to instance: String) throws(CommandRefusal) -> Int {
    switch seat {
    case .hub(let hub): try hub.send(command, to: instance)
    case .viewer(let viewer): try viewer.send(command, to: instance)
    case .none: throw .unknownProgram(instance)
    }
  }

  /// Tries for the hub's place, and else for a viewer's; returns whether there was one.
  private func sit() throws(SocketError) -> Bool {
    do throws(SocketError) {
      seat = .hub(
        try Hub(
          at: endpoint,
          policy: policy,
          longestRecord: longestRecord,
          patience: helloPatience,
          names: names
        )
      )
      hasWatched = true
      pause = TakeoverPause()
      return true
    } catch .hubExists {
      return try attach()
    }
  }

  private func attach() throws(SocketError) -> Bool {
    do throws(SocketError) {
      seat = .viewer(
        try Viewer(
          to: endpoint,
          policy: policy,
          longestRecord: longestRecord,
          patience: helloPatience,
          names: names
        )
      )
      pause = TakeoverPause()
      return true
    } catch {
      // Who has the lock does not listen yet, or not any longer.
      guard error.isAboutPeer else { throw error }
      return false
    }
  }
}

extension SocketError {
  /// Whether it is the other side that does not do what it should, and another might.
  fileprivate var isAboutPeer: Bool {
    switch self {
    case .peerClosed, .noHub, .hubSilent, .timedOut: true
    default: false
    }
  }
}

/// How long to wait before the next attempt at a place: 5 ms, then ever longer up to 200 ms.
private struct TakeoverPause {
  private var next = Duration.milliseconds(5)

  mutating func take() -> Duration {
    defer { next = min(next * 2, .milliseconds(200)) }
    return next
  }
}
