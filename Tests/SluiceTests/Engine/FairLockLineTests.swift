import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized)
struct FairLockLineTests {
  @Test(arguments: [FairLock.Pace.state, .turn])
  func `in all short sequences no thread is stranded, skipped or handed a held lock`(
    pace: FairLock.Pace
  ) {
    var seen: Set<LineModel.Key> = []
    var ends = [LineModel(pace)]
    for _ in 0..<9 {
      var next: [LineModel] = []
      for model in ends {
        for step in model.steps {
          var after = model
          if let fault = after.execute(step) {
            Issue.record("\(fault), after \(after.history.map { "\($0)" }.joined(separator: ", "))")
            return
          }
          if seen.insert(after.key).inserted { next.append(after) }
        }
      }
      ends = next
    }
    #expect(seen.count > 10_000)
  }
}

/// Three threads, a lock's word and its line, without threads, lock and clock: what happens to them
/// step by step, and what must hold after each.
struct LineModel {
  enum Step {
    case arrive(Int, isRare: Bool)
    /// A spinning thread acquires the lock.
    case take(Int)
    /// A spinning thread enters the line.
    case enter(Int)
    /// A sleeping thread's deadline passes.
    case timeOut(Int)
    case release, mark, unmark, pass
    case wait(UInt64)
  }

  private enum Status: Int { case idle, spinning, asleep, owner }

  struct Key: Hashable {
    fileprivate var numbers: [UInt64]
  }

  private let pace: FairLock.Pace
  private var line: FairLock.Line
  private var word: UInt = 0
  private var now: UInt64
  private var lastHandOver: UInt64 = 0
  private var statuses: [Status] = [.idle, .idle, .idle]
  private var waiters: [FairLock.Waiter?] = [nil, nil, nil]
  /// The sleeping threads, in the order in which they must continue.
  private var order: [Int] = []
  private var isMarked = false
  private(set) var history: [Step] = []

  init(_ pace: FairLock.Pace) {
    self.pace = pace
    line = FairLock.Line(pace)
    now = 10 * pace.betweenHandOvers
  }

  private var owner: Int? { statuses.firstIndex(of: .owner) }
  private var spinners: Int { statuses.count { $0 == .spinning } }
  private func number(_ thread: Int) -> UInt { UInt(thread + 1) * 4 }

  var steps: [Step] {
    var steps: [Step] = [.wait(1), .wait(pace.longWait), .wait(pace.betweenHandOvers), .mark]
    for thread in statuses.indices {
      switch statuses[thread] {
      case .idle: steps += [.arrive(thread, isRare: false), .arrive(thread, isRare: true)]
      case .spinning: steps += [.take(thread), .enter(thread)]
      case .asleep: steps += [.timeOut(thread)]
      case .owner: steps += isMarked ? [.unmark, .pass] : [.release, .pass]
      }
    }
    return steps
  }

  /// What determines all that can follow: times count from now, and no further than they matter.
  var key: Key {
    let longest = pace.longWait + pace.betweenHandOvers + 2
    var numbers = [UInt64(word), min(now - lastHandOver, longest)]
    for thread in statuses.indices {
      numbers.append(UInt64(statuses[thread].rawValue))
      guard statuses[thread] == .spinning || statuses[thread] == .asleep,
        let waiter = waiters[thread]
      else { continue }
      numbers += [min(now - waiter.since, longest), waiter.isRare ? 1 : 0]
    }
    return Key(numbers: numbers + order.map { UInt64($0) })
  }

  /// - Returns: What is wrong afterwards.
  mutating func execute(_ step: Step) -> String? {
    history.append(step)
    return change(step) ?? fault
  }

  private mutating func change(_ step: Step) -> String? {
    switch step {
    case .arrive(let thread, let isRare):
      if owner == nil { acquire(thread) } else { spin(thread, isRare) }
    case .take(let thread):
      if owner == nil { acquire(thread) }
    case .enter(let thread):
      if owner == nil { acquire(thread) } else { sleep(thread) }
    case .timeOut(let thread):
      guard let waiter = waiters[thread], line.remove(waiter) else { return "not in the line" }
      statuses[thread] = .idle
      order.removeAll { $0 == thread }
    case .release: return release()
    case .mark:
      if owner != nil {
        word |= FairLock.pending
        isMarked = true
      }
    case .unmark:
      word &= ~FairLock.pending
      isMarked = false
    case .pass: return pass()
    case .wait(let time): now += time
    }
    return nil
  }

  private mutating func acquire(_ thread: Int) {
    word |= number(thread)
    statuses[thread] = .owner
  }

  private mutating func spin(_ thread: Int, _ isRare: Bool) {
    waiters[thread] = FairLock.Waiter(number(thread), since: now, isRare: isRare)
    statuses[thread] = .spinning
  }

  private mutating func sleep(_ thread: Int) {
    guard let waiter = waiters[thread] else { return }
    word |= FairLock.sleeping
    line.enter(waiter)
    statuses[thread] = .asleep
    order.append(thread)
  }

  private mutating func release() -> String? {
    let step = line.release(at: now, spinners: spinners)
    let first = order.first.flatMap { waiters[$0] }
    let isLong = first.map { now - $0.since > pace.longWait } ?? false
    let isDue = isLong && now - lastHandOver > pace.betweenHandOvers
    let mustHandOver = first != nil && (first?.isRare == true || isDue)
    if (step == .handOver(at: now)) != mustHandOver { return "handed over: \(!mustHandOver)" }
    if step == .leave, first != nil, spinners == 0 { return "nobody is woken" }
    return execute(step)
  }

  private mutating func pass() -> String? {
    let mark = word & FairLock.pending
    let fault = execute(line.isEmpty ? .leave : .handOver(at: now))
    word |= mark
    return fault
  }

  private mutating func execute(_ step: FairLock.Line.Step) -> String? {
    guard let owner else { return "nobody releases it" }
    word = line.word(after: step)
    statuses[owner] = .idle
    guard let next = line.execute(step) else {
      return step == .leave ? nil : "nobody continues"
    }
    guard let thread = order.first, waiters[thread] === next else { return "not the first" }
    order.removeFirst()
    if step == .wake {
      statuses[thread] = .spinning
    } else {
      statuses[thread] = .owner
      lastHandOver = now
    }
    return nil
  }

  private var fault: String? {
    if statuses.count(where: { $0 == .owner }) > 1 { return "two owners" }
    if word & ~3 != owner.map(number) ?? 0 { return "the word isn't the owner's" }
    if (word & FairLock.pending != 0) != isMarked { return "the pending mark is wrong" }
    if line.isEmpty != order.isEmpty { return "the line has lost a thread" }
    if !order.isEmpty, word & FairLock.sleeping == 0 { return "threads sleep, and it isn't marked" }
    if !order.isEmpty, owner == nil, spinners == 0 { return "a free lock, and all sleep" }
    return nil
  }
}
