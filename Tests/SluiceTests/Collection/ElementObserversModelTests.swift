import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Random operations on a store whose observers watch elements by id, and on one whose observers
/// find the same elements with closures, which are evaluated at each commit.
@Suite(.inTurn, .unsanitized) struct ElementObserversModelTests {
  struct Shelf: Sendable, Equatable {
    var songs = Entities<Song>()
    var label = ""
  }

  struct Library: Sendable {
    var shelf = Shelf(songs: Entities((0..<40).map { Song(id: $0, title: "first") }))
    var others = Entities<Song>()
    var plays = 0

    var computed: Entities<Song> { shelf.songs }
  }

  struct Change: Action { let body: @Sendable (inout Library) -> Void }

  /// How observers find elements.
  struct Ways: Sendable {
    var song: @Sendable (Int) -> Selector<Library, Song?>
    var computed: @Sendable (Int) -> Selector<Library, Song?>
    var onShelf: @Sendable (Int) -> Selector<Shelf, Song?>

    static func byID() -> Ways {
      let songs = EntitySelectors(at: \Library.shelf.songs)
      let computed = EntitySelectors(at: \Library.computed)
      let onShelf = EntitySelectors(at: \Shelf.songs)
      return Ways(song: songs.byID, computed: computed.byID, onShelf: onShelf.byID)
    }

    static func byClosure() -> Ways {
      let songs = SelectorFamily { (state: Library, id: Int) in state.shelf.songs[id: id] }
      let computed = SelectorFamily { (state: Library, id: Int) in state.computed[id: id] }
      let onShelf = SelectorFamily { (state: Shelf, id: Int) in state.songs[id: id] }
      return Ways(song: { songs($0) }, computed: { computed($0) }, onShelf: { onShelf($0) })
    }
  }

  @Test(arguments: 1...volume(3, nightly: 24) as ClosedRange<UInt64>)
  func `the same notifications come in the same order`(seed: UInt64) async {
    let one = Side(.byID(), seed: seed)
    let other = Side(.byClosure(), seed: seed)
    for step in 0..<400 {
      await one.perform(step)
      await other.perform(step)
      guard one.events == other.events else {
        let difference = zip(one.events, other.events).first { $0 != $1 }
        let counts = "\(one.events.count), \(other.events.count)"
        Issue.record("step \(step): \(counts): \(String(describing: difference))")
        return
      }
    }
    #expect(one.events.count > 400)
  }

  /// A store, and those who watch it.
  final class Side: @unchecked Sendable {
    // `@unchecked`: used by one thread at a time; each step waits until all is delivered.
    private let ways: Ways
    private let store: MockStore<Library, Void>
    private let shelf: StoreProjection<Shelf, any Action>
    private var random: SplitMix64
    private var tokens: [SelectionToken] = []
    private var held: [Library] = []
    private var nested = 0
    private(set) var events: [String] = []

    init(_ ways: Ways, seed: UInt64) {
      self.ways = ways
      store = MockStore(
        initialState: Library(),
        reducers: [Reducer(ReduceOn(Change.self) { state, action in action.body(&state) })]
      )
      shelf = store.projection(.state(\.shelf))
      random = SplitMix64(seed: seed)
      for _ in 0..<20 { watch(anyID()) }
    }

    private func anyID() -> Int { Int.random(in: 0..<48, using: &random) }

    private func change(_ body: @escaping @Sendable (inout Library) -> Void) {
      store.dispatch(action: Change(body: body))
    }

    // MARK: - Watching

    private func watch(_ id: Int) {
      let song = ways.song(id)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: sink(store.select(\.plays))
      case 1: sink(store.select(Selector.with(song) { $0?.title.count ?? -1 }))
      case 2:
        let both = Selector.with(song, ways.song(id + 1)) { song, next in
          [song?.title, next?.title]
        }
        sink(store.select(both))
      case 3: sink(shelf.select(ways.onShelf(id)))
      case 4:
        sink(store.projection(song).select { (song: Song?) in song?.title ?? "none" })
      case 5: sink(store.select(song).includingRepeats())
      case 6: sink(store.select(song, Selector(keyPath: \Library.plays)))
      case 7: sink(store.select(ways.computed(id)))
      case 8: sink(shelf.projection(ways.onShelf(id)).select(\Song?.?.title))
      case 9: sink(store.select(Selector.with(song, keyPath: \Song?.?.title)))
      default: sink(store.select(song))
      }
    }

    private func sink<Value>(_ selection: Selection<Value>) {
      let number = tokens.count
      let token = selection.sink { [unowned self] value in receive(value, number) }
      tokens.append(token)
    }

    /// What observers do depends on what was delivered before, and on nothing else.
    private func receive<Value>(_ value: Value, _ number: Int) {
      events.append("\(number): \(value)")
      guard nested < 3 else { return }
      nested += 1
      defer { nested -= 1 }
      let count = events.count
      switch count % 17 {
      case 0: change { $0.shelf.songs[id: count % 40]?.title = "\(count)" }
      case 1: change { $0.plays += 1 }
      case 2 where tokens.count > 2: tokens[count % tokens.count].cancel()
      case 3 where tokens.count < 200: watch(count % 40)
      case 4 where tokens.count > 2: tokens[min(number + 1, tokens.count - 1)].cancel()
      default: break
      }
    }

    // MARK: - Changing

    func perform(_ step: Int) async {
      // A delivery of an override that takes long continues in a task.
      await change(step)
      await store.idle()
    }

    private func change(_ step: Int) async {
      let id = anyID()
      let other = anyID()
      let title = "\(step % 5)"
      switch Int.random(in: 0..<36, using: &random) {
      case 0: change { $0.shelf.songs.append(Song(id: id, title: title)) }
      case 1: change { $0.shelf.songs.remove(id: id) }
      case 2:
        change {
          let song = $0.shelf.songs.remove(id: id)
          $0.shelf.songs.insert(song ?? Song(id: id, title: title), at: 0)
        }
      case 3: change { $0.shelf.songs.move(id: id, to: other) }
      case 4: change { if $0.shelf.songs.count > 1 { $0.shelf.songs.swapAt(0, 1) } }
      case 5: change { $0.shelf.songs.sort() }
      case 6: change { for id in 0..<40 { $0.shelf.songs.update(id: id) { $0.title = title } } }
      case 7:
        change { for _ in 0..<200 { $0.shelf.songs.update(id: id) { $0.title += "!" } } }
      case 8:
        change {
          $0.shelf.songs = Entities($0.shelf.songs.elements)
          $0.shelf.songs[id: id]?.title = title
        }
      case 9, 10:
        if let state = held.randomElement(using: &random) { store.restore(state) }
      case 11:
        if var state = held.randomElement(using: &random) {
          state.shelf.songs.upsert(Song(id: id, title: title))
          store.restore(state)
        }
      case 12, 13: change { $0.plays += 1 }
      case 14: store.dispatch(action: Unhandled())
      case 15, 16: watch(id)
      case 17: tokens.randomElement(using: &random)?.cancel()
      case 18, 19: held = held.suffix(5) + [store.state]
      case 20:
        // One at a time: several are reset in any order.
        store.resetOverriddenSelectors()
        await store.idle()
        store.override(ways.song(id), value: Song(id: id, title: "overridden"))
        _ = store.selectCurrent(ways.song(id))
      case 21: store.resetOverriddenSelectors()
      case 22: change { $0.shelf.songs.removeAll { $0.id < id / 8 } }
      case 23: change { $0.others = $0.shelf.songs }
      case 24: change { swap(&$0.others, &$0.shelf.songs) }
      case 25: change { $0.others[id: id]?.title = title }
      case 26:
        // In a copy that no store sees.
        var songs = store.state.shelf.songs
        for _ in 0..<100 { songs.update(id: other) { $0.title += "?" } }
      case 27: change { $0.shelf.label = title }
      case 28, 29: change { $0.shelf.songs.update(id: id) { $0.id = other } }
      default: change { $0.shelf.songs[id: id]?.title = title }
      }
    }
  }
}
