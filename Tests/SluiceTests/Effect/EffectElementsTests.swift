import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of an element, lifted over collections.
@Suite(.inTurn) struct EffectElementsTests {
  struct Photo: Sendable, Equatable, Identifiable {
    let id: Int
    var title = ""
    var isDone = false
  }

  struct Album: Sendable, Equatable {
    var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2), Photo(id: 3)]
    var array = [Photo(id: 1), Photo(id: 2)]
    var dictionary = [1: Photo(id: 1), 2: Photo(id: 2)]
    var other = 0
  }

  struct Start: Action { var delay = 10 }
  struct Stop: Action {}
  struct Name: Action, Equatable { var title: String }
  struct Done: Action, Equatable { var note = "" }
  struct Remove: Action { let id: Int }
  struct Add: Action { let id: Int }
  struct Touch: Action {}

  enum AlbumAction: Action {
    case photo(Int, Name)
    case done(Int, Done)
    case all(Name)
  }

  static let photo = Reducer<Photo>(
    id: "photo",
    ReduceOn(Name.self) { $0.title = $1.title },
    ReduceOn(Done.self) { photo, _ in photo.isDone = true }
  )

  static let album = Reducer<Album>(
    id: "album",
    ReduceOn(Remove.self) { album, action in
      album.photos.remove(id: action.id)
      album.array.removeAll { $0.id == action.id }
      album.dictionary[action.id] = nil
    },
    ReduceOn(Add.self) { album, action in album.photos.append(Photo(id: action.id)) },
    ReduceOn(Touch.self) { album, _ in album.other += 1 }
  )

  /// Waits, then says that it is done.
  static let work = Effect<Void>.on(Start.self, state: Photo.self) { start, _, context in
    try await context.sleep(for: .seconds(start.delay))
    context.send(Done(note: "\(context.state.id) \(context.state.title)"))
  }

  enum Kind: CaseIterable { case entities, array, dictionary }

  static func lift(_ effect: Effect<Void>, _ kind: Kind) -> Effect<Void> {
    switch kind {
    case .entities: effect.lift(elements: \Album.photos)
    case .array: effect.lift(elements: \Album.array)
    case .dictionary: effect.lift(elements: \Album.dictionary)
    }
  }

  let clock = TestClock()
  let store: Store<Album, Void>
  let commits = TestInterceptor<Album>()

  init() {
    store = Store(
      initialState: Album(),
      reducers: [
        Self.album, Self.photo.lift(elements: \Album.photos),
        Self.photo.lift(elements: \Album.array), Self.photo.lift(elements: \Album.dictionary),
      ],
      clock: clock
    )
    store.register(interceptor: commits)
  }

  private func send(_ id: Int, _ action: any Action) {
    store.dispatch(action: ElementAction<Photo>(id: id, action: action))
  }

  /// What the runs sent, each with its element's id.
  private var answers: [String] {
    commits.actions(ofType: ElementAction<Photo>.self).compactMap { action in
      (action.action as? Done).map { "\(action.id): \($0.note)" }
    }
  }

  @Test(arguments: Kind.allCases)
  func `each element has its runs, which see its state and dispatch for it`(kind: Kind) async {
    store.register(effect: Self.lift(Self.work, kind))
    send(1, Start())
    send(2, Start(delay: 5))
    send(1, Name(title: "one"))
    await clock.advance(by: .seconds(20))
    #expect(answers == ["2: 2 ", "1: 1 one"])
    #expect(store.state.photos.map(\.isDone) == [true, true, false])
  }

  @Test(arguments: Kind.allCases)
  func `the commit that removes an element cancels its runs`(kind: Kind) async {
    let ends = Log<String>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        // Dropped, though the element with that id is another one by now.
        context.send(Done(note: "late"))
        ends.append("\(context.state.id)")
      }
    }
    store.register(effect: Self.lift(effect, kind))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    store.dispatch(action: Touch())
    #expect(ends.events.isEmpty)
    store.dispatch(action: Remove(id: 1))
    #expect(ends.events == ["1"])
    await clock.advance(by: .seconds(10))
    #expect(answers.isEmpty)
    await store.idle()
  }

  @Test func `what a run sends within the commit that removed its element is dropped`() async {
    let effect = Effect<Void>.on(Start.self) { _, _, context in
      try await context.sleep(for: .seconds(1))
    }
    store.register(effect: effect.lift(elements: \Album.photos))
    let contexts = Log<RunContext<Photo>>()
    let sending = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      contexts.append(context)
      try await context.sleep(for: .seconds(1))
    }
    store.register(effect: sending.lift(elements: \Album.photos), id: "sending")
    send(1, Start())
    await clock.advance()
    let token = store.select(\.photos.count).sink { [contexts] count in
      if count == 2 { contexts.events.first?.send(Done(note: "late")) }
    }
    store.dispatch(action: Remove(id: 1))
    #expect(answers.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func `an action for a missing element starts nothing`() async {
    store.onDiagnostic = { _ in }
    let starts = Log<Int>()
    let counting = Effect<Void>.on(Start.self) { start, _ in starts.append(start.delay) }
    store.register(effect: counting.lift(elements: \Album.photos))
    send(9, Start())
    store.dispatch(action: Remove(id: 1))
    send(1, Start())
    await clock.advance()
    #expect(starts.events.isEmpty)
    store.dispatch(action: Add(id: 1))
    send(1, Start(delay: 7))
    await clock.advance()
    #expect(starts.events == [7])
  }

  @Test func `overlap is per element, and takes effect at the commit`() async {
    store.register(effect: Self.work.overlap(.latest).lift(elements: \Album.photos))
    send(1, Start(delay: 1))
    send(2, Start(delay: 2))
    send(1, Start(delay: 3))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["2: 2 ", "1: 1 "])

    store.register(
      effect: Self.work.overlap(.serial).lift(elements: \Album.photos),
      id: "serial"
    )
    store.unregisterEffects(withID: "EffectElementsTests")
  }

  @Test func `an action that is left out cancels no run of its element`() async {
    let effect = Self.work.where { $0.delay > 0 }.overlap(.latest)
    store.register(effect: effect.lift(elements: \Album.photos))
    send(1, Start(delay: 2))
    send(2, Start(delay: 0))
    send(1, Start(delay: 0))
    store.dispatch(action: EveryElementAction<Photo>(action: Start(delay: 0)))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["1: 1 "])
  }

  @Test func `serial runs wait for those of their element, and go with it`() async {
    store.register(effect: Self.work.overlap(.serial).lift(elements: \Album.photos))
    for _ in 0..<2 {
      send(1, Start(delay: 2))
      send(2, Start(delay: 3))
    }
    await clock.advance(by: .seconds(3))
    #expect(answers == ["1: 1 ", "2: 2 "])
    store.dispatch(action: Remove(id: 2))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["1: 1 ", "2: 2 ", "1: 1 "])
    await store.idle()
  }

  @Test func `a debounce is per element, and goes with it`() async {
    store.register(
      effect: Self.work.debounce(for: .seconds(1)).lift(elements: \Album.photos)
    )
    send(1, Start(delay: 0))
    send(2, Start(delay: 0))
    send(3, Start(delay: 0))
    send(3, Start(delay: 0))
    store.dispatch(action: Remove(id: 2))
    await clock.advance(by: .seconds(5))
    #expect(answers.sorted() == ["1: 1 ", "3: 3 "])
    await store.idle()
  }

  @Test func `a throttle's interval outlives its runs`() async {
    store.register(effect: Self.work.throttle(for: .seconds(5)).lift(elements: \Album.photos))
    send(1, Start(delay: 0))
    await clock.advance(by: .seconds(1))
    send(1, Start(delay: 0))
    send(2, Start(delay: 0))
    await clock.advance(by: .seconds(5))
    send(1, Start(delay: 0))
    await clock.advance(by: .seconds(1))
    #expect(answers == ["1: 1 ", "2: 2 ", "1: 1 "])
  }

  @Test func `an element's actions cancel its runs only`() async {
    store.register(
      effect: Self.work.cancelled(by: Stop.self).lift(elements: \Album.photos)
    )
    let some = Self.work.cancelled(by: Stop.self) { _, start in start.delay > 5 }
    store.register(effect: some.lift(elements: \Album.photos), id: "some")
    store.register(
      effect: Self.work.overlap(.latest).lift(elements: \Album.photos),
      id: "latest"
    )
    send(1, Start())
    send(2, Start())
    send(1, Stop())
    send(2, Name(title: "two"))
    await clock.advance(by: .seconds(20))
    #expect(answers.sorted() == ["1: 1 ", "2: 2 two", "2: 2 two", "2: 2 two"])
  }

  @Test(arguments: [false, true])
  func `what cancels an element's runs finds those that an earlier commit starts later`(
    isForAll: Bool
  ) async {
    let effect = Effect<Void>.on(Start.self) { _, _ in Done() }.cancelled(by: Stop.self)
    store.register(effect: effect.lift(elements: \Album.photos))
    let stopping = store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        // Committed before the effects are notified of the first, and delivered after.
        guard let start = commit.action as? ElementAction<Photo>, start.action is Start,
          start.id == 1
        else { return }
        store?.dispatch(
          action: isForAll
            ? EveryElementAction<Photo>(action: Stop()) as any Action
            : ElementAction<Photo>(id: 1, action: Stop())
        )
      }
    )
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    #expect(answers == ["2: "])
    stopping.unregister()
    send(1, Start())
    await clock.advance(by: .seconds(1))
    #expect(answers == ["2: ", "1: "])
  }

  @Test(arguments: [(false, ["2: 2 ", "2: 2 ", "3: 3 "]), (true, [])])
  func `what cancels runs finds just those of its elements, though they start later`(
    isForEvery: Bool,
    remaining: [String]
  ) async {
    store.register(effect: Self.work.cancelled(by: Stop.self).lift(elements: \Album.photos))
    send(2, Start())
    store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        guard let start = commit.action as? EveryElementAction<Photo>, start.action is Start else {
          return
        }
        store?.dispatch(
          action: isForEvery
            ? EveryElementAction<Photo>(action: Stop())
            : ElementAction<Photo>(id: 1, action: Stop())
        )
      }
    )
    store.dispatch(action: EveryElementAction<Photo>(action: Start()))
    await clock.advance(by: .seconds(20))
    #expect(answers.sorted() == remaining)
  }

  @Test func `a run that its element's action cancels ends with the delivery`() async {
    let ends = Log<Int>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        ends.append(context.state.id)
      }
    }
    store.register(effect: effect.cancelled(by: Stop.self).lift(elements: \Album.photos))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    send(1, Stop())
    #expect(ends.events == [1])
  }

  @Test func `what an action cancels is forgotten when it has been delivered`() {
    final class Key: Hashable, Sendable {
      static func == (one: Key, other: Key) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    struct Item: Sendable { let key: Key }
    struct StopItem: Action { let key: Key }
    struct Clear: Action {}
    let store = Store<[Item], Void>(
      initialState: [],
      reducers: [
        Reducer(
          ReduceOn(StopItem.self) { $0.append(Item(key: $1.key)) },
          ReduceOn(Clear.self) { items, _ in items = [] }
        )
      ]
    )
    store.register(
      effect: Effect<Void>.on(Start.self) { _, _ in }.cancelled(by: Stop.self).lift(
        elements: \.self,
        id: \Item.key,
        action: { (action: StopItem) in (action.key, Stop()) },
        embed: { (key: Key, _: Done) in StopItem(key: key) }
      )
    )
    weak var forgotten: Key?
    do {
      let key = Key()
      store.dispatch(action: StopItem(key: key))
      forgotten = key
      #expect(forgotten != nil)
    }
    for _ in 0..<2 { store.dispatch(action: Clear()) }
    #expect(forgotten == nil)
  }

  @Test func `a run receives its element's actions`() async {
    let asking = Effect<Void>.on(Start.self) { _, _, context in
      context.send(Done(note: try await context.next(Name.self).title))
    }
    store.register(effect: asking.lift(elements: \Album.photos))
    send(1, Start())
    send(2, Start())
    await clock.advance()
    send(2, Name(title: "two"))
    send(1, Name(title: "one"))
    await clock.advance()
    #expect(answers.sorted() == ["1: one", "2: two"])
  }

  @Test func `errors are answered for the element`() async {
    let failing = Effect<Void>.on(Start.self) { _, _ in throw Trouble(description: "no") }
      .catch { error, start in Done(note: "\(error) \(start.delay)") }
    store.register(effect: failing.lift(elements: \Album.photos))
    send(2, Start())
    await clock.advance()
    #expect(answers == ["2: no 10"])
  }

  @Test func `synchronous effects answer for their element, if it is there`() {
    store.onDiagnostic = { _ in }
    let answering = Effect<Void>.map(Name.self) { Done(note: $0.title) }
    store.register(effect: answering.lift(elements: \Album.photos))
    send(1, Name(title: "one"))
    send(9, Name(title: "nine"))
    #expect(answers == ["1: one"])
    store.dispatch(action: EveryElementAction<Photo>(action: Name(title: "all")))
    #expect(answers == ["1: one", "1: all", "2: all", "3: all"])
  }

  @Test func `an action for every element starts a run for each`() async {
    store.register(effect: Self.work.overlap(.serial).lift(elements: \Album.photos))
    store.dispatch(action: EveryElementAction<Photo>(action: Start(delay: 1)))
    store.dispatch(action: Remove(id: 2))
    await clock.advance(by: .seconds(1))
    #expect(answers.sorted() == ["1: 1 ", "3: 3 "])
  }

  @Test(arguments: [false, true])
  func `elements of the same id have one run`(isDebounced: Bool) async {
    let store = Store(
      initialState: Album(array: [Photo(id: 1), Photo(id: 1)]),
      reducers: [Self.photo.lift(elements: \Album.array)],
      clock: clock
    )
    store.register(interceptor: commits)
    store.register(
      effect: (isDebounced ? Self.work.debounce(for: .seconds(1)) : Self.work.overlap(.serial))
        .lift(elements: \Album.array)
    )
    store.register(
      effect: Effect.map(Start.self) { _ in Done(note: "at once") }.lift(elements: \Album.array),
      id: "map"
    )
    store.dispatch(action: EveryElementAction<Photo>(action: Start(delay: 1)))
    await clock.advance(by: .seconds(9))
    #expect(answers == ["1: at once", "1: 1 "])
    await store.idle()
  }

  @Test func `a run keeps the state at its commit`() async {
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done(note: try context.stateAtCommit.title + context.state.title))
    }
    .retainingState()
    store.register(effect: effect.lift(elements: \Album.photos))
    send(1, Name(title: "a"))
    send(1, Start())
    send(1, Name(title: "b"))
    await clock.advance(by: .seconds(1))
    #expect(answers == ["1: ab"])
  }

  @Test func `actions are wrapped for the element`() async {
    let effect = Effect<Void>.on(Name.self) { name, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done(note: name.title))
    }
    let lifted = effect.lift(
      elements: \Album.array,
      id: \.id,
      action: { (action: AlbumAction) in
        if case .photo(let id, let name) = action { (id, name) } else { nil }
      },
      every: { if case .all(let name) = $0 { name } else { nil } },
      embed: AlbumAction.done
    )
    store.register(effect: lifted)
    store.dispatch(action: AlbumAction.photo(2, Name(title: "a")))
    store.dispatch(action: AlbumAction.all(Name(title: "b")))
    await clock.advance(by: .seconds(1))
    let done = commits.actions(ofType: AlbumAction.self).compactMap { action in
      if case .done(let id, let done) = action { "\(id) \(done.note)" } else { nil }
    }
    #expect(done.sorted() == ["1 b", "2 a", "2 b"])
  }

  @Test func `elements of elements have runs of their own`() async {
    struct Shelf: Sendable { var albums: Entities<Book> = [] }
    struct Book: Sendable, Identifiable {
      let id: String
      var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2)]
    }
    struct Tear: Action {}
    let books = Reducer<Book>(ReduceOn(Tear.self) { book, _ in book.photos.remove(id: 1) })
    let store = Store(
      initialState: Shelf(albums: [Book(id: "a"), Book(id: "b")]),
      reducers: [
        books.lift(elements: \Shelf.albums),
        Self.photo.lift(elements: \Book.photos).lift(elements: \Shelf.albums),
      ],
      clock: clock
    )
    store.register(
      effect: Self.work.lift(elements: \Book.photos).lift(elements: \Shelf.albums)
    )
    for book in ["a", "b"] {
      for photo in [1, 2] {
        store.dispatch(
          action: ElementAction<Book>(
            id: book,
            action: ElementAction<Photo>(id: photo, action: Start())
          )
        )
      }
    }
    store.dispatch(action: ElementAction<Book>(id: "b", action: Tear()))
    await clock.advance(by: .seconds(10))
    #expect(store.state.albums.map { $0.photos.map(\.isDone) } == [[true, true], [true]])
  }

  @Test func `what is restored has no runs of what it lacks`() async {
    store.register(effect: Self.work.lift(elements: \Album.photos))
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    store.restore(Album(photos: [Photo(id: 2)]))
    await clock.advance(by: .seconds(10))
    #expect(answers == ["2: 2 "])
  }

  @Test func `runs of many elements are compared with what changed`() async {
    let ended = Log<Int>()
    let effect = Effect<Void>.on(Start.self, state: Photo.self) { _, _, context in
      let id = context.state.id
      await withTaskCancellationHandler {
        try? await context.sleep(for: .seconds(10))
      } onCancel: {
        ended.append(id)
      }
    }
    store.register(effect: effect.lift(elements: \Album.photos))
    for id in 10..<110 { store.dispatch(action: Add(id: id)) }
    for id in 10..<110 { send(id, Start()) }
    await clock.advance(by: .seconds(1))
    store.dispatch(action: Touch())
    for id in [20, 50, 3, 109] { store.dispatch(action: Remove(id: id)) }
    #expect(ended.events == [20, 50, 109])
    store.restore(Album())
    #expect(ended.events.count == 100)
  }

  @Test func `unregistering ends the runs of all elements`() async {
    let registration = store.register(
      effect: Self.work.throttle(for: .seconds(60)).lift(elements: \Album.photos)
    )
    send(1, Start())
    send(2, Start())
    await clock.advance(by: .seconds(1))
    registration.unregister()
    await clock.advance(by: .seconds(20))
    #expect(answers.isEmpty)
    store.dispatch(action: Remove(id: 1))
    await store.idle()
  }

  @Test func `a stream of all actions can't be lifted`() {
    let reports = Log<String>()
    store.onDiagnostic = { reports.append("\($0)") }
    let stream = Effect<Void>.nonDispatching { _, _ in }
    store.register(effect: stream.lift(elements: \Album.photos), id: "stream")
    #expect(reports.events.count == 1)
    #expect(reports.events.first?.contains("can't be lifted to elements") == true)
  }
}
