import Sluice
import SluiceLocks
import SluiceSocket

extension Link {
  /// A thread that waits until what was committed before its call is sent.
  final class Flush: @unchecked Sendable {
    // `@unchecked`: the fields are guarded by the link's lock.

    enum Answer {
      case sent, refused
    }

    let signal: any WakeSignal
    /// The number of commits reported as dropped before the call.
    let dropped: Int
    /// The sequence number of the last event to be sent; `nil` until all of them are delivered.
    var sequence: Int?
    var answer: Answer?

    init(_ signal: any WakeSignal, dropped: Int) {
      self.signal = signal
      self.dropped = dropped
    }
  }

  /// Waits until what was committed before the call is sent; returns the number of commits that
  /// were not.
  func flush(timeout: Duration) -> Int {
    let source = source
    guard let flush = begin() else { return unsent(through: source?.snapshot().number) }
    // Later commits don't delay it: they are delivered after the mark, and sent after its events.
    let number = source?.markDelivery { [self] in setSequence(of: flush) }
    if number == nil { setSequence(of: flush) }
    wakeUp()
    waker.wake()
    var poller = Poller(settings.world)
    poller.add(flush.signal.descriptor, for: .reading)
    let clock = settings.world.clock
    let end = clock.now() + timeout
    // Waits again where the system could not.
    while (try? poller.wait(timeout: max(.zero, clock.now().duration(to: end)))) == nil,
      clock.now() < end
    {}
    let answer = lock.withLock {
      flushes.removeAll { $0 === flush }
      return flush.answer
    }
    return unsent(through: answer == .sent ? 0 : number, since: flush)
  }

  /// Sends what is pending when the store is closed, and reports what a recording lacks.
  func flushAtClose() {
    let unwritten = flush(timeout: isRecording ? .seconds(10) : .seconds(1))
    if isRecording, unwritten > 0 { report(.unwritten(commits: unwritten)) }
  }

  /// Adds a waiting thread; returns `nil` if nothing more is sent, or this is the thread that sends.
  private func begin() -> Flush? {
    guard let signal = try? settings.world.threads.makeWakeSignal() else { return nil }
    return lock.withLock {
      guard lifetime == .running || lifetime == .closing, !isOnWorkerThread else { return nil }
      let flush = Flush(signal, dropped: sent.dropped)
      flushes.append(flush)
      return flush
    }
  }

  private func setSequence(of flush: Flush) {
    lock.withLock { flush.sequence = buffer.sequence }
    waker.wake()
  }

  /// Returns the number of commits that were dropped since the call, or not sent.
  ///
  /// - Parameter number: The last commit before the call; `nil` for the last one delivered.
  private func unsent(through number: Int?, since flush: Flush? = nil) -> Int {
    lock.withLock {
      let last = number ?? max(buffer.lastNumber ?? 0, watch.lastNumber ?? 0)
      let dropped = flush.map { sent.dropped - $0.dropped } ?? 0
      return max(0, last - sent.commit) + dropped
    }
  }

  var hasFlushes: Bool { lock.withLock { !flushes.isEmpty } }

  /// Wakes the threads whose events are sent.
  func answerFlushes(sent progress: SendQueue.Progress) {
    answerFlushes(sent: progress) { flush in
      flush.sequence.map { $0 <= progress.sequence } == true ? .sent : nil
    }
  }

  /// Wakes all waiting threads: there is nothing to send to.
  func refuseFlushes() {
    answerFlushes(sent: nil) { _ in .refused }
  }

  private func answerFlushes(
    sent progress: SendQueue.Progress?,
    _ answer: (Flush) -> Flush.Answer?
  ) {
    let answered = lock.withLock { () -> [Flush] in
      if let progress { note(sent: progress) }
      if flushes.isEmpty { return [] }
      for flush in flushes where flush.answer == nil { flush.answer = answer(flush) }
      return flushes.filter { $0.answer != nil }
    }
    for flush in answered { flush.signal.wake() }
  }
}
