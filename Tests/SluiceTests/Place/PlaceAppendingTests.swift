import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Places in places, as histories find them.
@Suite(.inTurn) struct PlaceAppendingTests {
  private struct Room: Sendable { var enclosing: Enclosing? = Enclosing() }
  private struct Outer: Sendable { var enclosing = Enclosing() }

  @Test func `properties in properties are one property`() {
    let place = Place.state(\Outer.enclosing).appending(.state(\.counting))
    let stored = place.appending(.state(\.other))
    var outer = Outer()
    stored.set(7, in: &outer)
    #expect(outer.enclosing.counting.other == 7)
    #expect(stored.isStored)
    guard case .property(_, let keyPath) = stored.kind else {
      Issue.record("It is no property.")
      return
    }
    #expect(keyPath == \Outer.enclosing.counting.other)
    #expect(!Place.state(\Outer.enclosing).appending(.state(\.count)).isStored)
  }

  @Test func `a part in one that may be absent may be absent`() {
    let place = Place.optional(\Room.enclosing).appending(.state(\.rest))
    var room = Room()
    #expect(place.update(&room, .part) { $0 = 3 })
    #expect(place.find(room, .part) == 3)
    room.enclosing = nil
    #expect(!place.update(&room, .part) { $0 = 4 })
    #expect(place.find(room, .part) == nil)
    #expect(place.keys(room) == [])
  }
}
