import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A state of numbered rooms.
private struct Hotel: Sendable {
  var guests = [1: "Ada", 2: "Grace"]
  var night = 1
}

private typealias GuestFamily = SelectorFamily<Hotel, Int, String?>

@Suite(.inTurn) struct SelectorFamilyTests {
  private let guest = family()
  private let store = Store(initialState: Hotel())

  private static func family(capacity: Int = 100) -> GuestFamily {
    SelectorFamily(capacity: capacity) { (room: Int) in
      Selector { (state: Hotel) in state.guests[room] }
    }
  }

  @Test func `a family of a closure of state and argument answers for each argument`() {
    let guest = SelectorFamily { (state: Hotel, room: Int) in state.guests[room] }
    let received = store.select(guest(2)).received()
    store.restore([1: "Alan"], at: .state(\.guests))
    #expect(store.selectCurrent(guest(1)) == "Alan")
    #expect(received.values == ["Grace", nil])
  }

  @Test func `at most the capacity of selectors is kept, the last requested ones`() {
    let family = Self.family(capacity: 2)
    let (one, two) = (family(1), family(2))
    #expect(family(1) === one && one !== two)
    _ = family(3)
    #expect(family.count == 2)
    #expect(family(1) === one)
    #expect(family(2) !== two)
  }

  @Test func `a selector that was removed still works for its holders and observers`() {
    let family = Self.family(capacity: 1)
    let held = family(1)
    let received = Log<String?>()
    let token = store.select(family(1)).sink { received.append($0) }
    weak let watched = family(2)
    let other = store.select(family(2)).sink { received.append($0) }
    _ = family(3)
    #expect(watched == nil)
    store.restore("Barbara", at: .state(\.guests[1]))
    store.restore("Tony", at: .state(\.guests[2]))
    #expect(received.events == ["Ada", "Grace", "Barbara", "Tony"])
    #expect(store.selectCurrent(held) == "Barbara")
    withExtendedLifetime((token, other)) {}
  }

  @Test func `removed selectors are freed, with what they remembered`() {
    let alive = Shared(0)
    let family = SelectorFamily(capacity: 5) { (room: Int) in
      Selector { (state: Hotel) in
        alive.change { $0 += 1 }
        return Witness { alive.change { $0 -= 1 } }
      }
    }
    for room in 0..<100 { _ = store.selectCurrent(family(room)) }
    #expect(alive.value == 5)
    family.removeAll()
    #expect(alive.value == 0)
    #expect(family.count == 0)
  }

  @Test func `a test's override remains while the selector is kept`() {
    let store = MockStore(initialState: Hotel(), environment: ())
    let greeting = SelectorFamily { [guest] (room: Int) in
      Selector.with(guest(room)) { "Dear \($0 ?? "nobody")" }
    }
    store.override(guest(1), value: "a mock")
    #expect(store.selectCurrent(greeting(1)) == "Dear a mock")
    #expect(store.selectCurrent(greeting(2)) == "Dear Grace")
  }

  @Test func `of two selectors that are made at once for one argument, one is kept`() {
    let box = Shared<GuestFamily?>(nil)
    let inner = Log<Selector<Hotel, String?>>()
    let family = SelectorFamily { (room: Int) in
      // As if another thread had asked while this one makes its selector.
      if inner.events.isEmpty, let family = box.exchange(nil) { inner.append(family(room)) }
      return Selector { (state: Hotel) in state.guests[room] }
    }
    box.value = family
    #expect(family(1) === inner.events.first)
    #expect(family.count == 1)
  }

  @Test func `threads that request more selectors than are kept get right answers`() async {
    let family = SelectorFamily(capacity: 3) { (room: Int) in
      Selector { (state: Hotel) in room + state.night }
    }
    let wrong = Shared(0)
    await Threads.run(4) { [store] thread in
      for step in 0..<2_000 {
        let room = (step &* (thread + 3)) % 10
        if store.selectCurrent(family(room)) != room + 1 { wrong.change { $0 += 1 } }
      }
    }
    #expect(wrong.value == 0)
    #expect(family.count == 3)
  }

  /// An argument whose hash and equality ask the family again: they must not run under its lock.
  private struct Curious: Hashable, Sendable {
    let room: Int
    let family: GuestFamily

    static func == (one: Self, other: Self) -> Bool {
      _ = one.family(one.room)
      return one.room == other.room
    }

    func hash(into hasher: inout Hasher) {
      _ = family(room)
      hasher.combine(0)
    }
  }

  @Test func `an argument's hash, equality and selector may use families`() {
    let box = Shared<SelectorFamily<Hotel, Curious, String?>?>(nil)
    let family = SelectorFamily { [guest] (argument: Curious) in
      if argument.room > 0 { _ = box.value?(Curious(room: argument.room - 1, family: guest)) }
      return guest(argument.room)
    }
    box.value = family
    #expect(family(Curious(room: 3, family: guest)) === guest(3))
    #expect(family.count == 4)
    #expect(family(Curious(room: 0, family: guest)) === guest(0))
    box.value = nil
  }
}
