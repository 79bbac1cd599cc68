import SluiceSocket
import Synchronization

extension Link {
  /// Lets the delivering thread wait until the background thread has made room in the buffer.
  ///
  /// At most one thread waits: the one that delivers.
  final class Room: Sendable {
    private let pipe: WakePipe
    /// `nil` if no thread ever waits.
    private let maximumWait: Duration?
    private let isAwaited = Atomic(false)

    init(maximumWait: Duration?) throws(SocketError) {
      pipe = try WakePipe()
      self.maximumWait = maximumWait
    }

    /// Blocks the calling thread while a condition holds, which is evaluated whenever there may be
    /// room.
    ///
    /// - Parameter mustWait: Reads the buffer under the link's lock, under which it changes: either
    ///   it sees the change, or ``open()``, called after the change, sees that a thread waits.
    /// - Returns: `false` if the condition still holds after the maximum time.
    func wait(while mustWait: () -> Bool) -> Bool {
      guard let maximumWait, mustWait() else { return true }
      var deadline: ContinuousClock.Instant?
      while true {
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // Evaluated again: there may have been room before anyone knew that a thread waits.
        guard mustWait() else {
          isAwaited.store(false, ordering: .sequentiallyConsistent)
          return true
        }
        let end = deadline ?? ContinuousClock.now + maximumWait
        deadline = end
        var poller = Poller()
        poller.add(pipe.descriptor, for: .reading)
        let ready = try? poller.wait(timeout: max(.zero, ContinuousClock.now.duration(to: end)))
        guard ready == 1 else {
          isAwaited.store(false, ordering: .sequentiallyConsistent)
          return false
        }
        pipe.drain()
      }
    }

    /// Wakes the waiting thread, if there is one.
    func open() {
      if isAwaited.exchange(false, ordering: .sequentiallyConsistent) { pipe.wake() }
    }
  }
}
