import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects, feedbacks, middleware and features of a part that may be absent.
extension ElementsTests {
  struct Show: Action { var photo: Photo? }
  struct Call: Action { var caption: String? }
  struct Go: Action { let screen: Screen }

  private static let showing = Reducer<Album>(
    ReduceOn(Show.self) { album, action in
      album.cover = action.photo
      album.screen = action.photo.map { .photo($0) } ?? .list
    },
    ReduceOn(Call.self) { $0.caption = $1.caption },
    ReduceOn(Go.self) { $0.screen = $1.screen }
  )

  /// How a photo is found: in a property, or as the value of a case.
  enum Spot: CaseIterable {
    case property, value

    func lifted(_ feature: Feature<Photo, Void>) -> Feature<Album, Void> {
      switch self {
      case .property:
        feature.lift(.optional(\Album.cover))
      case .value:
        feature.lift(
          .case(
            get: { (screen: Screen) in screen.photo },
            set: { screen, photo in screen = .photo(photo) }
          )
        )
        .lift(.case(get: { (album: Album) in album.screen }, set: { $0.screen = $1 }))
      }
    }

    func title(in album: Album) -> String? {
      switch self {
      case .property: album.cover?.title
      case .value: album.screen.photo?.title
      }
    }
  }

  /// What has been answered some seconds after these actions.
  private func answers(after actions: any Action..., seconds: Double = 2) async -> [String] {
    for action in actions { store.dispatch(action: action) }
    await bench.advance(seconds)
    return bench.answers
  }

  private static let start = Start(delay: 1)

  @Test(arguments: [false, true])
  func `runs start while the part is there, or the case, and end with it`(isCase: Bool) async {
    store.register(reducer: Self.showing)
    let saving = Effect<Void>.on(Start.self).seeing(String.self).run { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Done(note: context.state))
    }
    store.register(saving) { (feature: Feature<String, Void>) in
      isCase
        ? feature.lift(
          .case(get: { (album: Album) in album.screen.editor }, set: { $0.screen = .editor($1) })
        )
        : feature.lift(.optional(\Album.caption))
    }
    func show(_ text: String?) -> any Action {
      isCase ? Go(screen: text.map { .editor($0) } ?? .list) : Call(caption: text)
    }
    #expect(await answers(after: Self.start) == [])
    // Without an id, another value is still the same part.
    #expect(await answers(after: show("a"), Self.start, show("b")) == ["b"])
    #expect(await answers(after: Self.start, show(nil), show("c")) == ["b"])
  }

  @Test(arguments: Spot.allCases)
  func `another part by its id ends the runs`(spot: Spot) async {
    store.register(reducer: Self.showing)
    store.register(Self.work.overlap(.latest), lifted: spot.lifted)
    let (one, changed) = (Photo(id: 1), Photo(id: 1, title: "x"))
    #expect(
      await answers(after: Show(photo: one), Self.start, Show(photo: changed)) == ["1 x"]
    )
    #expect(await answers(after: Self.start, Show(photo: Photo(id: 2))) == ["1 x"])
    #expect(await answers(after: Self.start) == ["1 x", "2 "])
  }

  @Test(arguments: Spot.allCases)
  func `a whole feature is for a part that may be absent`(spot: Spot) async {
    store.register(reducer: Self.showing)
    let feature = Feature<Photo, Void>(id: "photo")
      .reducer(Self.photo)
      .effect(Self.work)
      .feedback(
        Feedback(for: \.title) { title, _, context in
          try await context.sleep(for: .seconds(5))
          context.send(Done(note: "feedback \(context.state.id)\(title)"))
        }
      )
      .middleware(
        MiddlewareFunction { action, context, next in
          guard let name = action as? Name else { return next(action) }
          next(Name(title: "\(name.title)\(context.state.id)!"))
        }
      )
    store.register(feature: spot.lifted(feature))
    store.send(Name(title: "no"), Show(photo: Photo(id: 1)), Name(title: "a"))
    #expect(spot.title(in: store.state) == "a1!")
    #expect(await answers(after: Self.start) == ["1 a1!"])
    #expect(
      await answers(after: Show(photo: Photo(id: 2)), seconds: 6) == ["1 a1!", "feedback 2"]
    )
    #expect(await answers(after: Name(title: "b"), Show(), seconds: 6).count == 2)
  }
}
