import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What cancels runs.
extension FeedbackTests {
  @Test func `a run is cancelled at the commit, and another one that it requests starts`() async {
    register(
      Feedback(for: \.query) { query, _, context in
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
