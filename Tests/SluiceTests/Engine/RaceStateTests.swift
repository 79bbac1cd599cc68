import TestSupport
import Testing

@testable import Sluice

/// Every order in which a race begins, gets its contestants, and is decided.
@Suite(.inTurn) struct RaceStateTests {
  private enum Event: CaseIterable {
    case begin, addFirst, addSecond, win, lose
  }

  @Test func `one result decides, resumes the waiter once, and ends every contestant`() {
    var count = 0
    for events in Self.sequences {
      count += 1
      var race = RaceState<String, Event, Event>()
      var resumed: [Event] = []
      var ended: [Event] = []
      var decisions: [Event] = []
      for event in events {
        switch event {
        case .begin: if let result = race.begin("waiter") { resumed.append(result) }
        case .addFirst, .addSecond: if !race.add(event) { ended.append(event) }
        case .win, .lose:
          guard let end = race.settle(event) else { continue }
          decisions.append(event)
          if end.waiter != nil { resumed.append(event) }
          ended += end.tasks
        }
      }
      let results = events.filter { $0 == .win || $0 == .lose }
      let contestants = events.filter { $0 == .addFirst || $0 == .addSecond }
      let isDecided = !results.isEmpty
      #expect(decisions == Array(results.prefix(1)), "\(events)")
      #expect(
        resumed == (events.contains(.begin) ? Array(results.prefix(1)) : []),
        "\(events)"
      )
      #expect(Set(ended) == Set(isDecided ? contestants : []), "\(events)")
      #expect(ended.count == Set(ended).count, "\(events)")
    }
    #expect(count == 326)
  }

  /// Every sequence of distinct events.
  private static let sequences: [[Event]] = {
    func extending(_ sequence: [Event]) -> [[Event]] {
      [sequence]
        + Event.allCases.filter { !sequence.contains($0) }.flatMap { extending(sequence + [$0]) }
    }
    return extending([])
  }()
}
