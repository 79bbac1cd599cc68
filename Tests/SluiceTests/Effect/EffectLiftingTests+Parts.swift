import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects of a type, and a feedback, lifted.
extension EffectLiftingTests {
  @Test func `all effects of a type are lifted, and keep their names`() async {
    let feature = Feature<Counting, Int>(id: "part", effects: PartEffects())
    store.register(
      feature: feature.lift(
        .state(\.self),
        action: .case(\Whole.part, Whole.part),
        environment: { 7 }
      )
    )
    await dispatch(.asked("a"))
    #expect(bench.answers == ["a 7"])
    await dispatch(.stopped)
    store.unregister(feature: feature)
    await dispatch(.asked("b"), .stopped)
    #expect(bench.answers == ["a 7"])
    #expect(bench.failures.map(\.run.effect) == ["EffectLiftingTests.PartEffects.failing"])
  }

  private final class PartEffects: Effects<Int> {
    let answer = Effect<Int>.on(Part.self) { action, environment in
      action.asked.map { Part.answered("\($0) \(environment)") }
    }
    let failing = Effect<Int>.on(Part.self).run { action, _ in
      if action == .stopped { throw Trouble("stopped") }
    }
  }

  private enum Parts {
    final class Counter: Effects<Void> {
      let touch = Effect<Void>.on(Touch.self).map { _, _ in Increment() }
    }
    static let feature = Feature<Int, Void>(id: "counter", effects: Counter())
      .lift(.state(\Counting.count))
      .lift(.state(\.self), action: .case({ (action: Touch) in action }, { $0 }))
  }

  @Test func `a lifted feature may be a constant`() {
    store.register(feature: Parts.feature)
    store.dispatch(action: Touch())
    #expect(store.state.count == 1)
  }

  @Test func `a lazy effect that hasn't been read is reported when it is lifted, too`() {
    store.register(feature: Feature(id: "lazy", effects: LazyEffects()).lifted(Self.toWhole))
    #expect(bench.diagnostics.map(\.id) == [.unreadEffects])
    #expect(bench.explains(" has lazy effects that were never read: later. "))
  }

  private final class LazyEffects: Effects<Void> {
    lazy var later = EffectLiftingTests.answering
  }

  @Test func `a feedback is lifted: what it dispatches, waits for and recovers from`() async {
    let feedback = Feedback<Int, Void>(for: { $0 }) { count, _, context in
      if count == 0 { return }
      if count == 2 { throw Trouble("two") }
      context.send(Part.answered("\(count)"))
      let asked = try await context.next(Part.self, where: { $0.asked != nil })
      context.send(Part.answered(asked.asked ?? ""))
    }
    .catch { error, _ in Part.answered("\(error)") }
    store.register(feedback) {
      $0.lift(.state(\Counting.count), action: .case(\Whole.part, Whole.part))
    }
    await bench.sendEach(
      Increment(),
      Part.asked("not wrapped"),
      Whole.ask("a"),
      Increment()
    )
    #expect(bench.answers == ["1", "a", "two"])
  }
}
