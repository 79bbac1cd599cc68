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

  private let songs = EntitySelectors(at: \Album.songs)
  private let store = Store(
    initialState: Album(),
    reducers: [
      Reducer(
        ReduceOn(Rename.self) { $0.songs[id: $1.id]?.title = $1.title },
        ReduceOn(Add.self) { $0.songs.append($1.song) },
        ReduceOn(Touch.self) { state, _ in state.plays += 1 }
      )
    ]
  )

  @Test func `a selector made from ids runs its projector only when they changed`() {
    let sum = Selector.with(songs.ids) { $0.reduce(0, +) }
    #expect(store.selectCurrent(sum) == 6)
    for _ in 0..<10 {
      store.send(Rename(id: 1, title: "x"), Touch())
      #expect(store.selectCurrent(sum) == 6)
    }
    #expect(sum.recomputations == 1)
  }

  @Test func `a sink receives a value when it changed, and not when others did`() {
    let elements = (1...4).map { id in store.select(songs.byID(id)).received { $0?.title } }
    let ids = store.select(songs.ids).received()
    let count = store.select(songs.count).received()
    let all = store.select(songs.all).received(\.count)
    store.send(Rename(id: 1, title: "x"), Touch(), Add(song: Song(id: 4, title: "new")))
    #expect(elements.map(\.values) == [["1", "x"], ["2"], ["3"], [nil, "new"]])
    #expect(ids.values == [[1, 2, 3], [1, 2, 3, 4]])
    #expect(count.values == [3, 4])
    #expect(all.values == [3, 3, 4])
  }
}
