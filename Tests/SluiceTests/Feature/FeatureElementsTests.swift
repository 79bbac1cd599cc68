import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Features, feedbacks, middleware and reducers of an element, lifted over collections.
@Suite(.inTurn) struct FeatureElementsTests {
  typealias Photo = EffectElementsTests.Photo
  typealias Album = EffectElementsTests.Album
  typealias Name = EffectElementsTests.Name
  typealias Done = EffectElementsTests.Done
  typealias Remove = EffectElementsTests.Remove
  typealias Add = EffectElementsTests.Add
  typealias Touch = EffectElementsTests.Touch

  enum Kind: CaseIterable { case entities, array, dictionary }

  enum AlbumAction: Action {
    case photo(Int, Name)
    case done(Int, Done)
    case all(Name)
  }

  let clock = TestClock()
  let store: Store<Album, Void>
  let commits = TestInterceptor<Album>()

  init() {
    let photo = EffectElementsTests.photo
    store = Store(
      initialState: Album(),
      reducers: [
        EffectElementsTests.album, photo.lift(elements: \.photos), photo.lift(elements: \.array),
        photo.lift(elements: \.dictionary),
      ],
      clock: clock
    )
    store.register(interceptor: commits)
  }

  private func send(_ id: Int, _ action: any Action) {
    store.send(ElementAction<Photo>(id: id, action: action))
  }

  private var answers: [String] {
    commits.actions(ofType: ElementAction<Photo>.self).compactMap { action in
      (action.action as? Done).map { "\(action.id): \($0.note)" }
    }
  }

  private func answers(after seconds: Int) async -> [String] {
    await clock.advance(by: .seconds(seconds))
    return answers
  }

  // MARK: - Reducers

  @Test func `an enum's case is for every element of an array found by what serves as its id`() {
    let reducer = EffectElementsTests.photo.lift(
      elements: \Album.array,
      id: \.id,
      action: { (action: AlbumAction) in
        if case .photo(let id, let name) = action { (id, name) } else { nil }
      },
      every: { if case .all(let name) = $0 { name } else { nil } }
    )
    store.register(reducer: reducer)
    store.send(AlbumAction.photo(2, Name(title: "two")))
    #expect(store.state.array.map(\.title) == ["", "two"])
    store.send(AlbumAction.all(Name(title: "all")))
    #expect(store.state.array.map(\.title) == ["all", "all"])
  }

  @Test func `follow-ups' actions are for their element`() {
    let following = Reducer<Photo>(
      ReduceOn(Name.self) { _, name in [.action { Done(note: name.title) }] }
    )
    store.register(reducer: following.lift(elements: \Album.photos))
    send(2, Name(title: "a"))
    #expect(answers == ["2: a"])
    store.send(EveryElementAction<Photo>(action: Name(title: "b")))
    #expect(answers == ["2: a", "1: b", "2: b", "3: b"])
  }

  // MARK: - Feedbacks

  private static let loading = Feedback<Photo, Void>(
    whenSome: \.requestedTitle
  ) { title, _, context in
    try await context.sleep(for: .seconds(10))
    context.send(Done(note: "\(title) of \(context.state.id)"))
  }

  private func register(_ feedback: Feedback<Photo, Void>, _ kind: Kind) {
    switch kind {
    case .entities: store.register(feedback: feedback.lift(elements: \.photos))
    case .array: store.register(feedback: feedback.lift(elements: \.array))
    case .dictionary: store.register(feedback: feedback.lift(elements: \.dictionary))
    }
  }

  @Test(arguments: Kind.allCases)
  func `each element requests runs of its own, which end with it`(kind: Kind) async {
    register(Self.loading, kind)
    send(1, Name(title: "a"))
    send(2, Name(title: "b"))
    await clock.advance(by: .seconds(5))
    // Another request of its element.
    send(2, Name(title: "c"))
    store.send(Touch())
    #expect(await answers(after: 5) == ["1: a of 1"])
    store.send(Remove(id: 2))
    #expect(await answers(after: 20) == ["1: a of 1"])
  }

  @Test func `an element that comes back requests its runs again`() async {
    let starts = Log<String>()
    let feedback = Feedback<Photo, Void>(whenChanged: \.title) { title, _, context in
      starts.append("\(context.state.id)\(title)")
      try await context.sleep(for: .seconds(10))
      context.send(Done(note: title))
    }
    store.register(feedback: feedback.lift(elements: \.photos))
    await clock.advance()
    #expect(starts.events.sorted() == ["1", "2", "3"])
    store.send(Remove(id: 1))
    await clock.advance(by: .seconds(5))
    store.send(Add(id: 1))
    await clock.advance(by: .seconds(6))
    #expect(starts.events.sorted() == ["1", "1", "2", "3"])
    #expect(answers.sorted() == ["2: ", "3: "])
    #expect(await answers(after: 5).sorted() == ["1: ", "2: ", "3: "])
  }

  @Test func `a run that is requested after its element was removed ends`() async {
    store.register(feedback: Self.loading.lift(elements: \Album.photos))
    store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        // Committed before the feedback is notified of the first, and delivered after.
        guard let name = commit.action as? ElementAction<Photo>, name.action is Name else { return }
        store?.dispatch(action: Remove(id: 1))
        store?.dispatch(action: Add(id: 1))
      }
    )
    send(1, Name(title: "a"))
    #expect(await answers(after: 20) == [])
  }

  @Test func `an element's run receives its actions, and answers errors for it`() async {
    let feedback = Feedback<Photo, Void>(while: \.isOpen) { _, context in
      let name = try await context.next(Name.self).title
      if name == "bad" { throw Trouble(description: name) }
      context.send(Done(note: name))
    }
    .catch { Done(note: "\($0)") }
    store.register(feedback: feedback.lift(elements: \.photos))
    await clock.advance()
    send(1, Name(title: "one"))
    send(3, Name(title: "bad"))
    await clock.advance()
    #expect(answers.sorted() == ["1: one", "3: bad"])
  }

  @Test func `an action cancels the runs of its element, or of all`() async {
    let feedback = Self.loading.cancelled(by: Stop.self)
      .lift(elements: \Album.photos)
      .cancelled(by: Touch.self)
    store.register(feedback: feedback)
    for id in 1...3 { send(id, Name(title: "a")) }
    await clock.advance()
    send(1, Stop())
    #expect(await answers(after: 10).sorted() == ["2: a of 2", "3: a of 3"])
    for id in 1...3 { send(id, Name(title: "b")) }
    await clock.advance(by: .seconds(5))
    store.send(Touch())
    #expect(await answers(after: 10).count == 2)
    send(1, Name(title: "c"))
    #expect(await answers(after: 10).last == "1: c of 1")
  }

  @Test func `an action for an element cancels the runs of all that it contains`() async {
    struct Book: Sendable, Identifiable {
      let id: String
      var photos: Entities<Photo> = [Photo(id: 1), Photo(id: 2)]
    }
    struct Shelf: Sendable { var books: Entities<Book> = [Book(id: "a"), Book(id: "b")] }
    let store = Store<Shelf, Void>(initialState: Shelf(), clock: clock)
    let done = store.noting { commit in
      (commit.action as? ElementAction<Book>).flatMap { $0.action is Touch ? nil : $0.id }
    }
    let feedback = Feedback<Photo, Void>(whenChanged: \.title) { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done())
    }
    store.register(
      feedback: feedback.lift(elements: \Book.photos).cancelled(by: Touch.self)
        .lift(elements: \Shelf.books)
    )
    store.send(ElementAction<Book>(id: "a", action: Touch()))
    await clock.advance(by: .seconds(2))
    #expect(done.events.compactMap { $0 } == ["b", "b"])
  }

  // MARK: - Middleware

  private struct Renaming: Middleware {
    func process(
      _ action: any Action,
      context: MiddlewareContext<Photo>,
      next: @escaping @Sendable (any Action) -> Void
    ) {
      guard let name = action as? Name else { return next(action) }
      next(Name(title: "\(context.state.id)\(name.title)"))
      context.dispatch(action: Done(note: context.state.title))
    }
  }

  @Test func `middleware sees its element`() {
    store.onDiagnostic = { _ in }
    store.register(middleware: Renaming().lift(elements: \Album.photos))
    send(2, Name(title: "b"))
    #expect(store.state.photos.map(\.title) == ["", "2b", ""])
    #expect(answers == ["2: 2b"])
    send(9, Name(title: "c"))
    store.send(Name(title: "c"))
    #expect(answers == ["2: 2b"])
  }

  // MARK: - Features

  private static let photo = Feature<Photo, Void>(id: "photo")
    .reducer(EffectElementsTests.photo)
    .effect(EffectElementsTests.work)
    .feedback(loading)
    .middleware(Renaming())

  @Test func `a whole feature is lifted over elements`() async {
    struct House: Sendable { var album = Album() }
    let removing = Reducer<Album>(ReduceOn(Remove.self) { $0.photos.remove(id: $1.id) })
    let store = Store(
      initialState: House(),
      reducers: [removing.lift(state: \.album)],
      clock: clock
    )
    let feature = Self.photo.lift(elements: \Album.photos)
    store.register(feature: feature, state: \.album)
    func send(_ action: any Action, _ ids: Int...) {
      for id in ids { store.send(ElementAction<Photo>(id: id, action: action)) }
    }
    send(Name(title: "a"), 1)
    #expect(store.state.album.photos.map(\.title) == ["1a", "", ""])
    send(EffectElementsTests.Start(delay: 1), 1, 2)
    await clock.advance()
    store.send(Remove(id: 2))
    await clock.advance(by: .seconds(20))
    #expect(store.state.album.photos.map(\.isDone) == [true, false])
    store.unregister(feature: feature)
    send(Name(title: "c"), 3)
    #expect(store.state.album.photos.map(\.title) == ["1a", ""])
  }

  @Test func `a feature is lifted to actions that wrap its own`() async {
    enum HouseAction: Action {
      case name(Name)
      case done(Done)
    }
    let following = Reducer<Photo>(
      ReduceOn(Name.self) { photo, name in
        photo.title = name.title
        return [.action { Done(note: "reducer") }]
      }
    )
    let store = Store(initialState: Photo(id: 1), clock: clock)
    let notes = store.noting { commit -> String? in
      if case .done(let done)? = commit.action as? HouseAction { done.note } else { nil }
    }
    let feature = Feature<Photo, Void>(id: "photo")
      .reducer(following)
      .effect(.map(Name.self) { _ in Done(note: "effect") })
      .feedback(Feedback(whenChanged: \.title) { $2.send(Done(note: "feedback \($0)")) })
    store.register(
      feature: feature.lift(
        action: { (action: HouseAction) in if case .name(let name) = action { name } else { nil } },
        embed: HouseAction.done
      )
    )
    await clock.advance()
    store.send(Name(title: "no"), HouseAction.name(Name(title: "a")))
    await clock.advance()
    #expect(store.state.title == "a")
    #expect(
      notes.events.compactMap { $0 }.sorted() == ["effect", "feedback ", "feedback a", "reducer"]
    )
  }

  @Test func `interceptors and histories of elements are reported`() {
    let reports = store.reports()
    let feature = Feature<Photo, Void>(id: "photo")
      .interceptor(TestInterceptor<Photo>())
      .history(StateHistory(of: \Photo.title))
    store.register(feature: feature.lift(elements: \Album.photos))
    #expect(reports.events.count == 2)
    #expect(reports.events.allSatisfy { $0.contains("can't be lifted to elements") })
  }
}

extension EffectElementsTests.Photo {
  fileprivate var requestedTitle: String? { title.isEmpty ? nil : title }
  fileprivate var isOpen: Bool { !isDone }
}
