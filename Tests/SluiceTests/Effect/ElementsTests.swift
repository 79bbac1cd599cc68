import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What belongs to an element, lifted over collections.
@Suite(.inTurn) struct ElementsTests {
  struct Photo: Sendable, Equatable, Identifiable {
    var id: Int
    var title = ""
    var isDone = false
    var count = 0
  }

  enum Screen: Sendable, Equatable {
    case list
    case editor(String)
    case photo(Photo)

    var editor: String? { if case .editor(let text) = self { text } else { nil } }
    var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }
  }

  struct Album: Sendable, Equatable {
    var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2), Photo(id: 3)]
    var array = [Photo(id: 1), Photo(id: 2)]
    var dictionary = [1: Photo(id: 1), 2: Photo(id: 2)]
    var cover: Photo?
    var caption: String?
    var screen = Screen.list
    var other = 0
  }

  struct Book: Sendable, Identifiable {
    let id: String
    var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2)]
  }

  struct Shelf: Sendable { var books: Entities<Book> = [Book(id: "a"), Book(id: "b")] }

  struct Start: Action { var delay = 10 }
  struct Stop: Action {}
  struct Name: Action, Equatable { var title: String }
  struct Renumber: Action { let id: Int }
  struct Done: Answer, Equatable {
    var note = ""
    var answer: String? { note }
  }
  struct Remove: Action { let id: Int }
  struct Add: Action { let id: Int }
  struct Touch: Action {}

  enum PhotoAction: Action, Equatable {
    case name(String)
    case done(String)

    var name: String? { if case .name(let title) = self { title } else { nil } }
  }

  enum AlbumAction: Answer {
    case photo(Int, PhotoAction)
    case all(PhotoAction)

    var photo: (Int, PhotoAction)? {
      if case .photo(let id, let action) = self { (id, action) } else { nil }
    }
    var all: PhotoAction? { if case .all(let action) = self { action } else { nil } }

    var answer: String? {
      if case .photo(let id, .done(let note)) = self { "\(id): \(note)" } else { nil }
    }
  }

  static let photo = Reducer<Photo>(
    id: "photo",
    ReduceOn(Name.self) { $0.title = $1.title },
    ReduceOn(Renumber.self) { $0.id = $1.id },
    ReduceOn(PhotoAction.self) { photo, action in
      if let title = action.name { photo.title = title }
    },
    ReduceOn(Done.self) { photo, _ in photo.isDone = true },
    ReduceOn(Increment.self) { photo, action in photo.count += action.by }
  )

  static let album = Reducer<Album>(
    id: "album",
    ReduceOn(Remove.self) { album, action in
      album.photos.remove(id: action.id)
      album.array.removeAll { $0.id == action.id }
      album.dictionary[action.id] = nil
    },
    ReduceOn(Add.self) { album, action in
      let photo = Photo(id: action.id)
      album.photos.append(photo)
      album.dictionary[action.id] = photo
      (album.cover, album.screen) = (photo, .photo(photo))
    },
    ReduceOn(Touch.self) { album, _ in album.other += 1 }
  )

  /// Waits, then says that it is done.
  static let work = Effect<Void>.on(Start.self).seeing(Photo.self).run { start, _, context in
    try await context.sleep(for: .seconds(start.delay))
    context.send(Done(note: "\(context.state.id) \(context.state.title)"))
  }

  enum Kind: CaseIterable {
    case entities, array, dictionary

    func lift(_ feature: Feature<Photo, Void>) -> Feature<Album, Void> {
      switch self {
      case .entities: feature.lift(.each(\.photos))
      case .array: feature.lift(.each(\.array))
      case .dictionary: feature.lift(.each(\.dictionary))
      }
    }
  }

  static let reducers = [
    album, photo.lift(.each(\Album.photos)), photo.lift(.each(\Album.array)),
    photo.lift(.each(\Album.dictionary)),
  ]

  let bench = Bench(state: Album(), reducers: Self.reducers)
  var store: Store<Album, Void> { bench.store }

  @discardableResult
  func register(_ effect: Effect<Void>, for kind: Kind = .entities) -> StoreRegistration {
    store.register(effect, lifted: kind.lift)
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
    let effect: Effect<Void>

    init(
      _ title: String,
      _ actions: [any Action],
      answers: [String],
      effect: () -> Effect<Void>
    ) {
      (testDescription, self.actions, self.answers) = (title, actions, answers)
      self.effect = effect()
    }
  }

  static let cases = [
    Case(
      "starts nothing for a missing element",
      [to(9, Start()), Remove(id: 1), to(1, Start()), Add(id: 1), to(1, Start(delay: 7))],
      answers: ["1: 7"]
    ) { .on(Start.self) { start, _ in Done(note: "\(start.delay)") } },
    Case(
      "receives its element's actions",
      [to(1, Start()), to(2, Start()), to(2, Name(title: "two")), to(1, Name(title: "one"))],
      answers: ["2: two", "1: one"]
    ) {
      .on(Start.self).run { _, _, context in
        context.send(Done(note: try await context.next(Name.self).title))
      }
    },
    Case("answers errors for its element", [to(2, Start())], answers: ["2: no 10"]) {
      .on(Start.self) { _, _ in throw Trouble("no") }
        .catch { error, context in Done(note: "\(error) \(context.input.delay)") }
    },
    Case(
      "answers at once, if its element is there",
      [to(1, Name(title: "a")), to(9, Name(title: "b")), toEvery(Name(title: "c"))],
      answers: ["1: a", "1: c", "2: c", "3: c"]
    ) { .on(Name.self).map { action, _ in Done(note: action.title) } },
    Case(
      "runs for every element",
      [toEvery(Start(delay: 1)), Remove(id: 2)],
      answers: ["1: 1 ", "3: 3 "]
    ) { work.overlap(.serial) },
    Case(
      "keeps the state at its commit",
      [to(1, Name(title: "a")), to(1, Start()), to(1, Name(title: "b"))],
      answers: ["1: ab"]
    ) {
      .on(Start.self).seeing(Photo.self, retaining: .atCommit).run { _, _, context in
        try await context.sleep(for: .seconds(1))
        context.send(Done(note: try context.stateAtCommit.title + context.state.title))
      }
    },
    Case(
      "is cancelled by its element's actions only",
      [to(1, Start()), to(2, Start()), to(1, Stop()), to(2, Name(title: "two"))],
      answers: ["2: 2 two"]
    ) { work.cancelled(by: Stop.self) },
    Case(
      "is cancelled by its element's actions only, if a closure says so",
      [to(1, Start()), to(1, Start(delay: 2)), to(2, Start()), to(1, Stop())],
      answers: ["1: 1 ", "2: 2 "]
    ) { work.cancelled(by: Stop.self) { _, start in start.delay > 5 } },
    Case(
      "overlaps with runs of its element, and from the commit on",
      [to(1, Start(delay: 1)), to(2, Start(delay: 2)), to(1, Start(delay: 3))],
      answers: ["2: 2 ", "1: 1 "]
    ) { work.overlap(.latest) },
    Case(
      "isn't cancelled by an action that is left out",
      [
        to(1, Start(delay: 2)), to(2, Start(delay: 0)), to(1, Start(delay: 0)),
        toEvery(Start(delay: 0)),
      ],
      answers: ["1: 1 "]
    ) { work.where { $0.delay > 0 }.overlap(.latest) },
    Case(
      "is debounced by actions of its element, and ends with it",
      [toEvery(Start(delay: 0)), to(3, Start(delay: 0)), Remove(id: 2)],
      answers: ["1: 1 ", "3: 3 "]
    ) { work.debounce(for: .seconds(1)) },
  ]

  @Test(arguments: cases)
  func `an effect of an element`(example: Case) async {
    register(example.effect)
    await bench.sendEach(example.actions)
    await bench.advance(30)
    #expect(bench.answers == example.answers)
    await store.idle()
  }

  @Test func `an enum's cases are for one element, or all, of an array by their ids`() async {
    let feature = Feature<Photo, Void>(id: "photo").reducer(Self.photo)
      .effect(.on(PhotoAction.self) { action, _ in action.name.map(PhotoAction.done) })
    store.register(
      feature: feature.lift(
        .each(\Album.array, id: \.id),
        action: .element(\AlbumAction.photo, AlbumAction.photo, every: \.all)
      )
    )
    await bench.send(AlbumAction.photo(2, .name("a")))
    #expect(store.state.array.map(\.title) == ["", "a"])
    await bench.send(AlbumAction.all(.name("b")))
    #expect(store.state.array.map(\.title) == ["b", "b"])
    #expect(bench.answers.sorted() == ["1: b", "2: a", "2: b"])
  }

  @Test func `elements of elements have runs of their own`() async {
    struct Tear: Action {}
    let books = Reducer<Book>(ReduceOn(Tear.self) { book, _ in book.photos.remove(id: 1) })
    let bench = Bench(
      state: Shelf(),
      reducers: [
        books.lift(.each(\Shelf.books)),
        Self.photo.lift(.each(\Book.photos)).lift(.each(\Shelf.books)),
      ]
    )
    bench.store.register(Self.work) { $0.lift(.each(\Book.photos)).lift(.each(\Shelf.books)) }
    func send(_ book: String, _ action: any Action) async {
      await bench.send(ElementAction<Book>(id: book, action: action))
    }
    for photo in [1, 2] {
      for book in ["a", "b"] { await send(book, Self.to(photo, Start())) }
    }
    await send("b", Tear())
    await bench.advance(10)
    #expect(bench.store.state.books.map { $0.photos.map(\.isDone) } == [[true, true], [true]])
  }

  @Test func `a stream of all actions can't be lifted`() {
    register(.nonDispatching { _, _ in })
    #expect(bench.explains("can't be lifted to elements"))
  }
}

extension ElementAction: Answer where Element == ElementsTests.Photo {
  /// What the run of an element sent, with the element's id.
  var answer: String? { (action as? ElementsTests.Done).map { "\(id): \($0.note)" } }
}
