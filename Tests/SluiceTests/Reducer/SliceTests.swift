import Sluice
import TestSupport
import Testing

private struct Deck: Sendable, Equatable {
  var volume = 0
  var title = ""
}

private struct Studio: Sendable, Equatable {
  struct Room: Sendable, Equatable {
    var left = Deck()
    var right = Deck()
  }

  var room = Room()
  var guests = 0

  /// Computed: a get and a set.
  var louder: Deck {
    get { Deck(volume: room.left.volume * 10, title: room.left.title) }
    set { room.left = Deck(volume: newValue.volume / 10, title: newValue.title) }
  }
}

private struct TurnUp: Action { var by = 1 }
private struct Arrive: Action {}

@Suite(.inTurn) struct SliceTests {
  private static var deck: Reducer<Deck> {
    Reducer(
      id: "deck",
      ReduceOn(TurnUp.self) { deck, action in deck.volume += action.by },
      ReduceOn(ActionTemplate(id: "Title", payloadType: String.self)) { deck, action in
        deck.title = action.payload
      }
    )
  }

  @Test func `the same reducer serves two slices, and leaves both when it is removed`() {
    let store = Store(initialState: Studio())
    let reducer = Self.deck
    store.register(reducer: reducer, for: \.room.left)
    store.register(reducer: reducer, for: \.room.right)
    store.dispatch(action: TurnUp())
    #expect(store.room.left.volume == 1)
    #expect(store.room.right.volume == 1)
    store.unregister(reducer: reducer)
    store.dispatch(action: TurnUp())
    #expect(store.room.left.volume == 1)
    #expect(store.room.right.volume == 1)
  }

  @Test func `slices of slices lift one after another`() {
    let room: Reducer<Studio.Room> = Self.deck.lift(state: \.right)
    let store = Store(initialState: Studio(), reducers: [room.lift(state: \.room)])
    store.dispatch(action: TurnUp())
    #expect(store.room.right.volume == 1)
    #expect(store.room.left.volume == 0)
  }

  @Test func `a computed slice is read and written`() {
    let store = Store(initialState: Studio())
    store.register(reducer: Self.deck, for: \.louder)
    store.dispatch(action: TurnUp(by: 20))
    #expect(store.room.left.volume == 2)
  }

  @Test func `slices, several types and untyped closures keep the order of registration`() {
    let store = Store(initialState: Studio())
    store.register(reducer: Reducer { state, _ in state.room.left.title += "1" })
    store.register(
      reducer: Reducer(ReduceOn(TurnUp.self, Arrive.self) { deck, _ in deck.title += "2" }),
      for: \.room.left
    )
    store.register(
      reducer: Reducer { (deck: inout Deck, _) in deck.title += "3" },
      for: \.room.left
    )
    store.dispatch(action: TurnUp())
    #expect(store.room.left.title == "123")
  }
}
