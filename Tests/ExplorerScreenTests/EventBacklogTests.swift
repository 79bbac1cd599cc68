import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The events that wait until the screen has time for them.
@Suite(.inTurn) struct EventBacklogTests {
  private static func events(_ numbers: Range<Int>) -> [HubEvent] {
    numbers.map { ScreenFixture.record(.commit(ScreenFixture.commit($0))) }
  }

  private static func numbers(_ events: [HubEvent]) -> [Int] {
    events.compactMap { event in
      if case .record(_, _, .commit(let commit)) = event { commit.number } else { nil }
    }
  }

  @Test func `events are taken in pieces, all of them and in their order`() {
    var backlog = EventBacklog()
    var taken: [Int] = []
    var added = 0
    #expect(backlog.isEmpty && backlog.takePiece().isEmpty)
    for round in 0..<60 {
      backlog.append(Self.events(added..<added + round * 10))
      added += round * 10
      let piece = Self.numbers(backlog.takePiece())
      #expect(piece.count <= EventBacklog.piece)
      taken += piece
      #expect(backlog.count == added - taken.count)
      #expect(backlog.isFull == (backlog.count >= EventBacklog.limit))
    }
    #expect(backlog.isFull)
    while !backlog.isEmpty { taken += Self.numbers(backlog.takePiece()) }
    #expect(taken == Array(0..<added) && !backlog.isFull)
  }
}
