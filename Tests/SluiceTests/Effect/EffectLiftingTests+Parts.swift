import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of a type, and a feedback, lifted.
extension EffectLiftingTests {
  @Test func `all effects of a type are lifted, and keep their names and their id`() async {
    let lifted = PartEffects().lift(
      state: \Counting.self,
      action: \Whole.part,
      embed: Whole.part
    ).lift(environment: { (_: Void) in 7 })
    store.register(effects: lifted)
    await dispatch(.asked("a"))
    #expect(bench.answers == ["a 7"])
    await dispatch(.stopped)
    store.unregisterEffects(ofType: PartEffects.self)
    await dispatch(.asked("b"), .stopped)
    #expect(bench.answers == ["a 7"])
    #expect(bench.failures.map(\.run.effect) == ["EffectLiftingTests.PartEffects.failing"])
  }

  private final class PartEffects: Effects<Int> {
    let answer = Effect<Int>.on(Part.self) { action, environment in
      action.asked.map { Part.answered("\($0) \(environment)") }
    }
    let failing = Effect<Int>.on(Part.self) { action, _ in
      if action == .stopped { throw Trouble("stopped") }
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
    store.register(feature: Parts.feature)
    store.dispatch(action: Touch())
    #expect(store.state.count == 1)
    #expect(type(of: Parts.twice).id == Parts.Counter.id)
    #expect(Parts.elements.enabledEffects.count == 1)
  }

  @Test func `a lazy effect that hasn't been read is reported when it is lifted, too`() {
    store.register(effects: LazyEffects().lift(action: \Whole.part, embed: Whole.part))
    let unread = bench.diagnostics.map { diagnostic -> [String] in
      if case .unreadEffects(let names, _) = diagnostic { names } else { [] }
    }
    #expect(unread == [["later"]])
  }

  private final class LazyEffects: Effects<Void> {
    lazy var later = EffectLiftingTests.answering
  }

  @Test func `a feedback is lifted: what it dispatches, waits for and recovers from`() async {
    let feedback = Feedback<Int, Void>(whenChanged: { $0 }) { count, _, context in
      if count == 0 { return }
      if count == 2 { throw Trouble("two") }
      context.send(Part.answered("\(count)"))
      context.send(Part.answered(try await context.next(Question.self).text))
    }
    .catch { Part.answered("\($0)") }
    store.register(
      feedback: feedback.lift(state: \Counting.count, action: \Whole.question, embed: Whole.part)
    )
    await bench.sendEach(
      Increment(),
      Question(text: "not wrapped"),
      Whole.ask("a"),
      Increment()
    )
    #expect(bench.answers == ["1", "a", "two"])
  }
}
