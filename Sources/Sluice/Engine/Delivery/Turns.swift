// Taking turns. One thread at a time has the right to reduce and deliver (`DeliveryRole`). Other
// threads wait in line meanwhile, so that each finds the queue empty and the state unshared, and
// reduces in place. Only a thread within a delivery, or one that has waited for the maximum time,
// reduces and enqueues: read your writes (P1), and two threads that wait for each other continue
// (P4).

/// How a dispatcher continues once it may reduce.
@usableFromInline
enum Turn {
  /// It has the role, and the queue is empty: it delivers its commit.
  case direct
  /// It has the role, and other threads' deliveries come first.
  case behind
  /// Another thread has the role, or this one within a delivery: it enqueues its commit.
  case none
}

/// The threads that wait for their turn, guarded by the store's lock.
struct TurnLine {
  /// A thread in the line.
  final class Waiter: @unchecked Sendable {
    // `@unchecked`: the fields are guarded by the store's lock.
    let thread: UInt
    let since: UInt64
    let isRare: Bool
    let sleeper = Sleeper()
    fileprivate(set) var wasHanded = false
    fileprivate(set) var isListed = false

    init(_ thread: UInt, since: UInt64) {
      self.thread = thread
      self.since = since
      isRare = since &- UInt64(TurnLine.lastWait.value) > TurnLine.rareAfter
    }
  }

  // In nanoseconds; measured with up to eight threads on two cores.
  private static var rareAfter: UInt64 { 300_000 }
  private static var longWait: UInt64 { 500_000 }
  private static var betweenHandOvers: UInt64 { 500_000 }
  fileprivate static var looking: UInt64 { 5_000 }

  /// When the calling thread's last wait for a turn ended.
  fileprivate static let lastWait = ThreadLocalNumber()

  private var waiters = Deque<Waiter>()
  private var lastHandOver: UInt64 = 0
  /// Counts the threads that try to acquire the role without being in line: one of them does soon.
  fileprivate var lookers = 0

  var isEmpty: Bool { waiters.isEmpty }

  /// The maximum time that a dispatcher waits: it grows with the queue, so that threads that
  /// dispatch faster than their observers can follow are delayed.
  static func bound(enqueued count: Int) -> UInt64 {
    min(5_000_000 + 10_000 * UInt64(count), 100_000_000)
  }

  fileprivate mutating func list(_ waiter: Waiter, first: Bool) {
    waiter.isListed = true
    if first { waiters.prepend(waiter) } else { waiters.append(waiter) }
  }

  fileprivate mutating func unlist(_ waiter: Waiter) {
    if seeded(.staysInLine) { return }
    _ = waiters.removeFirst { $0 === waiter }
    waiter.isListed = false
  }

  /// Removes the first thread; the caller hands the role to it, and wakes it after unlocking.
  mutating func handOver() -> Waiter? {
    guard let first = waiters.popFirst() else { return nil }
    first.isListed = false
    first.wasHanded = true
    lastHandOver = Platform.now
    return first
  }

  /// Removes the first thread if it waits rarely, or has waited long: the role is handed to it.
  mutating func handOverIfDue() -> Waiter? {
    guard let first = waiters.first else { return nil }
    let now = Platform.now
    let isLong = now &- first.since > Self.longWait && now &- lastHandOver > Self.betweenHandOvers
    return first.isRare || isLong ? handOver() : nil
  }

  /// Removes the first thread if no other tries to acquire the role: the caller wakes it to try.
  mutating func wakeNext() -> Waiter? {
    guard lookers == 0, let first = waiters.popFirst() else { return nil }
    first.isListed = false
    lookers += 1
    return first
  }
}

extension Engine {
  /// Acquires the turn if it is free; otherwise waits for it, with the lock released meanwhile.
  @inlinable
  @inline(__always)
  final func takeTurn(_ held: inout Held) -> Turn {
    if role.take(held.thread) { return .direct }
    return waitForTurn(&held)
  }

  @usableFromInline
  @inline(never)
  final func waitForTurn(_ held: inout Held) -> Turn {
    let thread = held.thread
    // Within a delivery, also one that is being handed over.
    if role.thread == thread { return .none }
    if isClosed { return .none }
    let waiter = TurnLine.Waiter(thread, since: Platform.now)
    let deadline = waiter.since + TurnLine.bound(enqueued: queue.count + backlogCount)
    var isLooking = false
    while true {
      if !isLooking { line.lookers += 1 }
      isLooking = true
      leave(held)
      look()
      held = enter("dispatch(action:)")
      if let turn = turnNow(held) {
        line.lookers -= 1
        return end(waiter, turn)
      }
      line.lookers -= 1
      isLooking = false
      line.list(waiter, first: Platform.now &- waiter.since > TurnLine.looking * 2)
      guard role.callBack() else {
        line.unlist(waiter)
        continue
      }
      leave(held)
      waiter.sleeper.sleep(until: deadline)
      held = enter("dispatch(action:)")
      if waiter.wasHanded { return end(waiter, queue.isEmpty ? .direct : .behind) }
      if waiter.isListed {
        line.unlist(waiter)
        if Platform.now < deadline { continue }
        reportDelay(&held)
        return end(waiter, turnNow(held) ?? .none)
      }
      // Woken to try to acquire the role, and counted so.
      isLooking = true
      if let turn = turnNow(held) {
        line.lookers -= 1
        return end(waiter, turn)
      }
      if Platform.now >= deadline {
        line.lookers -= 1
        reportDelay(&held)
        return end(waiter, turnNow(held) ?? .none)
      }
    }
  }

  private final func end(_ waiter: TurnLine.Waiter, _ turn: Turn) -> Turn {
    TurnLine.lastWait.value = UInt(Platform.now)
    return turn
  }

  /// Acquires the role if it is free, or being handed to a task that hasn't begun.
  private final func turnNow(_ held: borrowing Held) -> Turn? {
    if role.take(held.thread) { return .direct }
    if role.isWithTask {
      role.pass(to: held.thread, isSomethingWaiting: true)
      return .behind
    }
    return nil
  }

  /// Spins until the role is free, for as long as most deliveries take.
  private final func look() {
    let begin = Platform.now
    while !role.isFree, Platform.now &- begin < TurnLine.looking { Platform.pause(8) }
  }

  /// Reports, once, that a wait took the maximum time; releases the lock meanwhile.
  private final func reportDelay(_ held: inout Held) {
    guard !notices.wasDelayReported, !isClosed, let observer = observers.currentLabel else {
      return
    }
    notices.wasDelayReported = true
    leave(held)
    report(.longWait(for: observer))
    held = enter("dispatch(action:)")
  }

  /// Releases the lock, and the turn once the queue has been delivered.
  @usableFromInline
  final func leave(_ turn: Turn, _ held: consuming Held) {
    let thread = held.thread
    switch turn {
    case .none:
      leaveAndDeliver(held)
    case .direct, .behind:
      leave(held)
      if !role.giveUp(thread) { deliverQueued(thread) }
    }
  }
}
