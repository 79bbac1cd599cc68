import Foundation
import SluiceSocket
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct WaitingTests {
  /// Waits until one of the pipes is woken; returns which ones are.
  private func wait(for pipes: WakePipe..., timeout: Duration) throws -> [Int] {
    var poller = Poller()
    let indices = pipes.map { poller.add($0.descriptor, for: .reading) }
    let count = try poller.wait(timeout: timeout)
    let woken = indices.indices.filter { poller.canRead(indices[$0]) }
    if count != woken.count || indices.contains(where: { poller.canWrite($0) }) {
      Issue.record("\(count) are said to be ready, and \(woken) are.")
    }
    return woken
  }

  @Test func `a wait ends when it is woken from another thread`() throws {
    let waker = try WakePipe()
    let thread = try Joining { waker.wake() }
    #expect(try wait(for: waker, timeout: patience) == [0])
    thread.join()
  }

  @Test func `many wakes are one, and the next is noticed again`() throws {
    let waker = try WakePipe()
    for _ in 0..<3 {
      for _ in 0..<100_000 { waker.wake() }
      #expect(try wait(for: waker, timeout: .zero) == [0])
      waker.drain()
      #expect(try wait(for: waker, timeout: .zero) == [])
    }
  }

  @Test func `no wake is lost however the two threads meet`() throws {
    let waker = try WakePipe()
    let posted = Atomic(0)
    let seen = Atomic(0)
    let count = 30_000
    let thread = try Joining {
      for number in 1...count {
        posted.store(number, ordering: .sequentiallyConsistent)
        waker.wake()
        // Every second post is waited for, and the next comes right into the drain.
        while number % 2 == 0, seen.load(ordering: .sequentiallyConsistent) < number {
          sched_yield()
        }
      }
    }
    var last = 0
    while last < count {
      guard try wait(for: waker, timeout: patience) == [0] else {
        Issue.record("A wake was lost after \(last) of \(count).")
        seen.store(.max, ordering: .sequentiallyConsistent)
        break
      }
      // Signalled early, so that the next wake meets the drain.
      let before = posted.load(ordering: .sequentiallyConsistent)
      seen.store(before, ordering: .sequentiallyConsistent)
      waker.drain()
      last = posted.load(ordering: .sequentiallyConsistent)
      seen.store(last, ordering: .sequentiallyConsistent)
    }
    thread.join()
  }

  @Test func `a wait without an event ends when its time is up, and not before`() throws {
    let waker = try WakePipe()
    let start = ContinuousClock.now
    #expect(try wait(for: waker, timeout: .milliseconds(20)) == [])
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(try wait(for: waker, timeout: .seconds(-5)) == [])
  }

  @Test func `only descriptors that are ready are reported`() throws {
    let (first, second) = (try WakePipe(), try WakePipe())
    second.wake()
    #expect(try wait(for: first, second, timeout: .seconds(5)) == [1])
  }

  @Test func `an outbox keeps what a slow peer does not take, up to its limit`() throws {
    let pair = try Pair()
    var outbox = Outbox(limit: 1 << 20)
    var expected: [UInt8] = []
    var piece: UInt8 = 0
    while true {
      let bytes = [UInt8](repeating: piece, count: 50_000)
      guard outbox.append(bytes) else { break }
      expected += bytes
      piece &+= 1
      try outbox.flush(to: pair.program)
    }
    #expect(outbox.count > 900_000 && outbox.count <= 1 << 20)
    var read: [UInt8] = []
    while read.count < expected.count {
      read += try pair.hub.bytes(min(30_000, expected.count - read.count))
      try outbox.flush(to: pair.program)
    }
    #expect(read == expected)
    #expect(outbox.isEmpty)
  }

  @Test func `an empty outbox accepts even more than its limit`() {
    var outbox = Outbox(limit: 4)
    let takesFirst = outbox.append([1, 2, 3, 4, 5])
    let takesSecond = outbox.append([6])
    #expect(takesFirst && !takesSecond)
    #expect(outbox.count == 5)
  }
}
