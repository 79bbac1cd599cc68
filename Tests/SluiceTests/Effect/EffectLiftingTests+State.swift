import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Lifted in the state, too.
extension EffectLiftingTests {
  @Test func `an effect reads its part of the state, however it was lifted`() async {
    struct Outer: Sendable { var inner = Inner() }
    struct Inner: Sendable { var counting = Counting(count: 3) }
    let reading = Effect<Void>.on(Touch.self, state: Counting.self) { _, _, context in
      context.send(Answered(name: "\(context.state.count)"))
    }
    let store = Store(initialState: Outer(), clock: clock)
    let commits = TestInterceptor<Outer>()
    store.register(interceptor: commits)
    store.register(effect: reading.lift(state: \Inner.counting).lift(state: \Outer.inner))
    store.register(
      feature: Feature<Inner, Void>(id: "inner").effect(reading.lift(state: \Inner.counting)),
      state: \.inner
    )
    store.dispatch(action: Touch())
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).map(\.name) == ["3", "3"])
  }

  @Test func `a feedback is lifted: what it dispatches, waits for and recovers from`() async {
    let feedback = Feedback<Int, Void>(whenChanged: { $0 }) { count, _, context in
      if count == 0 { return }
      if count == 2 { throw Trouble(description: "two") }
      context.send(Part.answered("\(count)"))
      context.send(Part.answered(try await context.next(Question.self).text))
    }
    .catch { Part.answered("\($0)") }
    store.register(
      feedback: feedback.lift(state: \Counting.count, action: \Whole.question, embed: Whole.part)
    )
    store.dispatch(action: Increment())
    await clock.advance()
    store.dispatch(action: Question(text: "not wrapped"))
    store.dispatch(action: Whole.question(Question(text: "a")))
    await clock.advance()
    store.dispatch(action: Increment())
    await clock.advance()
    #expect(answers == ["1", "a", "two"])
  }
}
