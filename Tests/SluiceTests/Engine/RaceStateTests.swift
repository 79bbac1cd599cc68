import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Every order in which a race begins, gets its contestants, and is decided.
@Suite(.inTurn) struct RaceStateTests {
  private enum Event: CaseIterable {
    case begin, addFirst, addSecond, win, lose
  }

  private struct Model {
    var race = RaceState<String, Event, Event>()
    var events: [Event] = []
    var resumed: [Event] = []
    var ended: [Event] = []
    var decisions: [Event] = []

    mutating func apply(_ event: Event) {
      events.append(event)
      switch event {
      case .begin: if let result = race.begin("waiter") { resumed.append(result) }
      case .addFirst, .addSecond: if !race.add(event) { ended.append(event) }
      case .win, .lose:
        guard let end = race.settle(event) else { return }
        decisions.append(event)
        if end.waiter != nil { resumed.append(event) }
        ended += end.tasks
      }
    }

    func check() {
      let result = Array(events.filter { $0 == .win || $0 == .lose }.prefix(1))
      let contestants = events.filter { $0 == .addFirst || $0 == .addSecond }
      #expect(decisions == result, "\(events)")
      #expect(resumed == (events.contains(.begin) ? result : []), "\(events)")
      #expect(Set(ended) == Set(result.isEmpty ? [] : contestants), "\(events)")
      #expect(ended.count == Set(ended).count, "\(events)")
    }
  }

  @Test func `one result decides, resumes the waiter once, and ends every contestant`() {
    let count = everySequence(of: Event.allCases, upTo: 5, from: Model()) { model, event in
      guard !model.events.contains(event) else { return false }
      model.apply(event)
      model.check()
      return true
    }
    #expect(count == 326)
  }
}
