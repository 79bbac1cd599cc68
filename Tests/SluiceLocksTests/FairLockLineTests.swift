import TestSupport
import Testing

@testable import SluiceLocks

@Suite(.inTurn)
struct FairLockLineTests {
  /// The line of a lock, and a list of the threads that sleep in it, on a clock of their own.
  private struct Model {
    let pace: FairLock.Pace
    var line: FairLock.Line
    var list: [FairLock.Waiter] = []
    var now: UInt64
    var lastHandOver: UInt64 = 0
    /// The number of threads so far: the lock's word has those of its marks beside.
    var threads: UInt = 0

    init(_ pace: FairLock.Pace) {
      self.pace = pace
      line = FairLock.Line(pace)
      now = 10 * pace.betweenHandOvers
    }

    mutating func enter(_ waiter: FairLock.Waiter) {
      line.enter(waiter)
      list.append(waiter)
    }

    mutating func arrive(isRare: Bool) {
      threads += 1
      enter(FairLock.Waiter(4 * threads, since: now, isRare: isRare))
    }

    /// A thread's deadline passes.
    mutating func leave(_ index: Int) {
      let waiter = list.remove(at: index)
      let removed = [line.remove(waiter), line.remove(waiter)]
      #expect(removed == [true, false])
    }

    /// - Returns: The thread that is woken, with the lock or without.
    mutating func release(spinners: Int) -> (FairLock.Waiter, isOwner: Bool)? {
      let step = line.release(at: now, spinners: spinners)
      let isDue = list.first.map { first in
        now - first.since > pace.longWait && now - lastHandOver > pace.betweenHandOvers
      }
      let mustHandOver = list.first?.isRare == true || isDue == true
      let mustWake = !mustHandOver && !list.isEmpty && spinners == 0
      #expect(step == (mustHandOver ? .handOver(at: now) : mustWake ? .wake : .leave))
      let word = line.word(after: step)
      let next = mustHandOver || mustWake ? list.removeFirst() : nil
      let mark = list.isEmpty ? 0 : FairLock.sleeping
      #expect(word == (mustHandOver ? next?.thread ?? 0 : 0) | mark)
      let woken = line.execute(step)
      #expect(woken === next)
      if mustHandOver { lastHandOver = now }
      return next.map { ($0, mustHandOver) }
    }
  }

  @Test(arguments: [FairLock.Pace.state, .turn])
  func `each thread that sleeps is handed the lock or woken, in order, unless others spin`(
    pace: FairLock.Pace
  ) {
    var random = SplitMix64(seed: 1)
    var model = Model(pace)
    var (owners, woken) = (0, 0)
    for _ in 0..<5_000 {
      switch random.pick(0..<10) {
      case 0, 1: model.arrive(isRare: false)
      case 2: model.arrive(isRare: true)
      case 3: if !model.list.isEmpty { model.leave(random.pick(0..<model.list.count)) }
      case 4: model.now += [1, pace.longWait, pace.betweenHandOvers][random.pick(0..<3)]
      default:
        guard let (waiter, isOwner) = model.release(spinners: random.pick(0..<2)) else { break }
        if isOwner { owners += 1 } else { woken += 1 }
        // One that was woken, and failed to acquire the lock, keeps the time it has waited.
        if !isOwner, random.pick(0..<2) == 0 { model.enter(waiter) }
      }
      #expect(model.line.isEmpty == model.list.isEmpty)
      #expect(model.line.first === model.list.first)
    }
    #expect(min(owners, woken) > 200)
  }
}
