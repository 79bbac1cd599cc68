import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct EntitySelectorsTests {
  struct Album: Sendable {
    var songs = Entities((1...3).map { Song(id: $0, title: "\($0)") })
    var plays = 0
  }
  struct Rename: Action {
    let id: Int
    let title: String
  }
  struct Add: Action { let song: Song }
  struct Play: Action {}

  static let songs = EntitySelectors(at: \Album.songs)

  private static func store() -> Store<Album, Void> {
    Store(
      initialState: Album(),
      reducers: [
        Reducer(
          ReduceOn(Rename.self) { $0.songs[id: $1.id]?.title = $1.title },
          ReduceOn(Add.self) { $0.songs.append($1.song) },
          ReduceOn(Play.self) { state, _ in state.plays += 1 }
        )
      ]
    )
  }

  @Test func `a selector made from ids runs its projector only when they changed`() {
    let store = Self.store()
    let sum = Selector.with(Self.songs.ids) { $0.reduce(0, +) }
    #expect(store.selectCurrent(sum) == 6)
    for _ in 0..<10 {
      store.dispatch(action: Rename(id: 1, title: "x"))
      store.dispatch(action: Play())
      #expect(store.selectCurrent(sum) == 6)
    }
    #expect(sum.recomputations == 1)
  }

  typealias Subscribe = @Sendable (Store<Album, Void>, Log<String>) -> SelectionToken

  /// What the sinks of selectors receive while an element is renamed, another part changes and an
  /// element is added.
  private static let received: [(values: [String], subscribe: Subscribe)] = [
    (
      ["1", "x"], { store, log in store.select(songs.byID(1)).sink { log.append($0?.title ?? "") } }
    ),
    (["2"], { store, log in store.select(songs.byID(2)).sink { log.append($0?.title ?? "") } }),
    (
      ["nil", "new"],
      { store, log in store.select(songs.byID(4)).sink { log.append($0?.title ?? "nil") } }
    ),
    (
      ["[1, 2, 3]", "[1, 2, 3, 4]"],
      { store, log in store.select(songs.ids).sink { log.append("\($0)") } }
    ),
    (["3", "4"], { store, log in store.select(songs.count).sink { log.append("\($0)") } }),
    (
      ["3", "3", "4"], { store, log in store.select(songs.all).sink { log.append("\($0.count)") } }
    ),
  ]

  @Test(arguments: received.indices)
  func `a sink receives a value when it changed, and not when others did`(index: Int) {
    let (values, subscribe) = Self.received[index]
    let store = Self.store()
    let log = Log<String>()
    let token = subscribe(store, log)
    store.dispatch(action: Rename(id: 1, title: "x"))
    store.dispatch(action: Play())
    store.dispatch(action: Add(song: Song(id: 4, title: "new")))
    #expect(log.events == values)
    token.cancel()
  }
}
