import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct SendQueueTests {
  private func commit(_ number: Int, count: Int = 1, bytes: Int = 10) -> SendQueue.Item {
    SendQueue.Item(
      kind: .commit(number: number, count: count),
      bytes: Array(repeating: UInt8(128 + number), count: bytes),
      sequence: number
    )
  }

  /// Everything that would be written, a few bytes at a time.
  private func drain(_ queue: inout SendQueue) -> [UInt8] {
    var written: [UInt8] = []
    while case let bytes = queue.next(), !bytes.isEmpty {
      let part = bytes.prefix(7)
      written += part
      queue.didWrite(part.count)
    }
    return written
  }

  @Test func `bytes leave in order, and are sent when the last is written`() {
    var queue = SendQueue(limits: ExplorerLimits())
    queue.append(commit(1))
    queue.append(commit(2))
    #expect(queue.bytes == 20)
    let waiting = queue.next().count
    #expect(waiting == 20)
    queue.didWrite(19)
    #expect(queue.sent.sequence == 0)
    #expect(queue.sent.commit == 0)
    queue.didWrite(1)
    #expect(queue.sent.sequence == 2)
    #expect(queue.sent.commit == 2)
    #expect(queue.isEmpty)
  }

  @Test func `commits count with their bytes until they are being written, or dropped`() {
    var queue = SendQueue(limits: ExplorerLimits(commits: 4))
    queue.append(SendQueue.Item(kind: .state(), bytes: Array(repeating: 1, count: 99), sequence: 0))
    for number in 1...2 { queue.append(commit(number)) }
    #expect(queue.commitBytes == 20)
    _ = queue.next()
    #expect(queue.commitBytes == 0)
    for number in 3...8 { queue.append(commit(number)) }
    #expect(queue.commitBytes == 60)
    let isGap = queue.dropOldest()
    #expect(isGap)
    #expect(queue.commitBytes == 30)
    let dropped = [queue.takeDroppedCommits(), queue.takeDroppedCommits()]
    #expect(dropped == [3, 0])
  }

  @Test func `started over, a queue has what was not written as a gap`() {
    var queue = SendQueue(limits: ExplorerLimits())
    for number in 1...2 { queue.append(commit(number)) }
    _ = drain(&queue)
    let none = queue.beginAnew()
    #expect(none == nil, "All of it is written.")
    for number in 3...6 { queue.append(commit(number)) }
    // A part is being written.
    queue.didWrite(queue.next().count - 1)
    let gap = queue.beginAnew()
    #expect(gap == WireRecord.Dropped(count: 4, from: 3, to: 6, reason: .room))
    let dropped = queue.takeDroppedCommits()
    #expect(dropped == 4)
    #expect(queue.bytes == 0 && queue.commitBytes == 0 && queue.commits == 0)
    #expect(queue.sent.commit == 2)
    queue.append(commit(7))
    let bytes = drain(&queue)
    #expect(bytes.count == 10)
    #expect(queue.sent == SendQueue.Progress(sequence: 7, commit: 7, dropped: 4))
  }

  @Test func `an item without bytes is sent when its turn comes`() {
    var queue = SendQueue(limits: ExplorerLimits())
    queue.append(SendQueue.Item(kind: .notice, bytes: [], sequence: 9))
    let bytes = drain(&queue)
    #expect(bytes.isEmpty)
    #expect(queue.sent.sequence == 9)
  }

  @Test(arguments: [
    (ExplorerLimits(commits: 8), 2), (ExplorerLimits(encodedBytes: 80), 3),
  ])
  func `the oldest commits are dropped, and the gap is announced before the rest`(
    limits: ExplorerLimits,
    lastDropped: Int
  ) throws {
    var queue = SendQueue(limits: limits)
    for number in 1...3 { queue.append(commit(number)) }
    queue.append(commit(8, count: 5))
    queue.append(SendQueue.Item(kind: .notice, bytes: [227], sequence: 8))
    for number in 9...12 { queue.append(commit(number)) }
    #expect(queue.isFull)
    let isGap = queue.dropOldest()
    #expect(isGap)
    #expect(!queue.isFull)
    let bytes = drain(&queue)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\n")))
    let line = try #require(bytes[...end].firstIndex(of: UInt8(ascii: "{")))
    let gap = try WireRecord(line: bytes[line...end])
    let kept = Set(bytes[(end + 1)...])
    #expect(gap == .dropped(.init(count: lastDropped, from: 1, to: lastDropped, reason: .room)))
    #expect(!kept.contains(128 + UInt8(lastDropped)))
    #expect(kept.contains(128 + 12))
    #expect(bytes.contains(227), "An answer is never dropped.")
    #expect(queue.sent.commit == 12)
  }

  @Test func `gaps that follow each other become one`() throws {
    var queue = SendQueue(limits: ExplorerLimits(commits: 4))
    for number in 1...40 {
      queue.append(commit(number))
      if queue.isFull { _ = queue.dropOldest() }
    }
    let bytes = drain(&queue)
    let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    let gap = try WireRecord(line: bytes[...end])
    #expect(gap == .dropped(.init(count: 37, from: 1, to: 37, reason: .room)))
    #expect(Set(bytes[(end + 1)...]) == [166, 167, 168])
  }

  @Test func `what is being written is not dropped`() {
    var queue = SendQueue(limits: ExplorerLimits(commits: 2))
    queue.append(commit(1))
    queue.didWrite(queue.next().prefix(3).count)
    for number in 2...9 {
      queue.append(commit(number))
      if queue.isFull { _ = queue.dropOldest() }
    }
    let bytes = drain(&queue)
    #expect(bytes.prefix(7) == Array(repeating: 129, count: 7)[...])
  }
}
