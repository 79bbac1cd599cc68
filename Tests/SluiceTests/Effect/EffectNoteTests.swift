import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct EffectNoteTests {
  private static let named = ActionTemplate(id: "named", payloadType: String.self)

  static let effects: [Effect<Catalogue>] = [
    .on(Search.self, note: "found") { action, _ in Note(text: action.text) },
    .on(Search.self, note: "found") { action, _ in
      action.text == "b" ? nil : Note(text: action.text)
    },
    .on(Search.self, note: "found") { action, _ in [Note(text: action.text)] },
    .on(Search.self) { action, _, context in context.send(Note(text: action.text), note: "found") },
    .on(Search.self) { action, _, context in context.send(Note(text: action.text), note: "found") },
  ]

  @Test(arguments: effects.indices)
  func `the note of an effect is that of its answers' origin`(index: Int) async throws {
    try await expectNote(of: Self.effects[index], at: Search(text: "a"))
  }

  static let templateEffects: [Effect<Catalogue>] = [
    .on(matching: named, note: "found") { action, _ in Note(text: action.payload) },
    .on(matching: named, note: "found") { action, _ in
      action.payload == "b" ? nil : Note(text: action.payload)
    },
    .on(matching: named, note: "found") { action, _ in [Note(text: action.payload)] },
  ]

  @Test(arguments: templateEffects.indices)
  func `the note of an effect of a template is that of its answers' origin`(index: Int) async throws
  {
    try await expectNote(of: Self.templateEffects[index], at: Self.named(payload: "a"))
  }

  private func expectNote(of effect: Effect<Catalogue>, at action: some Action) async throws {
    let (store, _) = Store.searching()
    let origins = Log<ActionOrigin>()
    store.register(interceptor: OriginsOfNotes(origins: origins))
    store.register(effect: effect)

    store.dispatch(action: action, note: "asked")
    try await origins.wait(forCount: 1)

    #expect(origins.events.map(\.note) == ["found"])
  }

  /// Remembers the origins of notes.
  private struct OriginsOfNotes: Interceptor {
    let origins: Log<ActionOrigin>

    func committed(_ commit: Commit<Counting>) {
      if commit.action is Note { origins.append(commit.origin) }
    }
  }

  @Test func `an effect whose closure of several statements returns nothing dispatches nothing`()
    async throws
  {
    let (store, interceptor) = Store.searching()
    let log = Log<String>()
    store.register(
      effect: .on(Search.self) { action, environment in
        let found = try await environment.find(action.text)
        log.append(found.joined())
      }
    )

    store.dispatch(action: Search(text: "a"))
    await store.idle()

    #expect(log.events == ["a!"])
    try interceptor.expectDispatched(Search(text: "a"))
    try interceptor.expectNothingElse()
  }
}
