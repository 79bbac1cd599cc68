import Sluice
import SluiceSocket

extension Link {
  /// A thread that waits until something was sent.
  final class Flush: @unchecked Sendable {
    // `@unchecked`: `answer` is guarded by the link's lock.

    /// The sequence number of the last event that must be sent.
    let sequence: Int
    let pipe: WakePipe
    var answer: Bool?

    init(sequence: Int, pipe: WakePipe) {
      self.sequence = sequence
      self.pipe = pipe
    }
  }

  /// Waits until every earlier event was sent; returns whether it was.
  func flush(timeout: Duration) -> Bool {
    guard let pipe = try? WakePipe() else { return false }
    let flush = lock.withLock { () -> Flush? in
      guard lifetime == .running || lifetime == .closing else { return nil }
      let flush = Flush(sequence: buffer.sequence, pipe: pipe)
      flushes.append(flush)
      return flush
    }
    guard let flush else { return lock.withLock { buffer.isEmpty } }
    wakeUp()
    waker.wake()
    var poller = Poller()
    poller.add(pipe.descriptor, for: .reading)
    _ = try? poller.wait(timeout: timeout)
    return lock.withLock {
      flushes.removeAll { $0 === flush }
      return flush.answer ?? false
    }
  }

  var hasFlushes: Bool { lock.withLock { !flushes.isEmpty } }

  /// Wakes the waiters for everything up to a sequence number.
  func answerFlushes(sent sequence: Int) {
    answerFlushes { $0.sequence <= sequence ? true : nil }
  }

  /// Wakes all waiters: there is no Explorer to send to.
  func refuseFlushes() {
    answerFlushes { _ in false }
  }

  private func answerFlushes(_ answer: (Flush) -> Bool?) {
    let answered = lock.withLock { () -> [Flush] in
      if flushes.isEmpty { return [] }
      for flush in flushes where flush.answer == nil { flush.answer = answer(flush) }
      return flushes.filter { $0.answer != nil }
    }
    for flush in answered { flush.pipe.wake() }
  }
}
