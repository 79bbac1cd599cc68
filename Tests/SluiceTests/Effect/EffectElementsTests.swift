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

  func send(_ id: Int, _ action: any Action) {
    store.dispatch(action: ElementAction<Photo>(id: id, action: action))
  }

  /// What the runs sent, each with its element's id.
  var answers: [String] {
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

  @Test func `a stream of all actions can't be lifted`() {
    let reports = Log<String>()
    store.onDiagnostic = { reports.append("\($0)") }
    let stream = Effect<Void>.nonDispatching { _, _ in }
    store.register(effect: stream.lift(elements: \Album.photos), id: "stream")
    #expect(reports.events.count == 1)
    #expect(reports.events.first?.contains("can't be lifted to elements") == true)
  }
}
