import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct SendQueueTests {
  private var queue = SendQueue(limits: ExplorerLimits())

  private mutating func append(_ numbers: ClosedRange<Int>) {
    for number in numbers { append(commit: number) }
  }

  /// Appends a commit of ten bytes, all of which are 128 more than its number.
  private mutating func append(commit number: Int, count: Int = 1) {
    let bytes = Array(repeating: UInt8(128 + number), count: 10)
    append(.commit(number: number, count: count), bytes, sequence: number)
  }

  private mutating func append(_ kind: SendQueue.Item.Kind, _ bytes: [UInt8], sequence: Int) {
    queue.append(SendQueue.Item(kind: kind, bytes: bytes, sequence: sequence))
  }

  /// Appends commits as long as there is room, else instead of the oldest.
  private mutating func appendDropping(_ numbers: ClosedRange<Int>) {
    for number in numbers {
      append(commit: number)
      if queue.isFull { _ = queue.dropOldest() }
    }
  }

  /// Everything that would be written, a few bytes at a time.
  private mutating func drain() -> [UInt8] {
    var written: [UInt8] = []
    while case let bytes = queue.next(), !bytes.isEmpty {
      let part = bytes.prefix(7)
      written += part
      queue.didWrite(part.count)
    }
    return written
  }

  /// The gap that is written, and the bytes before and behind it.
  private mutating func drainWithGap() throws -> (
    before: Set<UInt8>, gap: WireRecord, after: Set<UInt8>
  ) {
    let bytes = drain()
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\n")))
    let start = try #require(bytes[...end].firstIndex(of: UInt8(ascii: "{")))
    let gap = try WireRecord(line: bytes[start...end])
    return (Set(bytes[..<start]), gap, Set(bytes[(end + 1)...]))
  }

  @Test mutating func `bytes leave in order, and are sent when the last is written`() {
    append(1...2)
    let waiting = queue.next().count
    #expect((queue.bytes, waiting) == (20, 20))
    queue.didWrite(19)
    #expect((queue.sent.sequence, queue.sent.commit) == (0, 0))
    queue.didWrite(1)
    #expect((queue.sent.sequence, queue.sent.commit) == (2, 2))
    // One without bytes, when its turn comes.
    append(.notice, [], sequence: 9)
    let nothing = drain()
    #expect((nothing, queue.sent.sequence, queue.isEmpty) == ([], 9, true))
  }

  @Test mutating func `commits count with their bytes until they are being written, or dropped`() {
    queue = SendQueue(limits: ExplorerLimits(commits: 4))
    append(.state(), Array(repeating: 1, count: 99), sequence: 0)
    append(1...2)
    var counts = [queue.commitBytes]
    _ = queue.next()
    counts.append(queue.commitBytes)
    append(3...8)
    counts.append(queue.commitBytes)
    let isGap = queue.dropOldest()
    #expect(isGap)
    #expect(counts + [queue.commitBytes] == [20, 0, 60, 30])
    let dropped = [queue.takeDroppedCommits(), queue.takeDroppedCommits()]
    #expect(dropped == [3, 0])
  }

  @Test mutating func `started over, a queue has what was not written as a gap`() {
    append(1...2)
    _ = drain()
    let none = queue.beginAnew()
    #expect(none == nil, "All of it is written.")
    append(3...6)
    // A part is being written.
    queue.didWrite(queue.next().count - 1)
    let gap = queue.beginAnew()
    #expect(gap == WireRecord.Dropped(count: 4, from: 3, to: 6, reason: .room))
    let dropped = queue.takeDroppedCommits()
    #expect(dropped == 4)
    #expect(queue.bytes == 0 && queue.commitBytes == 0 && queue.commits == 0)
    #expect(queue.sent.commit == 2)
    append(commit: 7)
    let bytes = drain()
    #expect(bytes.count == 10)
    #expect(queue.sent == SendQueue.Progress(sequence: 7, commit: 7, dropped: 4))
  }

  @Test(arguments: [(ExplorerLimits(commits: 8), 2), (ExplorerLimits(encodedBytes: 80), 3)])
  mutating func `the oldest commits are dropped, and the gap is announced before the rest`(
    limits: ExplorerLimits,
    lastDropped: Int
  ) throws {
    queue = SendQueue(limits: limits)
    append(1...3)
    append(commit: 8, count: 5)
    append(.notice, [227], sequence: 8)
    append(9...12)
    #expect(queue.isFull)
    let isGap = queue.dropOldest()
    #expect(isGap)
    #expect(!queue.isFull)
    let (before, gap, after) = try drainWithGap()
    #expect(gap == .dropped(.init(count: lastDropped, from: 1, to: lastDropped, reason: .room)))
    #expect(!after.contains(128 + UInt8(lastDropped)))
    #expect(after.contains(128 + 12))
    #expect(before.union(after).contains(227), "An answer is never dropped.")
    #expect(queue.sent.commit == 12)
  }

  @Test mutating func `gaps that follow each other become one`() throws {
    queue = SendQueue(limits: ExplorerLimits(commits: 4))
    appendDropping(1...40)
    let (before, gap, after) = try drainWithGap()
    #expect(gap == .dropped(.init(count: 37, from: 1, to: 37, reason: .room)))
    #expect((before, after) == ([], [166, 167, 168]))
  }

  @Test mutating func `what is being written is not dropped`() {
    queue = SendQueue(limits: ExplorerLimits(commits: 2))
    append(commit: 1)
    queue.didWrite(queue.next().prefix(3).count)
    appendDropping(2...9)
    let bytes = drain()
    #expect(bytes.prefix(7) == Array(repeating: 129, count: 7)[...])
  }
}
