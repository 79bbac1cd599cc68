import TestSupport
import Testing

@testable import Sluice

@Suite(.inTurn, .unsanitized)
struct FairLockLineTests {
  private static let paces: [FairLock.Pace] = [.state, .turn]

  @Test(arguments: paces)
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

  private func waiter(_ index: UInt, since: UInt64, isRare: Bool = false) -> FairLock.Waiter {
    FairLock.Waiter(index * 4, since: since, isRare: isRare)
  }

  @Test func `a thread woken without the lock is last again, and keeps the time it has waited`() {
    var line = FairLock.Line(.turn)
    let start = 10 * FairLock.Pace.turn.betweenHandOvers
    let (first, second) = (waiter(1, since: start), waiter(2, since: start))
    line.enter(first)
    line.enter(second)
    #expect(line.release(at: start, spinners: 0) == .wake)
    let woken = line.execute(.wake)
    #expect(woken === first)
    line.enter(first)
    let next = line.execute(.wake)
    #expect(next === second)
    let now = start + FairLock.Pace.turn.longWait + 1
    #expect(line.release(at: now, spinners: 1) == .handOver(at: now))
  }

  @Test func `a thread that waits rarely is handed the lock although others spin`() {
    var line = FairLock.Line(.state)
    let rare = waiter(1, since: 0, isRare: true)
    line.enter(rare)
    line.enter(waiter(2, since: 0))
    let step = line.release(at: 1, spinners: 2)
    #expect(step == .handOver(at: 1))
    #expect(line.word(after: step) == rare.thread | FairLock.sleeping)
    let next = line.execute(step)
    #expect(next === rare)
    #expect(line.release(at: 2, spinners: 2) == .leave)
    #expect(line.word(after: .leave) == FairLock.sleeping)
  }

  @Test(arguments: paces)
  func `a thread that has waited long is handed the lock, now and then`(pace: FairLock.Pace) {
    var line = FairLock.Line(pace)
    let start = 10 * pace.betweenHandOvers
    for index in 1...3 { line.enter(waiter(UInt(index), since: start)) }
    let due = start + pace.longWait
    #expect(line.release(at: due, spinners: 1) == .leave)
    #expect(line.release(at: due, spinners: 0) == .wake)
    #expect(line.release(at: due + 1, spinners: 1) == .handOver(at: due + 1))
    _ = line.execute(.handOver(at: due + 1))
    let next = due + 1 + pace.betweenHandOvers
    #expect(line.release(at: next, spinners: 1) == .leave)
    #expect(line.release(at: next + 1, spinners: 1) == .handOver(at: next + 1))
  }

  @Test func `a thread that has left the line is not chosen`() {
    var line = FairLock.Line(.turn)
    let (first, second) = (waiter(1, since: 0), waiter(2, since: 0))
    line.enter(first)
    line.enter(second)
    let removed = [line.remove(first), line.remove(first)]
    #expect(removed == [true, false])
    let next = line.execute(.wake)
    #expect(next === second)
    let isRemoved = line.remove(second)
    #expect(!isRemoved)
    #expect(line.release(at: 1, spinners: 0) == .leave)
    #expect(line.word(after: .leave) == 0)
  }
}
