import Sluice
import SluiceTesting
import TestSupport
import Testing

private func noting(_ text: String) -> Effect<Catalogue> {
  .map(Search.self) { _ in Note(text: text) }
}

private class BaseEffects: Effects<Catalogue> {
  let inherited = noting("inherited")
}

private final class AllEffects: BaseEffects {
  let stored = noting("stored")
  private let hidden = noting("hidden")
  lazy var postponed = noting("postponed")
  let number = 3
  var computed: Effect<Catalogue> { noting("computed") }
}

private struct ChosenEffects: Effects<Catalogue> {
  static var id: String { "chosen" }

  let first = noting("first")
  let second = noting("second")

  var enabledEffects: [Effect<Catalogue>] { [second, noting("made up")] }
}

private enum Login {
  struct Work: Effects<Catalogue> {
    let answer = noting("login")
  }
}

private enum Logout {
  struct Work: Effects<Catalogue> {
    let answer = noting("logout")
  }

  struct Failing: Effects<Catalogue> {
    let fetch = Effect<Catalogue>.on(Search.self) { _, _ in throw CancelledOrder() }
  }

  struct CancelledOrder: Error {}
}

private struct GenericEffects<Value: Sendable>: Effects<Catalogue> {
  let answer = noting("\(Value.self)")
}

/// Registration: what is found, under which id, and how it is removed.
@Suite(.inTurn)
struct EffectsTests {
  private static func answers(
    _ register: (Store<Counting, Catalogue>) -> Void
  ) -> [String] {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    register(store)
    store.dispatch(action: Search())
    return interceptor.actions(ofType: Note.self).map(\.text)
  }

  @Test func `stored properties are found, those of superclasses and private ones too`() {
    #expect(
      Self.answers { $0.register(effects: AllEffects()) } == ["inherited", "stored", "hidden"]
    )
  }

  @Test func `a lazy effect that hasn't been read is reported by name`() {
    let received = Log<String>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.onDiagnostic = { diagnostic in
      if case .unreadEffects(let names, let effects) = diagnostic {
        received.append("\(effects): \(names)")
        #expect("\(diagnostic)".contains("To fix, declare them with `let`"))
      }
    }
    store.register(effects: AllEffects())
    #expect(received.events == ["AllEffects: [\"postponed\"]"])
    store.register(feature: Feature<Counting, Catalogue>(id: "all").effects(AllEffects()))
    #expect(received.events.count == 2)

    let effects = AllEffects()
    _ = effects.postponed
    store.register(effects: effects)
    store.register(effects: ChosenEffects())
    #expect(received.events.count == 2)
  }

  @Test func `a lazy effect is found once it was made`() {
    let effects = AllEffects()
    _ = effects.postponed
    #expect(
      Self.answers { $0.register(effects: effects) }
        == ["inherited", "stored", "hidden", "postponed"]
    )
  }

  @Test func `a struct may name the effects that are enabled`() {
    #expect(Self.answers { $0.register(effects: ChosenEffects()) } == ["second", "made up"])
  }

  @Test func `effects are unregistered by type, id, array and one by one`() {
    #expect(
      Self.answers { store in
        store.register(effects: AllEffects())
        store.unregisterEffects(ofType: AllEffects.self)
        store.register(effects: ChosenEffects())
        store.unregisterEffects(withID: "chosen")
        store.register(effects: [noting("a"), noting("b")], id: "array")
        store.unregisterEffects(withID: "array")
        store.register(effect: noting("c"), id: "single")
        store.unregisterEffects(withID: "single")
        let registration = store.register(effect: noting("d"))
        registration.unregister()
        store.unregisterEffects(withID: "unknown")
        store.register(effect: noting("left"))
      } == ["left"]
    )
  }

  @Test func `types of one name in different namespaces stand side by side`() {
    struct Work: Effects<Catalogue> {
      let answer = noting("local")
    }
    let received = Log<String>()
    let answers = Self.answers { store in
      store.onDiagnostic = { received.append("\($0)") }
      store.register(effects: Login.Work())
      store.register(effects: Logout.Work())
      store.register(effects: Work())
      store.register(effects: GenericEffects<Login.Work>())
      store.register(effects: GenericEffects<Logout.Work>())
      store.unregisterEffects(ofType: Logout.Work.self)
    }
    #expect(answers == ["login", "local", "Work", "Work"])
    #expect(received.events == [])
  }

  @Test func `another type under the same id replaces the first, and is reported`() {
    struct Usurper: Effects<Catalogue> {
      static var id: String { ChosenEffects.id }
      let first = noting("usurper")
    }
    let received = Log<String>()
    let answers = Self.answers { store in
      store.onDiagnostic = { received.append("\($0)") }
      store.register(effects: ChosenEffects())
      store.register(effects: Usurper())
    }
    #expect(answers == ["usurper"])
    #expect(received.events.count == 1)
    #expect(received.events.first?.contains("If another type has this `id`, change it") == true)
  }

  @Test func `a message names the types around an effect's type, without contexts`() async throws {
    let store = Store<Counting, Catalogue>.searching().0
    let failed = Log<String>()
    store.onEffectFailure = { failed.append($0.run.effect) }
    store.register(effects: Logout.Failing())
    store.dispatch(action: Search())
    try await failed.wait(for: "Logout.Failing.fetch")
  }

  @Test func `effects without an id are distinguished`() {
    let answers = Self.answers { store in
      let registrations = [
        store.register(effect: noting("a")), store.register(effects: [noting("b")]),
        store.register(effect: noting("c")),
      ]
      #expect(Set(registrations).count == 3)
      registrations[1].unregister()
    }
    #expect(answers == ["a", "c"])
  }

  @Test func `a taken id replaces what it stood for`() {
    #expect(
      Self.answers { store in
        store.register(effects: [noting("a"), noting("b")], id: "id")
        store.register(effect: noting("c"), id: "other")
        store.register(effect: noting("d"), id: "id")
        store.register(effects: AllEffects())
        store.register(effects: AllEffects())
      } == ["c", "d", "inherited", "stored", "hidden"]
    )
  }

  @Test func `replacing cancels what runs, and drops what it still dispatches`() async throws {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    let isRunning = Log<Bool>()
    let isOver = Log<Bool>()
    store.register(
      effect: .on(Search.self) { (_, _, context: RunContext<Void>) in
        isRunning.append(true)
        _ = try? await isOver.wait(timeout: .seconds(60)) { _, _ in false }
        context.send(Note(text: "late"))
        isOver.append(Task.isCancelled)
      },
      id: "id"
    )
    store.dispatch(action: Search())
    try await isRunning.wait(for: true)
    store.register(effect: noting("new"), id: "id")
    try await isOver.wait(for: true)
    store.dispatch(action: Search())
    try interceptor.expectDispatched(Search(), Search(), Note(text: "new"))
    try interceptor.expectNothingElse()
  }

  @Test func `a stream ends when its effect is unregistered`() async throws {
    let (store, _) = Store<Counting, Catalogue>.searching()
    let received = Log<String>()
    let registration = store.register(
      effect: .nonDispatching { actions, _ in
        for await action in actions.ofType(Note.self) { received.append(action.text) }
        received.append("end")
      }
    )
    store.dispatch(action: Note(text: "a"))
    try await received.wait(forCount: 1)
    registration.unregister()
    try await received.wait(forCount: 2)
    #expect(received.events == ["a", "end"])
  }
}
