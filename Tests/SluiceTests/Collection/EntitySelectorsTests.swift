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

  @Test func `one element is delivered when it changed, and not when others did`() {
    let store = Self.store()
    let titles = Log<String?>()
    let token = store.select(Self.songs.byID(2)).sink { titles.append($0?.title) }
    store.dispatch(action: Rename(id: 1, title: "x"))
    store.dispatch(action: Rename(id: 2, title: "y"))
    store.dispatch(action: Add(song: Song(id: 4)))
    store.dispatch(action: Play())
    #expect(titles.events == ["2", "y"])
    token.cancel()
  }

  @Test func `a missing element is nil until it is added`() {
    let store = Self.store()
    let titles = Log<String?>()
    let token = store.select(Self.songs.byID(4)).sink { titles.append($0?.title) }
    store.dispatch(action: Add(song: Song(id: 4, title: "new")))
    #expect(titles.events == [nil, "new"])
    token.cancel()
  }

  @Test func `ids and count are delivered only when elements are added or removed`() {
    let store = Self.store()
    let received = Log<String>()
    let tokens = [
      store.select(Self.songs.ids).sink { received.append("\($0)") },
      store.select(Self.songs.count).sink { received.append("\($0)") },
    ]
    store.dispatch(action: Rename(id: 1, title: "x"))
    store.dispatch(action: Play())
    #expect(received.events == ["[1, 2, 3]", "3"])
    store.dispatch(action: Add(song: Song(id: 9)))
    #expect(received.events == ["[1, 2, 3]", "3", "[1, 2, 3, 9]", "4"])
    for token in tokens { token.cancel() }
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

  @Test func `all elements are delivered when one changed, and not when another part did`() {
    let store = Self.store()
    let received = Log<Int>()
    let token = store.select(Self.songs.all).sink { received.append($0.count) }
    store.dispatch(action: Play())
    store.dispatch(action: Rename(id: 1, title: "x"))
    #expect(received.events == [3, 3])
    token.cancel()
  }
}
