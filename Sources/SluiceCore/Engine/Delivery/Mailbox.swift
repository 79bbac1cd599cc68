import SluiceLocks

/// Calls the subscribers of one store that are on one actor, in the order of their values.
///
/// Every value goes through the mailbox: it has the order, and each subscriber its values. A thread
/// that posts while it runs on the actor drains the mailbox itself, so that a value received
/// synchronously never overtakes a pending one, of whichever subscriber; otherwise a job on the actor
/// does. After a few milliseconds a job yields the actor, and another one continues.
///
/// Has no bound of its own: the backlog counts pending values, and delays the threads that post.
final class Mailbox: Sendable {
  /// The maximum time that a job occupies the actor, in nanoseconds.
  private static var longestTurn: UInt64 { 4_000_000 }

  let actor: any Actor
  private let state = Locked(MailboxState<any Addressee>())

  init(of actor: any Actor) {
    self.actor = actor
  }

  /// Has a subscriber receive its next value, after everything that is pending.
  ///
  /// - Parameter isFirst: Whether it is the subscriber's first value.
  func post(to addressee: any Addressee, isFirst: Bool) {
    let poster = Poster.current
    switch state.withLock({ $0.post(addressee, isFirst: isFirst, by: poster) }) {
    case .wait: return
    case .tryToDrain(let count):
      // A thread already on the actor receives its own value, however many precede it.
      actor.runImmediately { isCaller in self.drain(atLeast: isCaller ? count : 0) }
    case .receive: addressee.receiveNext()
    }
  }

  /// Drains the mailbox, or a part of it; runs on the actor.
  ///
  /// - Parameter count: The number of values to receive even if that exceeds the maximum time.
  private func drain(atLeast count: Int) {
    let thread = Platform.currentThread()
    // A subscriber's actor may run other jobs before the call returns.
    guard state.withLock({ $0.begin(thread) }) else { return }
    let end = Platform.now + Self.longestTurn
    var received = 0
    while true {
      let mayYield = received > 0 && received >= count && Platform.now >= end
      switch state.withLock({ $0.next(mayYield: mayYield) }) {
      case .receive(let addressee): addressee.receiveNext()
      case .yield: return actor.run { self.drain(atLeast: 0) }
      case .end: return
      }
      received += 1
    }
  }
}

/// Whom a mailbox has values for.
protocol Addressee: AnyObject, Sendable {
  /// Receives the first pending value, if there still is one; runs on the actor.
  func receiveNext()
}
