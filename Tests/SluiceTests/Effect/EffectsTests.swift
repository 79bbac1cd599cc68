import Sluice
import SluiceTesting
import TestSupport
import Testing

private func answering(_ text: String) -> Effect<Void> {
  .on(Ask.self).map { _, _ in Answered(text) }
}

private class BaseEffects: Effects<Void> {
  let inherited = answering("inherited")
}

private final class AllEffects: BaseEffects {
  let stored = answering("stored")
  private let hidden = answering("hidden")
  lazy var postponed = answering("postponed")
  let number = 3
  var computed: Effect<Void> { answering("computed") }
}

private struct ChosenEffects: Effects<Void> {
  static var id: String { "chosen" }

  let first = answering("first")
  let second = answering("second")

  var enabledEffects: [Effect<Void>] { [second, answering("made up")] }
}

private enum Login {
  struct Work: Effects<Void> {
    let answer = answering("login")
  }
}

private enum Logout {
  struct Work: Effects<Void> {
    let answer = answering("logout")
  }
}

private struct GenericEffects<Value: Sendable>: Effects<Void> {
  let answer = answering("\(Value.self)")
}

private func touched(_ effects: AllEffects) -> AllEffects {
  _ = effects.postponed
  return effects
}

/// Registration: what is found, under which id, and how it is removed.
@Suite(.inTurn) struct EffectsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answers: [String]
    let register: @Sendable (Store<Counting, Void>) -> Void

    init(
      _ title: String,
      _ answers: [String],
      register: @escaping @Sendable (Store<Counting, Void>) -> Void
    ) {
      (testDescription, self.answers, self.register) = (title, answers, register)
    }
  }

  static let cases = [
    Case("stored ones, of superclasses and private ones too", ["inherited", "stored", "hidden"]) {
      $0.register(effects: AllEffects())
    },
    Case("a lazy one once it was made", ["inherited", "stored", "hidden", "postponed"]) {
      $0.register(effects: touched(AllEffects()))
    },
    Case("those that a struct names", ["second", "made up"]) {
      $0.register(effects: ChosenEffects())
    },
    Case("those not unregistered by type, id, array and one by one", ["left"]) { store in
      store.register(effects: AllEffects())
      store.unregisterEffects(ofType: AllEffects.self)
      store.register(effects: ChosenEffects())
      store.unregisterEffects(withID: "chosen")
      store.register(effects: [answering("a"), answering("b")], id: "array")
      store.unregisterEffects(withID: "array")
      store.register(effect: answering("c"), id: "single")
      store.unregisterEffects(withID: "single")
      store.register(effect: answering("d")).unregister()
      store.unregisterEffects(withID: "unknown")
      store.register(effect: answering("left"))
    },
    Case("those whose id another did not take", ["c", "d", "inherited", "stored", "hidden"]) {
      $0.register(effects: [answering("a"), answering("b")], id: "id")
      $0.register(effect: answering("c"), id: "other")
      $0.register(effect: answering("d"), id: "id")
      $0.register(effects: AllEffects())
      $0.register(effects: AllEffects())
    },
  ]

  @Test(arguments: cases)
  func `the effects that answer are`(example: Case) {
    example.register(store)
    #expect(answers() == example.answers)
  }

  private let bench = Bench()
  private var store: Store<Counting, Void> { bench.store }

  /// What the registered effects answer.
  private func answers() -> [String] {
    store.dispatch(action: Ask("a"))
    return bench.answers
  }

  @Test func `a lazy effect that hasn't been read is reported by name`() {
    func reports() -> [String] {
      bench.diagnostics.compactMap { diagnostic in
        guard diagnostic.id == .unreadEffects else { return nil }
        #expect("\(diagnostic)".contains("To fix, declare them with `let`"))
        return String(diagnostic.cause.prefix { $0 != "." })
      }
    }
    store.register(effects: AllEffects())
    #expect(reports() == ["AllEffects has lazy effects that were never read: postponed"])
    store.register(feature: Feature<Counting, Void>(id: "all").effects(AllEffects()))
    #expect(reports().count == 2)

    store.register(effects: touched(AllEffects()))
    store.register(effects: ChosenEffects())
    #expect(reports().count == 2)
  }

  @Test func `a trigger without a verb is reported by name, file and line`() {
    class Base: Effects {
      typealias Environment = Void
      let inherited = Effect<Void>.on(Ask.self, fileID: "Shop/Base.swift", line: 2)
    }
    final class Triggers: Base {
      let answer = answering("a")
      let asked = Effect<Void>.on(
        matching: ActionTypes.any(of: Ask.self, Touch.self),
        fileID: "Shop/Asking.swift",
        line: 3
      ).seeing(Counting.self)
    }
    struct Alone: Effects {
      typealias Environment = Void
      let foreign = Effect<Int>.on(Ask.self, fileID: "Shop/Alone.swift", line: 4)
    }
    struct Chosen: Effects {
      let ask = Effect<Void>.on(Ask.self)
      var enabledEffects: [Effect<Void>] { [ask.map { _, _ in Answered("chosen") }] }
    }
    store.register(effects: Triggers())
    store.register(effects: Alone())
    store.register(effects: Chosen())
    let reports = bench.diagnostics.map { diagnostic in
      let cause = /(.+) has triggers without a verb: (.+)\. They are not effects: .+/
      guard diagnostic.id == .triggersWithoutVerb,
        let (_, effects, names) = diagnostic.cause.wholeMatch(of: cause)?.output
      else { return "\(diagnostic)" }
      return "\(effects): \(names)"
    }
    #expect(
      reports == [
        "EffectsTests.Triggers: inherited (Shop/Base.swift:2), asked (Shop/Asking.swift:3)",
        "EffectsTests.Alone: foreign (Shop/Alone.swift:4)",
      ]
    )
    #expect(answers() == ["a", "chosen"])
  }

  @Test func `types of one name in different namespaces stand side by side`() {
    struct Work: Effects<Void> {
      let answer = answering("local")
    }
    store.register(effects: Login.Work())
    store.register(effects: Logout.Work())
    store.register(effects: Work())
    store.register(effects: GenericEffects<Login.Work>())
    store.register(effects: GenericEffects<Logout.Work>())
    store.unregisterEffects(ofType: Logout.Work.self)
    #expect(answers() == ["login", "local", "Work", "Work"])
    #expect(bench.diagnostics.isEmpty)
  }

  @Test func `another type under the same id replaces the first, and is reported`() {
    struct Usurper: Effects<Void> {
      static var id: String { ChosenEffects.id }
      let first = answering("usurper")
    }
    store.register(effects: ChosenEffects())
    store.register(effects: Usurper())
    #expect(answers() == ["usurper"])
    #expect(bench.explains("If another type has this `id`, change it"))
  }

  @Test func `effects without an id are distinguished`() {
    let registrations = [
      store.register(effect: answering("a")), store.register(effects: [answering("b")]),
      store.register(effect: answering("c")),
    ]
    #expect(Set(registrations).count == 3)
    registrations[1].unregister()
    #expect(answers() == ["a", "c"])
  }

  @Test func `replacing cancels what runs, and drops what it still dispatches`() async {
    store.register(
      effect: .on(Ask.self).run { _, _, context in
        try? await context.sleep(for: .seconds(60))
        context.answer("late")
      },
      id: "id"
    )
    await bench.ask("a")
    store.register(effect: answering("new"), id: "id")
    await bench.advance()
    #expect(bench.clock.sleeperCount == 0)
    #expect(answers() == ["new"])
  }
}
