import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ViewerFeedTests {
  /// A feed, and the bytes that its viewer has not read.
  private final class Fed {
    var feed = ViewerFeed(limit: 1_000)
    var written: [UInt8] = []

    func send(_ record: WireRecord, of instance: String = "a") -> Bool {
      let line = WireEnvelope(instance: instance, record).line()
      let isAdded = feed.add(line, record, of: instance, waiting: written.count)
      written += feed.takeLines()
      return isAdded
    }

    /// Sends records one after the other; returns which of them were added.
    func send(all records: WireRecord...) -> [Bool] { records.map { send($0) } }

    func resynchronize(with state: WireRecord) {
      feed.resynchronize("a", with: WireEnvelope(instance: "a", state).line())
    }

    /// What the viewer reads, which makes room.
    func read() -> [WireRecord] {
      written += feed.takeLines()
      defer { written = [] }
      return written.split(separator: UInt8(ascii: "\n")).compactMap { try? WireRecord(line: $0) }
    }
  }

  @Test func `records beyond a viewer's buffer are counted and reported, and a state follows`() {
    let viewer = Fed()
    var number = 0
    repeat { number += 1 } while viewer.send(.commit(number))
    let first = number
    for later in (first + 1)...(first + 1_000) { #expect(!viewer.send(.commit(later))) }
    #expect(viewer.written.count <= 1_000)
    #expect(viewer.feed.programToResynchronize(waiting: viewer.written.count) == nil)

    #expect(viewer.read() == (1..<first).map { .commit($0) })
    #expect(viewer.feed.programToResynchronize(waiting: 0) == "a")
    viewer.resynchronize(with: .state(first + 1_000, 1))
    #expect(viewer.send(.commit(first + 1_001)))
    #expect(
      viewer.read() == [
        .dropped(first, first + 1_000, .viewer), .state(first + 1_000, 1), .commit(first + 1_001),
      ]
    )
    #expect(viewer.feed.programToResynchronize(waiting: 0) == nil)
  }

  @Test func `a coalesced commit and a gap of the program are counted as such`() {
    let viewer = Fed()
    viewer.feed.pause("a")
    let added = viewer.send(all: .commit(3, count: 2), .dropped(4, 9), .state(9, 1), .commit(10))
    #expect(!added.contains(true))
    viewer.feed.resynchronize("a", with: nil)
    #expect(viewer.read() == [.dropped(.init(count: 9, from: 2, to: 10))])
  }

  @Test func `a record larger than the buffer is sent when nothing else is pending`() {
    let viewer = Fed()
    let long = Tree.string(String(repeating: "x", count: 5_000))
    #expect(viewer.send(.state(0, long)))
    #expect(!viewer.send(.commit(1)))
  }

  @Test func `a program that is paused stays so until it is resumed, and others go on`() {
    let viewer = Fed()
    viewer.feed.pause("a")
    #expect(!viewer.send(.commit(1)))
    #expect(viewer.send(.commit(1), of: "b"))
    #expect(viewer.feed.programToResynchronize(waiting: 0) == nil)
    viewer.feed.resume("a")
    #expect(viewer.feed.programToResynchronize(waiting: 0) == "a")
  }

  @Test func `answers, goodbyes and new beginnings are never left out`() {
    let viewer = Fed()
    viewer.feed.pause("a")
    let added = viewer.send(
      all: .commit(1),
      .error("no", reply: 1),
      .bye(.init()),
      .disconnected(.init(isOrderly: true)),
      .hello(),
      .commit(2)
    )
    #expect(added == [false, true, true, true, true, true])
    #expect(
      viewer.read().map(\.type) == ["error", "bye", "dropped", "disconnected", "hello", "commit"]
    )
  }

  @Test func `a viewer that sends requests and never reads is disconnected`() {
    let viewer = Fed()
    // A long answer is read in its own time.
    viewer.feed.add(past: [UInt8](repeating: 0, count: 64 << 20))
    let answer = [UInt8](repeating: 0, count: 1 << 20)
    let stalled = (1...17).map { _ in
      viewer.feed.add(answer)
      return viewer.feed.isStalled(waiting: 0)
    }
    #expect(stalled == Array(repeating: false, count: 16) + [true])
  }

  @Test func `a gap of several reasons has none, and one of events alone ends with the state`() {
    let viewer = Fed()
    viewer.feed.pause("a")
    #expect(!viewer.send(.commit(1)))
    viewer.feed.resume("a")
    #expect(!viewer.send(.commit(2)))
    viewer.resynchronize(with: .state(2, 1))
    #expect(viewer.read() == [.dropped(.init(count: 2, from: 1, to: 2)), .state(2, 1)])

    viewer.feed.pause("a")
    #expect(!viewer.send(.effect(.ended)))
    viewer.feed.resume("a")
    #expect(viewer.feed.programToResynchronize(waiting: 0) == "a")
    viewer.resynchronize(with: .state(2, 1))
    #expect(viewer.read() == [.state(2, 1)])
  }
}
