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

  let bench = Bench(
    state: Album(),
    reducers: [
      Self.album, Self.photo.lift(elements: \Album.photos), Self.photo.lift(elements: \Album.array),
      Self.photo.lift(elements: \Album.dictionary),
    ]
  )
  var store: Store<Album, Void> { bench.store }

  @discardableResult
  func register(_ effect: Effect<Void>, for kind: Kind = .entities) -> StoreRegistration {
    switch kind {
    case .entities: store.register(effect: effect.lift(elements: \Album.photos))
    case .array: store.register(effect: effect.lift(elements: \Album.array))
    case .dictionary: store.register(effect: effect.lift(elements: \Album.dictionary))
    }
  }

  static func to(_ id: Int, _ action: any Action) -> ElementAction<Photo> {
    ElementAction(id: id, action: action)
  }
  static func toEvery(_ action: any Action) -> EveryElementAction<Photo> {
    EveryElementAction(action: action)
  }

  /// Dispatches actions for elements, each when all runs rest, and then lets time pass.
  func send(_ actions: (id: Int, any Action)..., then seconds: Double = 0) async {
    for (id, action) in actions { await bench.send(Self.to(id, action)) }
    await bench.advance(seconds)
  }

  @Test(arguments: Kind.allCases)
  func `each element has its runs, which see its state and dispatch for it`(kind: Kind) async {
    register(Self.work, for: kind)
    await send((1, Start()), (2, Start(delay: 5)), (1, Name(title: "one")), then: 20)
    #expect(bench.answers == ["2: 2 ", "1: 1 one"])
    #expect(store.state.photos.map(\.isDone) == [true, true, false])
  }

  /// An effect of photos, actions, each dispatched when all runs rest, and what the runs send.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let actions: [any Action]
    let answers: [String]
    let effect: @Sendable () -> Effect<Void>
  }

  static let cases = [
    Case(
      testDescription: "starts nothing for a missing element",
      actions: [to(9, Start()), Remove(id: 1), to(1, Start()), Add(id: 1), to(1, Start(delay: 7))],
      answers: ["1: 7"]
    ) { .on(Start.self) { start, _ in Done(note: "\(start.delay)") } },
    Case(
      testDescription: "receives its element's actions",
      actions: [
        to(1, Start()), to(2, Start()), to(2, Name(title: "two")), to(1, Name(title: "one")),
      ],
      answers: ["2: two", "1: one"]
    ) {
      .on(Start.self) { _, _, context in
        context.send(Done(note: try await context.next(Name.self).title))
      }
    },
    Case(
      testDescription: "answers errors for its element",
      actions: [to(2, Start())],
      answers: ["2: no 10"]
    ) {
      .on(Start.self) { _, _ in throw Trouble("no") }
        .catch { error, start in Done(note: "\(error) \(start.delay)") }
    },
    Case(
      testDescription: "answers at once, if its element is there",
      actions: [to(1, Name(title: "a")), to(9, Name(title: "b")), toEvery(Name(title: "c"))],
      answers: ["1: a", "1: c", "2: c", "3: c"]
    ) { .map(Name.self) { Done(note: $0.title) } },
    Case(
      testDescription: "runs for every element",
      actions: [toEvery(Start(delay: 1)), Remove(id: 2)],
      answers: ["1: 1 ", "3: 3 "]
    ) { work.overlap(.serial) },
    Case(
      testDescription: "keeps the state at its commit",
      actions: [to(1, Name(title: "a")), to(1, Start()), to(1, Name(title: "b"))],
      answers: ["1: ab"]
    ) {
      .on(Start.self, state: Photo.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        context.send(Done(note: try context.stateAtCommit.title + context.state.title))
      }
      .retainingState()
    },
    Case(
      testDescription: "is cancelled by its element's actions only",
      actions: [to(1, Start()), to(2, Start()), to(1, Stop()), to(2, Name(title: "two"))],
      answers: ["2: 2 two"]
    ) { work.cancelled(by: Stop.self) },
    Case(
      testDescription: "is cancelled by its element's actions only, if a closure says so",
      actions: [to(1, Start()), to(1, Start(delay: 2)), to(2, Start()), to(1, Stop())],
      answers: ["1: 1 ", "2: 2 "]
    ) { work.cancelled(by: Stop.self) { _, start in start.delay > 5 } },
    Case(
      testDescription: "overlaps with runs of its element, and from the commit on",
      actions: [to(1, Start(delay: 1)), to(2, Start(delay: 2)), to(1, Start(delay: 3))],
      answers: ["2: 2 ", "1: 1 "]
    ) { work.overlap(.latest) },
    Case(
      testDescription: "isn't cancelled by an action that is left out",
      actions: [
        to(1, Start(delay: 2)), to(2, Start(delay: 0)), to(1, Start(delay: 0)),
        toEvery(Start(delay: 0)),
      ],
      answers: ["1: 1 "]
    ) { work.where { $0.delay > 0 }.overlap(.latest) },
    Case(
      testDescription: "is debounced by actions of its element, and ends with it",
      actions: [toEvery(Start(delay: 0)), to(3, Start(delay: 0)), Remove(id: 2)],
      answers: ["1: 1 ", "3: 3 "]
    ) { work.debounce(for: .seconds(1)) },
  ]

  @Test(arguments: cases)
  func `an effect of an element`(example: Case) async {
    register(example.effect())
    await bench.sendEach(example.actions)
    await bench.advance(30)
    #expect(bench.answers == example.answers)
    await store.idle()
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
    await bench.send(
      AlbumAction.photo(2, Name(title: "a")),
      AlbumAction.all(Name(title: "b")),
      then: 1
    )
    let done = bench.commits.actions(ofType: AlbumAction.self).compactMap { action in
      if case .done(let id, let done) = action { "\(id) \(done.note)" } else { nil }
    }
    #expect(done.sorted() == ["1 b", "2 a", "2 b"])
  }

  @Test func `elements of elements have runs of their own`() async {
    struct Shelf: Sendable { var albums: Entities<Book> = [Book(id: "a"), Book(id: "b")] }
    struct Book: Sendable, Identifiable {
      let id: String
      var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2)]
    }
    struct Tear: Action {}
    let books = Reducer<Book>(ReduceOn(Tear.self) { book, _ in book.photos.remove(id: 1) })
    let bench = Bench(
      state: Shelf(),
      reducers: [
        books.lift(elements: \Shelf.albums),
        Self.photo.lift(elements: \Book.photos).lift(elements: \Shelf.albums),
      ],
      effects: [Self.work.lift(elements: \Book.photos).lift(elements: \Shelf.albums)]
    )
    func send(_ book: String, _ action: any Action) async {
      await bench.send(ElementAction<Book>(id: book, action: action))
    }
    for photo in [1, 2] {
      for book in ["a", "b"] { await send(book, Self.to(photo, Start())) }
    }
    await send("b", Tear())
    await bench.advance(10)
    #expect(bench.store.state.albums.map { $0.photos.map(\.isDone) } == [[true, true], [true]])
  }

  @Test func `a stream of all actions can't be lifted`() {
    register(.nonDispatching { _, _ in })
    let isExplained = bench.diagnostics.map { "\($0)".contains("can't be lifted to elements") }
    #expect(isExplained == [true])
  }
}

extension ElementAction: Answer where Element == EffectElementsTests.Photo {
  /// What the run of an element sent, with the element's id.
  var answer: String? { (action as? EffectElementsTests.Done).map { "\(id): \($0.note)" } }
}
