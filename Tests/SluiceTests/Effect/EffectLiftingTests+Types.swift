import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of a type, lifted.
extension EffectLiftingTests {
  @Test func `all effects of a type are lifted, and keep their names and their id`() async throws {
    let failures = Log<String>()
    store.onEffectFailure = { failures.append($0.run.effect) }
    let lifted = PartEffects().lift(
      state: \Counting.self,
      action: \Whole.part,
      embed: Whole.part
    ).lift(environment: { (_: Void) in 7 })
    store.register(effects: lifted)
    await dispatch(.asked("a"))
    #expect(answers == ["a 7"])
    await dispatch(.stopped)
    #expect(failures.events == ["EffectLiftingTests.PartEffects.failing"])
    store.unregisterEffects(ofType: PartEffects.self)
    await dispatch(.asked("b"), .stopped)
    #expect(answers.count == 1)
    #expect(failures.events.count == 1)
  }

  private final class PartEffects: Effects<Int> {
    let answer = Effect<Int>.on(Part.self) { action, environment in
      if case .asked(let text) = action { Part.answered("\(text) \(environment)") } else { nil }
    }
    let failing = Effect<Int>.on(Part.self) { action, _ in
      if action == .stopped { throw Trouble(description: "stopped") }
    }
  }

  private enum Parts {
    final class Counter: Effects<Void> {
      let touch = Effect<Void>.map(Touch.self) { _ in Increment() }
    }
    static let lifted = Counter().lift(state: \Counting.count)
    static let twice = lifted.lift(
      action: { (action: Touch) in action },
      embed: { (action: Touch) in action }
    )
    static let elements = Counter().lift(
      elements: \[String: Counting].self,
      action: { (action: Touch) in ("", action) },
      embed: { (_: String, action: Touch) in action }
    )
    static let feature = Feature<Counting, Void>(id: "counter").effects(twice)
  }

  @Test func `lifted effects are constants, and so is a feature of them`() {
    let store = Store.counting()
    store.register(feature: Parts.feature)
    store.dispatch(action: Touch())
    #expect(store.state.count == 1)
    #expect(type(of: Parts.twice).id == Parts.Counter.id)
    #expect(Parts.elements.enabledEffects.count == 1)
  }

  @Test func `a lazy effect that hasn't been read is reported when it is lifted, too`() {
    let names = Log<[String]>()
    store.onDiagnostic = { diagnostic in
      if case .unreadEffects(let unread, _) = diagnostic { names.append(unread) }
    }
    store.register(effects: LazyEffects().lift(action: \Whole.part, embed: Whole.part))
    #expect(names.events == [["later"]])
  }

  private final class LazyEffects: Effects<Void> {
    lazy var later = EffectLiftingTests.answering
  }
}
