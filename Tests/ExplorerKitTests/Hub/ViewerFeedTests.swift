import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct ViewerFeedTests {
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
    viewer.feed.resynchronize(
      "a",
      with: WireEnvelope(instance: "a", .state(first + 1_000, 1)).line()
    )
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
    #expect(!viewer.send(.commit(3, count: 2)))
    #expect(!viewer.send(.dropped(4, 9)))
    #expect(!viewer.send(.state(9, 1)))
    #expect(!viewer.send(.commit(10)))
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
    #expect(!viewer.send(.commit(1)))
    #expect(viewer.send(.error(.init(message: "no", reply: 1))))
    #expect(viewer.send(.bye(.init())))
    #expect(viewer.send(.disconnected(.init(isOrderly: true))))
    #expect(viewer.send(.hello()))
    #expect(viewer.send(.commit(2)))
    #expect(
      viewer.read().map(\.type) == ["error", "bye", "dropped", "disconnected", "hello", "commit"]
    )
  }

  @Test func `a viewer that sends requests and never reads is disconnected`() {
    let viewer = Fed()
    let state = WireEnvelope(.state(0, .string(String(repeating: "x", count: 1 << 20)))).line()
    for _ in 0..<16 {
      viewer.feed.add(state)
      #expect(!viewer.feed.isStalled(waiting: 0))
    }
    viewer.feed.add(state)
    #expect(viewer.feed.isStalled(waiting: 0))
  }

  @Test func `a long page of history is read in its own time`() {
    let viewer = Fed()
    viewer.feed.add(page: [UInt8](repeating: 0, count: 64 << 20))
    #expect(!viewer.feed.isStalled(waiting: 0))
    viewer.feed.add([UInt8](repeating: 0, count: 17 << 20))
    #expect(viewer.feed.isStalled(waiting: 0))
  }

  @Test func `a gap of several reasons has none, and one of events alone ends with the state`() {
    let viewer = Fed()
    viewer.feed.pause("a")
    #expect(!viewer.send(.commit(1)))
    viewer.feed.resume("a")
    #expect(!viewer.send(.commit(2)))
    let state = WireEnvelope(instance: "a", .state(2, 1)).line()
    viewer.feed.resynchronize("a", with: state)
    #expect(viewer.read() == [.dropped(.init(count: 2, from: 1, to: 2)), .state(2, 1)])

    viewer.feed.pause("a")
    let effect = WireRecord.Effect(event: .ended, effect: "e", run: 1, commit: nil, time: 0)
    #expect(!viewer.send(.effect(effect)))
    viewer.feed.resume("a")
    #expect(viewer.feed.programToResynchronize(waiting: 0) == "a")
    viewer.feed.resynchronize("a", with: state)
    #expect(viewer.read() == [.state(2, 1)])
  }
}
