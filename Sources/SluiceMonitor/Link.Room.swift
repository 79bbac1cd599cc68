import SluiceSocket
import Synchronization

extension Link {
  /// Lets the delivering thread wait until the background thread has made room in the buffer.
  ///
  /// At most one thread waits: the one that delivers.
  final class Room: Sendable {
    private let world: World
    private let signal: any WakeSignal
    /// `nil` if no thread ever waits.
    private let maximumWait: Duration?
    private let isAwaited = Atomic(false)
    /// The time after which a wait is worth a word.
    private static let reportedTime = Duration.seconds(1)

    init(maximumWait: Duration?, _ world: World) throws(SocketError) {
      self.world = world
      signal = try world.threads.makeWakeSignal()
      self.maximumWait = maximumWait
    }

    /// Blocks the calling thread while a condition holds, which is evaluated whenever there may be
    /// room.
    ///
    /// - Parameter mustWait: Reads the buffer under the link's lock, under which it changes: either
    ///   it sees the change, or ``open()``, called after the change, sees that a thread waits.
    /// - Parameter told: Called on this thread after a wait of a second.
    /// - Returns: `false` if the condition still holds after the maximum time.
    func wait(told: () -> Void, while mustWait: () -> Bool) -> Bool {
      guard let maximumWait, mustWait() else { return true }
      let start = world.clock.now()
      let end = start + maximumWait
      var wasReported = maximumWait <= Self.reportedTime
      while true {
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // Evaluated again: there may have been room before anyone knew that a thread waits.
        guard mustWait() else {
          isAwaited.store(false, ordering: .sequentiallyConsistent)
          return true
        }
        var poller = Poller(world)
        poller.add(signal.descriptor, for: .reading)
        let next = wasReported ? end : start + Self.reportedTime
        switch try? poller.wait(timeout: max(.zero, world.clock.now().duration(to: next))) {
        case 1: signal.drain()
        // The system could not wait.
        case nil where world.clock.now() < next: continue
        case _ where wasReported:
          isAwaited.store(false, ordering: .sequentiallyConsistent)
          return false
        default:
          wasReported = true
          told()
        }
      }
    }

    /// Wakes the waiting thread, if there is one.
    func open() {
      if isAwaited.exchange(false, ordering: .sequentiallyConsistent) { signal.wake() }
    }
  }
}
