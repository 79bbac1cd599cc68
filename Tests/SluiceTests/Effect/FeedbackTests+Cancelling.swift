import Sluice
import SluiceTesting
import TestSupport
import Testing

extension FeedbackTests {
  enum Ending: Action {
    case now(Int)
    case later
    var now: Int? { if case .now(let number) = self { number } else { nil } }
  }

  struct Cancelled: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let feedback: @Sendable (Log<String>) -> Feedback<Requests, String>
    /// Changes that request a run, that leave the request as it is, and that request one again.
    let requested, left: @Sendable (inout Requests) -> Void
    let again: [@Sendable (inout Requests) -> Void]

    /// The kinds of feedbacks that request one run for a value.
    static let all = [
      Cancelled(
        testDescription: "when changed",
        feedback: { Feedback(whenChanged: \.rooms.first, FeedbackTests.noting($0)) },
        requested: { $0.rooms = [1] },
        left: { $0.rooms = [1, 2] },
        again: [{ $0.rooms = [2] }]
      ),
      Cancelled(
        testDescription: "when some",
        feedback: { Feedback(whenSome: \.query, FeedbackTests.noting($0)) },
        requested: { $0.query = "a" },
        left: { $0.query = "a" },
        again: [{ $0.query = "b" }]
      ),
      Cancelled(
        testDescription: "first value after nil",
        feedback: { Feedback(firstValueAfterNil: \.query, FeedbackTests.noting($0)) },
        requested: { $0.query = "a" },
        left: { $0.query = "b" },
        again: [{ $0.query = nil }, { $0.query = "b" }]
      ),
      Cancelled(
        testDescription: "while",
        feedback: { events in
          Feedback(while: \.isShown) { environment, context in
            try await FeedbackTests.noting(events)(true, environment, context)
          }
        },
        requested: { $0.isShown = true },
        left: { $0.rooms = [1] },
        again: [{ $0.isShown = false }, { $0.isShown = true }]
      ),
      Cancelled(
        testDescription: "when it becomes true",
        feedback: { events in
          Feedback(whenBecomesTrue: \.isShown) { environment, context in
            try await FeedbackTests.noting(events)(true, environment, context)
          }
        },
        requested: { $0.isShown = true },
        left: { $0.rooms = [1] },
        again: [{ $0.isShown = false }, { $0.isShown = true }]
      ),
      Cancelled(
        testDescription: "each",
        feedback: { Feedback(each: \.rooms, FeedbackTests.noting($0)) },
        requested: { $0.rooms = [1] },
        left: { $0.query = "a" },
        again: [{ $0.rooms = [] }, { $0.rooms = [1] }]
      ),
    ]
  }

  @Test(arguments: Cancelled.all, [Stop() as any Action, Ending.now(1)])
  func `a cancelled run is over until the state requests it again`(
    _ example: Cancelled,
    by cancel: any Action
  ) async {
    let feedback = example.feedback(events)
      .cancelled(by: Stop.self).cancelled(matching: ActionCase(\Ending.now)).repeat(
        after: .seconds(9)
      )
    store.register(feedback: feedback, for: \.requests)
    await request(example.requested)
    store.dispatch(action: Ending.later)
    await clock.advance()
    #expect(events.events.last?.first == "+")
    var seen = events.events.count
    store.dispatch(action: cancel)
    await request(example.left)
    await clock.advance(by: .seconds(20))
    #expect(events.events.dropFirst(seen).map(\.first) == ["x"])
    seen = events.events.count
    for change in example.again { await request(change) }
    await clock.advance(by: .seconds(1))
    #expect(events.events.dropFirst(seen).map(\.first) == ["+", "-"])
  }

  @Test func `a run is cancelled at the commit, and another one that it requests starts`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    let feedback = Feedback<Requests, String>(whenSome: \.query) { query, _, context in
      context.send(Answered(name: query + "?"))
      if query == "a" { context.send(ChangeRequests { $0.query = "b" }) }
      context.send(Answered(name: query))
    }
    store.register(feedback: feedback.cancelled(by: ChangeRequests.self), for: \.requests)
    await request { $0.query = "a" }
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).map(\.name) == ["a?", "b?", "b"])
  }

  @Test func `a run that an earlier commit requests later is cancelled, too`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    let feedback = Feedback<Requests, String>(while: \.isShown) { _, context in
      context.send(Answered(name: "late"))
    }
    store.register(feedback: feedback.cancelled(by: Stop.self), for: \.requests)
    store.register(
      interceptor: CommitProbe<Whole> { [weak store] commit in
        // Committed before the feedback is notified of the first, and delivered after.
        if commit.action is ChangeRequests { store?.dispatch(action: Stop()) }
      }
    )
    await request { $0.isShown = true }
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self) == [])
  }

  @Test func `what a run sends after the commit that cancels it is dropped`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    let contexts = Log<RunContext<Requests>>()
    let feedback = Feedback<Requests, String>(while: \.isShown) { _, context in
      contexts.append(context)
      try await context.sleep(for: .seconds(9))
    }
    store.register(feedback: feedback.cancelled(by: Stop.self), for: \.requests)
    await request { $0.isShown = true }
    // Within a delivery, so that the commit that cancels is not delivered yet.
    let token = store.select(\.requests.query).sink { [store] query in
      if query == nil { return }
      store.dispatch(action: Stop())
      contexts.events[0].send(Answered(name: "late"))
    }
    await request { $0.query = "a" }
    #expect(commits.actions(ofType: Answered.self) == [])
    token.cancel()
  }
}
