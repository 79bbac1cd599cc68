import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state that a condition's run is given, and what cancels runs.
extension FeedbackTests {
  @Test func `a condition's run is given the state in which the condition began to hold`() async {
    register(
      Feedback(while: \.isShown) { state, _, context in
        context.answer("while \(state.rooms)")
        try await context.sleep(for: .seconds(1))
        context.answer("still \(state.rooms)")
      }
    )
    register(
      Feedback(whenBecomesTrue: \.isShown) { state, _, context in
        context.answer("when \(state.rooms)")
      }
    )
    await request { $0.rooms = [1] }
    await request { $0 = Requests(isShown: true, rooms: [2]) }
    await request({ $0.rooms = [3] }, then: 1)
    #expect(bench.answers == ["while [2]", "when [2]", "still [2]"])
    await request { $0.isShown = false }
    await request { $0.isShown = true }
    #expect(bench.answers.dropFirst(3) == ["while [3]", "when [3]"])
  }

  @Test func `a condition's state is retained by its run only`() async {
    let clock = TestClock()
    let store = Store.marked(clock: clock)
    store.register(
      feedback: Feedback(while: { $0.count > 0 }) { [events] _, _, context in
        try await context.sleep(for: .seconds(1))
        events.append("over")
      }
    )
    store.dispatch(action: Renew(count: 1))
    weak let mark = store.state.mark
    await clock.advance()
    store.dispatch(action: Renew(count: 1))
    #expect(mark != nil)
    await clock.advance(by: .seconds(1))
    #expect(events.events == ["over"])
    #expect(mark == nil)
    weak let later = store.state.mark
    store.dispatch(action: Renew(count: 1))
    #expect(later == nil)
  }

  @Test func `a run is cancelled at the commit, and another one that it requests starts`() async {
    register(
      Feedback(whenSome: \.query) { query, _, context in
        context.answer(query + "?")
        if query == "a" { context.send(ChangeRequests { $0.query = "b" }) }
        context.answer(query)
      }
      .cancelled(by: ChangeRequests.self)
    )
    await request { $0.query = "a" }
    #expect(bench.answers == ["a?", "b?", "b"])
  }

  @Test func `a run that an earlier commit requests later is cancelled, too`() async {
    register(
      Feedback(while: \.isShown) { _, context in context.answer("late") }.cancelled(by: Stop.self)
    )
    store.register(
      interceptor: CommitProbe<Whole> { [weak store] commit in
        // Committed before the feedback is notified of the first, and delivered after.
        if commit.action is ChangeRequests { store?.dispatch(action: Stop()) }
      }
    )
    await request { $0.isShown = true }
    #expect(bench.answers == [])
  }

  @Test func `what a run sends after the commit that cancels it is dropped`() async {
    let contexts = Log<RunContext<Requests>>()
    register(
      Feedback(while: \.isShown) { _, context in
        contexts.append(context)
        try await context.sleep(for: .seconds(9))
      }
      .cancelled(by: Stop.self)
    )
    await request { $0.isShown = true }
    // Within a delivery, so that the commit that cancels is not delivered yet.
    let token = store.select(\.requests.query).sink { [store] query in
      if query == nil { return }
      store.dispatch(action: Stop())
      contexts.events[0].answer("late")
    }
    await request { $0.query = "a" }
    #expect(bench.answers == [])
    token.cancel()
  }
}
