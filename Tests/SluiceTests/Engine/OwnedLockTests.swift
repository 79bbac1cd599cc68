import Sluice
import TestSupport
import Testing

@Suite(.inTurn)
struct OwnedLockTests {
  /// A number that nothing guards but the lock, so that thread sanitizer checks it.
  private final class Counter: @unchecked Sendable {
    // `@unchecked`: see above.
    let lock = OwnedLock()
    var count = 0
  }

  @Test(arguments: [1, 2, 8, 32])
  func `threads take turns, however many`(threads: Int) async {
    let counter = Counter()
    await Threads.run(threads) { _ in
      for _ in 0..<8_000 {
        counter.lock.withLock { counter.count += 1 }
      }
    }
    #expect(counter.count == threads * 8_000)
  }

  @Test func `threads that wait long fall asleep, and each is woken`() async {
    let counter = Counter()
    await Threads.run(16) { _ in
      for _ in 0..<20 {
        counter.lock.withLock {
          // Long enough for the others to give up spinning.
          for _ in 0..<20_000 { counter.count &+= 1 }
        }
      }
    }
    #expect(counter.count == 16 * 20 * 20_000)
  }

  @Test func `the lock gives what its body gives`() {
    let lock = OwnedLock()
    #expect(lock.withLock { 42 } == 42)
    #expect(lock.withLock { "again" } == "again")
  }

  @Test func `a lock taken twice by one thread stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let lock = OwnedLock()
      lock.withLock { lock.withLock {} }
    }
  }
}
