import Sluice
import SluiceTesting
import TestSupport
import Testing

extension FeedbackTests {
  @Test func `a run lives while its condition holds`() async {
    let run: @Sendable (Bool, String, RunContext<Whole>) async throws -> Void = Self.noting(events)
    store.register(
      feedback: Feedback(while: \.requests.isShown) { try await run(true, $0, $1) }
    )
    await request { $0.isShown = true }
    await request { $0.query = "a" }
    await request { $0.isShown = false }
    await request { $0.isShown = true }
    #expect(events.events == ["+true env", "xtrue", "+true env"])
  }

  @Test func `a run that begins with a condition continues until the condition begins again`() async
  {
    let run: @Sendable (Bool, String, RunContext<Whole>) async throws -> Void = Self.noting(events)
    store.register(
      feedback: Feedback(whenBecomesTrue: \.requests.isShown) { try await run(true, $0, $1) }
    )
    await request { $0.isShown = true }
    await request { $0.isShown = false }
    #expect(events.events == ["+true env"])
    await request { $0.isShown = true }
    #expect(events.events == ["+true env", "xtrue", "+true env"])
    await request { $0.isShown = false }
    await clock.advance(by: .seconds(1))
    #expect(events.events.last == "-true")
  }

  @Test func `the first value after nil has a run, which other values leave alone`() async {
    let feedback = Feedback<Requests, String>(firstValueAfterNil: \.query, Self.noting(events))
    store.register(feedback: feedback, for: \.requests)
    await request { $0.query = "a" }
    await request { $0.query = "b" }
    await clock.advance(by: .seconds(1))
    await request { $0.query = "c" }
    #expect(events.events == ["+a env", "-a"])
    await request { $0.query = nil }
    await request { $0.query = "d" }
    await request { $0.query = nil }
    #expect(events.events == ["+a env", "-a", "+d env", "xd"])
    let query = Selector(keyPath: \Whole.requests.query)
    store.register(feedback: Feedback(firstValueAfterNil: query, Self.noting(events)))
    await request { $0.query = "e" }
    #expect(events.events.suffix(2) == ["+e env", "+e env"])
  }

  @Test func `a condition's run is given the state in which the condition began to hold`() async {
    let shown = Feedback<Requests, String>(while: \.isShown) { [events] state, _, context in
      events.append("while \(state.rooms)")
      try await context.sleep(for: .seconds(1))
      events.append("still \(state.rooms)")
    }
    let becoming = Feedback<Requests, String>(whenBecomesTrue: \.isShown) { [events] state, _, _ in
      events.append("when \(state.rooms)")
    }
    store.register(feedback: shown, for: \.requests)
    store.register(feedback: becoming, for: \.requests)
    await request { $0.rooms = [1] }
    store.dispatch(
      action: ChangeRequests { state in
        state.isShown = true
        state.rooms = [2]
      }
    )
    await request { $0.rooms = [3] }
    #expect(events.events.sorted() == ["when [2]", "while [2]"])
    await clock.advance(by: .seconds(1))
    #expect(events.events.last == "still [2]")
    await request { $0.isShown = false }
    await request { $0.isShown = true }
    #expect(events.events.suffix(2).sorted() == ["when [3]", "while [3]"])
  }

  @Test func `a condition's state is retained by its run only`() async {
    struct Marked: Sendable {
      var isShown = false
      var mark = Mark()
    }
    final class Mark: Sendable {}
    struct Renew: Action { let isShown: Bool }
    let store = Store(
      initialState: Marked(),
      reducers: [
        Reducer(
          ReduceOn(Renew.self) { state, action in
            state = Marked(isShown: action.isShown)
          }
        )
      ],
      clock: clock
    )
    store.register(
      feedback: Feedback(while: \.isShown) { [events] _, _, context in
        try await context.sleep(for: .seconds(1))
        events.append("over")
      }
    )
    store.dispatch(action: Renew(isShown: true))
    weak let mark = store.state.mark
    await clock.advance()
    store.dispatch(action: Renew(isShown: true))
    #expect(mark != nil)
    await clock.advance(by: .seconds(1))
    #expect(events.events == ["over"])
    #expect(mark == nil)
    weak let later = store.state.mark
    store.dispatch(action: Renew(isShown: true))
    #expect(later == nil)
  }
}
