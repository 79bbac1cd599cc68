import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct EntitySelectorsTests {
  struct Album: Sendable {
    var songs = Entities((1...3).map { Song(id: $0, title: "\($0)") })
    var plays = 0
  }

  private let songs = EntitySelectors(at: \Album.songs)
  private let store = Store(initialState: Album())

  @Test func `a selector made from ids runs its projector only when they changed`() {
    let sum = Selector.with(songs.ids) { $0.reduce(0, +) }
    #expect(store.selectCurrent(sum) == 6)
    for plays in 1...10 {
      store.restore(Song(id: 1, title: "x"), at: .state(\.songs[id: 1]))
      store.restore(plays, at: .state(\.plays))
      #expect(store.selectCurrent(sum) == 6)
    }
    #expect(sum.recomputations == 1)
  }

  @Test func `a sink receives a value when it changed, and not when others did`() {
    let elements = (1...4).map { id in store.select(songs.byID(id)).received { $0?.title } }
    let ids = store.select(songs.ids).received()
    let count = store.select(songs.count).received()
    let all = store.select(songs.all).received(\.count)
    store.restore(Song(id: 1, title: "x"), at: .state(\.songs[id: 1]))
    store.restore(1, at: .state(\.plays))
    store.restore(Song(id: 4, title: "new"), at: .state(\.songs[id: 4]))
    #expect(elements.map(\.values) == [["1", "x"], ["2"], ["3"], [nil, "new"]])
    #expect(ids.values == [[1, 2, 3], [1, 2, 3, 4]])
    #expect(count.values == [3, 4])
    #expect(all.values == [3, 3, 4])
  }

  @Test func `observers by id see a renamed element go under one id and come under the other`() {
    let elements = (1...4).map { id in store.select(songs.byID(id)).received { $0?.title } }
    let ids = store.select(songs.ids).received()
    let count = store.select(songs.count).received()
    store.restore(Song(id: 4, title: "new"), at: .state(\.songs[id: 1]))
    store.restore(Song(id: 3, title: "third"), at: .state(\.songs[id: 2]))
    #expect(elements.map(\.values) == [["1", nil], ["2", nil], ["3", "third"], [nil, "new"]])
    #expect(ids.values == [[1, 2, 3], [4, 2, 3], [4, 3]])
    #expect(count.values == [3, 2])
  }
}
