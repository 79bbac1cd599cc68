import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects, feedbacks, middleware and features of a part that may be absent.
@Suite(.inTurn) struct OptionalPartTests {
  struct Draft: Sendable, Identifiable {
    let id: Int
    var text = ""
  }

  enum Screen: Sendable {
    case list
    case editor(String)
    case draft(Draft)

    var editor: String? { if case .editor(let text) = self { text } else { nil } }
    var draft: Draft? { if case .draft(let draft) = self { draft } else { nil } }
  }

  struct Program: Sendable {
    var draft: Draft?
    var name: String?
    var screen = Screen.list
  }

  struct Show: Action { var draft: Draft? }
  struct Call: Action { var name: String? }
  struct Go: Action { let screen: Screen }
  struct Save: Action {}
  struct Saved: Action, Equatable { let text: String }
  struct Edit: Action { let text: String }

  let clock = TestClock()
  let store: Store<Program, Void>
  let commits = TestInterceptor<Program>()

  init() {
    let program = Reducer<Program>(
      ReduceOn(Show.self) { state, action in
        state.draft = action.draft
        state.screen = action.draft.map { .draft($0) } ?? .list
      },
      ReduceOn(Call.self) { $0.name = $1.name },
      ReduceOn(Go.self) { $0.screen = $1.screen }
    )
    store = Store(initialState: Program(), reducers: [program], clock: clock)
    store.register(interceptor: commits)
  }

  /// How a draft is found: in a property, or as the value of a case.
  enum Place: CaseIterable {
    case property, value

    var effect: Effect<Void> {
      let effect = saveDraft.overlap(.latest)
      return switch self {
      case .property: effect.lift(state: \Program.draft)
      case .value: effect.lift(get: { (program: Program) in program.screen.draft })
      }
    }

    func lifted(_ feature: Feature<Draft, Void>) -> Feature<Program, Void> {
      switch self {
      case .property:
        feature.lift(state: \Program.draft)
      case .value:
        feature.lift(
          get: { (screen: Screen) in screen.draft },
          set: { screen, draft in screen = .draft(draft) }
        )
        .lift(get: { (program: Program) in program.screen }, set: { $0.screen = $1 })
      }
    }

    func draft(in program: Program) -> Draft? {
      switch self {
      case .property: program.draft
      case .value: program.screen.draft
      }
    }
  }

  private var saved: [String] { commits.actions(ofType: Saved.self).map(\.text) }

  private static let saveText = Effect<Void>.on(Save.self, state: String.self) { _, _, context in
    try await context.sleep(for: .seconds(1))
    context.send(Saved(text: context.state))
  }

  private static let saveDraft = Effect<Void>.on(Save.self, state: Draft.self) { _, _, context in
    try await context.sleep(for: .seconds(1))
    context.send(Saved(text: "\(context.state.id) \(context.state.text)"))
  }

  @Test func `runs start while the part is there, and end with it`() async {
    store.register(effect: Self.saveText.lift(state: \Program.name))
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(2))
    #expect(saved.isEmpty)
    store.dispatch(action: Call(name: "a"))
    store.dispatch(action: Save())
    // Without an id, another value is still the same part.
    store.dispatch(action: Call(name: "b"))
    await clock.advance(by: .seconds(2))
    #expect(saved == ["b"])
    store.dispatch(action: Save())
    store.dispatch(action: Call(name: nil))
    store.dispatch(action: Call(name: "c"))
    await clock.advance(by: .seconds(2))
    #expect(saved == ["b"])
  }

  @Test(arguments: Place.allCases)
  func `another part by its id ends the runs`(place: Place) async {
    store.register(effect: place.effect)
    store.dispatch(action: Show(draft: Draft(id: 1)))
    store.dispatch(action: Save())
    store.dispatch(action: Show(draft: Draft(id: 1, text: "x")))
    await clock.advance(by: .seconds(2))
    store.dispatch(action: Save())
    store.dispatch(action: Show(draft: Draft(id: 2)))
    await clock.advance(by: .seconds(2))
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(2))
    #expect(saved == ["1 x", "2 "])
  }

  @Test func `a case's value is a part that may be absent`() async {
    store.register(effect: Self.saveText.lift(get: { (program: Program) in program.screen.editor }))
    store.dispatch(action: Go(screen: .editor("a")))
    store.dispatch(action: Save())
    store.dispatch(action: Go(screen: .list))
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(2))
    #expect(saved.isEmpty)
    store.dispatch(action: Go(screen: .editor("b")))
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(2))
    #expect(saved == ["b"])
  }

  private struct Shouting: Middleware {
    func process(
      _ action: any Action,
      context: MiddlewareContext<Draft>,
      next: @escaping @Sendable (any Action) -> Void
    ) {
      guard let edit = action as? Edit else { return next(action) }
      next(Edit(text: "\(edit.text)\(context.state.id)!"))
    }
  }

  @Test(arguments: Place.allCases)
  func `a whole feature is for a part that may be absent`(place: Place) async {
    let feature = Feature<Draft, Void>(id: "draft")
      .reducer(Reducer(ReduceOn(Edit.self) { $0.text = $1.text }))
      .effect(Self.saveDraft)
      .feedback(
        Feedback(whenChanged: \.text) { text, _, context in
          try await context.sleep(for: .seconds(5))
          context.send(Saved(text: "feedback \(context.state.id)\(text)"))
        }
      )
      .middleware(Shouting())
    store.register(feature: place.lifted(feature))
    store.dispatch(action: Edit(text: "no"))
    store.dispatch(action: Show(draft: Draft(id: 1)))
    store.dispatch(action: Edit(text: "a"))
    #expect(place.draft(in: store.state)?.text == "a1!")
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(2))
    #expect(saved == ["1 a1!"])
    store.dispatch(action: Show(draft: Draft(id: 2)))
    await clock.advance(by: .seconds(6))
    #expect(saved == ["1 a1!", "feedback 2"])
    store.dispatch(action: Edit(text: "b"))
    store.dispatch(action: Show())
    await clock.advance(by: .seconds(6))
    #expect(saved.count == 2)
  }

  @Test func `without an id, another value of a case is still the same part`() async {
    let feature = Feature<String, Void>(id: "editor")
      .reducer(Reducer(ReduceOn(Edit.self) { $0 = $1.text }))
      .effect(Self.saveText)
    store.register(
      feature: feature.lift(
        get: { (screen: Screen) in screen.editor },
        set: { screen, text in screen = .editor(text) }
      ),
      state: \.screen
    )
    store.dispatch(action: Edit(text: "no"))
    store.dispatch(action: Go(screen: .editor("a")))
    store.dispatch(action: Save())
    store.dispatch(action: Edit(text: "b"))
    #expect(store.state.screen.editor == "b")
    await clock.advance(by: .seconds(2))
    #expect(saved == ["b"])
    store.dispatch(action: Save())
    store.dispatch(action: Go(screen: .list))
    store.dispatch(action: Go(screen: .editor("c")))
    await clock.advance(by: .seconds(2))
    #expect(saved == ["b"])
  }
}
