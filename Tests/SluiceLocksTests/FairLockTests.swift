import TestSupport
import Testing

@testable import SluiceLocks

@Suite(.inTurn)
struct FairLockTests {
  /// A lock, and a number that nothing else guards, so that thread sanitizer checks it.
  private final class Counter: @unchecked Sendable {
    // `@unchecked`: see above.
    private let lock: FairLock
    var count = 0

    init(_ pace: FairLock.Pace) { lock = FairLock(pace) }

    var owner: UInt { lock.owner }
    var hasSleepers: Bool { lock.hasSleepers }
    func isHeld(by thread: UInt) -> Bool { lock.isHeld(by: thread) }
    func tryAcquire(_ thread: UInt) -> Bool { lock.tryAcquire(thread) }
    func acquireWaiting(_ thread: UInt) -> Bool { lock.acquireWaiting(thread) }
    func acquire(_ thread: UInt, until deadline: UInt64) -> Bool {
      lock.acquire(thread, until: deadline)
    }
    func release(_ thread: UInt) -> Bool { lock.release(thread) }
    func mark() -> Bool { lock.mark() }
    func unmark(_ thread: UInt) { lock.unmark(thread) }
    func pass(_ thread: UInt) -> Bool { lock.pass(thread) }

    func locked(_ body: (Counter) -> Void) {
      let thread = Platform.currentThread()
      if !lock.tryAcquire(thread), !lock.acquireWaiting(thread) { Issue.record("It is held.") }
      body(self)
      if !lock.release(thread) { Issue.record("It is marked.") }
    }

  }

  /// How many threads acquire a lock, how often, and what they do with it.
  private static let loads: [(threads: Int, rounds: Int, work: Int)] = [
    (1, 8_000, 1), (2, 8_000, 1), (8, 8_000, 1), (32, 8_000, 1),
    // Long enough for the others to give up spinning, and to fall asleep.
    (16, 20, 20_000),
  ]

  @Test(arguments: [FairLock.Pace.state, .turn])
  func `threads take turns, and each that sleeps is woken`(pace: FairLock.Pace) async {
    for (threads, rounds, work) in Self.loads {
      let counter = Counter(pace)
      await Threads.run(threads) { _ in
        for _ in 0..<rounds {
          counter.locked { counter in for _ in 0..<work { counter.count &+= 1 } }
        }
      }
      #expect(counter.count == threads * rounds * work, "\(threads) threads")
    }
  }

  @Test func `a thread gives up at its deadline while another holds the lock`() async {
    let counter = Counter(.turn)
    let call = HeldCall()
    await call.run {
      counter.locked { _ in call.hold() }
    } meanwhile: {
      let deadline = Platform.now + 2_000_000
      #expect(!counter.acquire(Platform.currentThread(), until: deadline))
      #expect(Platform.now >= deadline)
    }
    counter.locked { $0.count = 1 }
    #expect(counter.count == 1)
  }

  @Test func `the owner is known, and doesn't acquire the lock again`() {
    let lock = Counter(.state)
    let thread = Platform.currentThread()
    #expect(lock.owner == 0)
    #expect(lock.tryAcquire(thread))
    #expect(lock.owner == thread)
    #expect(lock.isHeld(by: thread))
    #expect(!lock.tryAcquire(thread))
    #expect(!lock.acquireWaiting(thread))
    #expect(lock.release(thread))
    #expect(!lock.isHeld(by: thread))
  }

  @Test func `a marked lock is released when its owner has cleared the mark`() {
    let lock = Counter(.turn)
    let thread = Platform.currentThread()
    #expect(!lock.mark())
    #expect(lock.tryAcquire(thread))
    #expect(lock.mark())
    #expect(lock.mark())
    #expect(!lock.release(thread))
    #expect(lock.owner == thread)
    // No thread waits for it: it is free, and marked for its next owner, as it is without a mark.
    lock.unmark(thread)
    #expect(!lock.pass(thread))
    #expect(lock.owner == 0)
    #expect(!lock.mark())
    #expect(lock.acquire(thread, until: 0))
    #expect(!lock.release(thread))
    lock.unmark(thread)
    #expect(lock.isHeld(by: thread))
    #expect(lock.release(thread))
    #expect(lock.owner == 0)
  }

  @Test func `a lock is passed to the thread that sleeps, with the mark`() async {
    let lock = Counter(.turn)
    let isHeld = Gate()
    await Threads.run(2) { index in
      let thread = Platform.currentThread()
      if index == 0 {
        #expect(lock.tryAcquire(thread))
        isHeld.open()
        // The mark of sleeping threads, set with the line locked.
        while !lock.hasSleepers { Platform.pause(10) }
        #expect(lock.pass(thread))
        #expect(!lock.isHeld(by: thread))
      } else {
        isHeld.wait()
        #expect(lock.acquire(thread, until: .max))
        #expect(!lock.release(thread))
        lock.unmark(thread)
        #expect(lock.release(thread))
      }
    }
    #expect(lock.owner == 0)
  }

  @Test func `pending work is done by the owner, its successor or the caller`() async {
    let counter = Counter(.turn)
    let pending = Shared(0)
    @Sendable func workOff(_ thread: UInt) {
      var mayPass = true
      repeat {
        counter.unmark(thread)
        counter.count += pending.exchange(0)
        if mayPass, counter.count % 3 == 0 {
          mayPass = false
          if counter.pass(thread) || !counter.acquire(thread, until: .max) { return }
        }
      } while !counter.release(thread)
    }
    await Threads.run(6) { index in
      let thread = Platform.currentThread()
      for _ in 0..<5_000 {
        pending.change { $0 += 1 }
        if index % 2 == 0, counter.acquire(thread, until: Platform.now + 50_000) {
          workOff(thread)
        } else if !counter.mark(), counter.acquire(thread, until: .max) {
          workOff(thread)
        }
      }
    }
    #expect(counter.count == 6 * 5_000)
    #expect(counter.owner == 0)
  }
}

@Suite(.inTurn)
struct LockedTests {
  @Test func `threads change a value one at a time`() async {
    final class Box: Sendable { let value = Locked(0) }
    let box = Box()
    await Threads.run(8) { _ in
      for _ in 0..<8_000 { box.value.withLock { $0 += 1 } }
    }
    #expect(box.value.withLock { $0 } == 8 * 8_000)
  }

  @Test func `the lock returns what its body returns, and a value is released with it`() {
    weak var witness: Witness?
    do {
      let new = Witness()
      witness = new
      let locked = Locked<Witness?>(new)
      #expect(locked.withLock { $0 } === new)
    }
    #expect(witness == nil)
    #expect(PlainLock().withLock { 42 } == 42)
  }

  @Test func `a lock taken twice by one thread stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let lock = PlainLock()
      lock.withLock { lock.withLock {} }
    }
  }
}

extension FairLock {
  /// Whether a thread sleeps in the line.
  var hasSleepers: Bool { word.load(ordering: .relaxed) & Self.sleeping != 0 }
}
