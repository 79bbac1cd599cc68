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

  /// What has been saved some seconds after these actions.
  private func saved(after actions: any Action..., seconds: Int = 2) async -> [String] {
    for action in actions { store.dispatch(action: action) }
    await clock.advance(by: .seconds(seconds))
    return commits.actions(ofType: Saved.self).map(\.text)
  }

  private static let saveText = Effect<Void>.on(Save.self, state: String.self) { _, _, context in
    try await context.sleep(for: .seconds(1))
    context.send(Saved(text: context.state))
  }

  private static let saveDraft = Effect<Void>.on(Save.self, state: Draft.self) { _, _, context in
    try await context.sleep(for: .seconds(1))
    context.send(Saved(text: "\(context.state.id) \(context.state.text)"))
  }

  @Test(arguments: [false, true])
  func `runs start while the part is there, or the case, and end with it`(isCase: Bool) async {
    store.register(
      effect: isCase
        ? Self.saveText.lift(get: { (program: Program) in program.screen.editor })
        : Self.saveText.lift(state: \Program.name)
    )
    func show(_ text: String?) -> any Action {
      isCase ? Go(screen: text.map { .editor($0) } ?? .list) : Call(name: text)
    }
    #expect(await saved(after: Save()) == [])
    // Without an id, another value is still the same part.
    #expect(await saved(after: show("a"), Save(), show("b")) == ["b"])
    #expect(await saved(after: Save(), show(nil), show("c")) == ["b"])
  }

  @Test(arguments: Place.allCases)
  func `another part by its id ends the runs`(place: Place) async {
    store.register(effect: place.effect)
    let (one, changed) = (Draft(id: 1), Draft(id: 1, text: "x"))
    #expect(await saved(after: Show(draft: one), Save(), Show(draft: changed)) == ["1 x"])
    #expect(await saved(after: Save(), Show(draft: Draft(id: 2))) == ["1 x"])
    #expect(await saved(after: Save()) == ["1 x", "2 "])
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
    store.send(Edit(text: "no"), Show(draft: Draft(id: 1)), Edit(text: "a"))
    #expect(place.draft(in: store.state)?.text == "a1!")
    #expect(await saved(after: Save()) == ["1 a1!"])
    #expect(await saved(after: Show(draft: Draft(id: 2)), seconds: 6) == ["1 a1!", "feedback 2"])
    #expect(await saved(after: Edit(text: "b"), Show(), seconds: 6).count == 2)
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
    store.send(Edit(text: "no"), Go(screen: .editor("a")), Save(), Edit(text: "b"))
    #expect(store.state.screen.editor == "b")
    #expect(await saved() == ["b"])
    #expect(await saved(after: Save(), Go(screen: .list), Go(screen: .editor("c"))) == ["b"])
  }
}
