import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Feedbacks, middleware and features of an element.
extension ElementsTests {
  @Test func `follow-ups' actions are for their element`() async {
    let following = Reducer<Photo>(
      ReduceOn(Name.self) { _, name in [.action { Done(note: name.title) }] }
    )
    store.register(reducer: following.lift(.each(\Album.photos)))
    await bench.sendEach(Self.to(2, Name(title: "a")), Self.toEvery(Name(title: "b")))
    #expect(bench.answers == ["2: a", "1: b", "2: b", "3: b"])
  }

  // MARK: - Feedbacks

  private static let loading = Feedback<Photo, Void>(
    for: \.requestedTitle
  ) { title, _, context in
    try await context.sleep(for: .seconds(10))
    context.send(Done(note: "\(title) of \(context.state.id)"))
  }

  private func register(_ feedback: Feedback<Photo, Void>, for kind: Kind = .entities) {
    store.register(feedback, lifted: kind.lift)
  }

  /// Names elements, and returns what has been answered some seconds later.
  private func answers(to names: (id: Int, String)..., after seconds: Double) async -> [String] {
    for (id, title) in names { await send((id, Name(title: title))) }
    await bench.advance(seconds)
    return bench.answers.sorted()
  }

  @Test(arguments: Kind.allCases)
  func `each element requests runs of its own, which end with it`(kind: Kind) async {
    register(Self.loading, for: kind)
    #expect(await answers(to: (1, "a"), (2, "b"), after: 5) == [])
    // Another request of its element.
    await send((2, Name(title: "c")))
    await bench.send(Touch(), then: 5)
    await bench.send(Remove(id: 2), then: 20)
    #expect(bench.timedAnswers == ["1: a of 1 10"])
  }

  @Test func `an element that comes back requests its runs again`() async {
    let starts = Log<String>()
    register(
      Feedback(for: \.title) { title, _, context in
        starts.append("\(context.state.id)\(title)")
        try await context.sleep(for: .seconds(10))
        context.send(Done(note: title))
      }
    )
    await bench.advance()
    #expect(starts.events.sorted() == ["1", "2", "3"])
    await bench.send(Remove(id: 1), then: 5)
    await bench.send(Add(id: 1), then: 11)
    #expect(starts.events.sorted() == ["1", "1", "2", "3"])
    #expect(bench.timedAnswers.sorted() == ["1:  15", "2:  10", "3:  10"])
  }

  @Test func `a run that is requested after its element was removed ends`() async {
    register(Self.loading)
    store.register(
      interceptor: CommitProbe<Album> { [weak store] commit in
        // Committed before the feedback is notified of the first, and delivered after.
        guard let name = commit.action as? ElementAction<Photo>, name.action is Name else { return }
        store?.send(Remove(id: 1), Add(id: 1))
      }
    )
    #expect(await answers(to: (1, "a"), after: 20) == [])
  }

  @Test func `an element's run receives its actions, and answers errors for it`() async {
    register(
      Feedback(while: \.isOpen) { _, context in
        let name = try await context.next(Name.self).title
        if name == "bad" { throw Trouble(name) }
        context.send(Done(note: name))
      }
      .catch { error, _ in Done(note: "\(error)") }
    )
    await bench.advance()
    #expect(await answers(to: (1, "one"), (3, "bad"), after: 0) == ["1: one", "3: bad"])
  }

  @Test func `an action cancels the runs of its element, or of all`() async {
    register(Self.loading.cancelled(by: Stop.self))
    _ = await answers(to: (1, "a"), (2, "a"), (3, "a"), after: 0)
    await send((1, Stop()), then: 10)
    #expect(bench.answers.sorted() == ["2: a of 2", "3: a of 3"])
    _ = await answers(to: (1, "b"), (2, "b"), (3, "b"), after: 5)
    await bench.send(Self.toEvery(Stop()), then: 10)
    #expect(
      await answers(to: (1, "c"), after: 10) == ["1: c of 1", "2: a of 2", "3: a of 3"]
    )
  }

  @Test func `an action for every element of one cancels the runs in that one`() async {
    let bench = Bench(state: Shelf())
    let done = bench.store.noting { commit in
      (commit.action as? ElementAction<Book>)
        .flatMap { $0.action is EveryElementAction<Photo> ? nil : $0.id }
    }
    let feedback = Feedback<Photo, Void>(for: \.title) { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done())
    }
    bench.store.register(feedback.cancelled(by: Touch.self)) {
      $0.lift(.each(\Book.photos)).lift(.each(\Shelf.books))
    }
    await bench.send(ElementAction<Book>(id: "a", action: Self.toEvery(Touch())), then: 2)
    #expect(done.events.compactMap(\.self) == ["b", "b"])
  }

  // MARK: - Middleware and features

  private static let renaming = MiddlewareFunction<Photo> { action, context, next in
    guard let name = action as? Name else { return next(action) }
    next(Name(title: "\(context.state.id)\(name.title)"))
    context.dispatch(action: Done(note: context.state.title))
  }

  @Test func `middleware sees its element`() async {
    store.register(Self.renaming) { $0.lift(.each(\Album.photos)) }
    await bench.sendEach(
      Self.to(2, Name(title: "b")),
      Self.to(9, Name(title: "c")),
      Name(title: "c")
    )
    #expect(store.state.photos.map(\.title) == ["", "2b", ""])
    #expect(bench.answers == ["2: 2b"])
  }

  @Test func `a whole feature is lifted over elements`() async {
    struct House: Sendable { var album = Album() }
    let removing = Reducer<Album>(ReduceOn(Remove.self) { $0.photos.remove(id: $1.id) })
    let bench = Bench(state: House(), reducers: [removing.lift(.state(\.album))])
    let store = bench.store
    let feature = Feature<Photo, Void>(id: "photo")
      .reducer(Self.photo)
      .effect(Self.work)
      .feedback(Self.loading)
      .middleware(Self.renaming)
      .lift(.each(\Album.photos))
    store.register(feature: feature.lift(.state(\.album)))
    store.send(Self.to(1, Name(title: "a")))
    #expect(store.state.album.photos.map(\.title) == ["1a", "", ""])
    await bench.send(Self.to(1, Start(delay: 1)), Self.to(2, Start(delay: 1)))
    await bench.send(Remove(id: 2), then: 20)
    #expect(store.state.album.photos.map(\.isDone) == [true, false])
    store.unregister(feature: feature)
    store.send(Self.to(3, Name(title: "c")))
    #expect(store.state.album.photos.map(\.title) == ["1a", ""])
  }

  @Test func `a feature is lifted to actions that wrap its own`() async {
    let following = Reducer<Photo>(
      ReduceOn(PhotoAction.self) { photo, action in
        guard let name = action.name else { return [] }
        photo.title = name
        return [.action { PhotoAction.done("reducer") }]
      }
    )
    let feature = Feature<Photo, Void>(id: "photo")
      .reducer(following)
      .effect(
        .on(PhotoAction.self).map { action, _ in action.name.map { _ in PhotoAction.done("effect") }
        }
      )
      .feedback(Feedback(for: \.title) { $2.send(PhotoAction.done("feedback \($0)")) })
    let bench = Bench(state: Photo(id: 1))
    bench.store.register(
      feature: feature.lift(
        .state(\.self),
        action: .case({ (action: AlbumAction) in action.photo?.1 }, { AlbumAction.photo(0, $0) })
      )
    )
    await bench.sendEach(Touch(), PhotoAction.name("no"), AlbumAction.photo(0, .name("a")))
    #expect(bench.store.state.title == "a")
    #expect(
      bench.answers.sorted() == ["0: effect", "0: feedback ", "0: feedback a", "0: reducer"]
    )
  }

  @Test func `interceptors and histories of elements are reported`() {
    let reports = store.reports()
    let feature = Feature<Photo, Void>(id: "photo")
      .interceptor(TestInterceptor<Photo>())
      .history(StateHistory(of: .state(\Photo.title)))
    store.register(feature: feature.lift(.each(\Album.photos)))
    #expect(reports.events.map { $0.contains("can't be lifted to elements") } == [true, true])
  }
}

extension ElementsTests.Photo {
  fileprivate var requestedTitle: String? { title.isEmpty ? nil : title }
  fileprivate var isOpen: Bool { !isDone }
}
