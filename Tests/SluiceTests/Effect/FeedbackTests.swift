import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What feedbacks look at.
struct Requests: Sendable, Equatable {
  var query: String?
  var isShown = false
  var rooms: [Int] = []
}

struct ChangeRequests: Action {
  let change: @Sendable (inout Requests) -> Void
}

@Suite(.inTurn)
struct FeedbackTests {
  struct Whole: Sendable { var requests = Requests() }

  let clock = TestClock()
  let store: Store<Whole, String>
  let events = Log<String>()

  init() {
    let requesting = Reducer<Requests>(
      ReduceOn(ChangeRequests.self) { state, action in action.change(&state) }
    )
    store = Store(
      initialState: Whole(),
      environment: "env",
      reducers: [requesting.lift(state: \Whole.requests)],
      clock: clock
    )
  }

  func request(_ change: @escaping @Sendable (inout Requests) -> Void) async {
    store.dispatch(action: ChangeRequests(change: change))
    await clock.advance()
  }

  /// Notes the begin and, a second later or when cancelled, the end of a run.
  static func noting<Value, State>(
    _ events: Log<String>
  ) -> @Sendable (Value, String, RunContext<State>) async throws -> Void {
    { value, environment, context in
      events.append("+\(value) \(environment)")
      do { try await context.sleep(for: .seconds(1)) } catch {
        events.append("x\(value)")
        throw error
      }
      events.append("-\(value)")
    }
  }

  @Test func `a value starts a run, and the next one cancels it, nil too`() async {
    let feedback = Feedback<Requests, String>(whenSome: \.query, Self.noting(events))
    store.register(feedback: feedback, for: \.requests)
    await request { $0.query = "a" }
    await request { $0.isShown = true }
    await request { $0.query = "b" }
    await request { $0.query = nil }
    await request { $0.query = "c" }
    await clock.advance(by: .seconds(1))
    await request { $0.isShown = false }
    await clock.advance(by: .seconds(5))
    #expect(events.events == ["+a env", "xa", "+b env", "xb", "+c env", "-c"])
  }

  @Test func `each change starts a run, and the state at registration does, too`() async {
    let query = Selector(keyPath: \Whole.requests.rooms)
    store.register(feedback: Feedback(whenChanged: query, Self.noting(events)))
    await clock.advance()
    await request { $0.rooms = [1] }
    await clock.advance(by: .seconds(1))
    #expect(events.events == ["+[] env", "x[]", "+[1] env", "-[1]"])
  }

  @Test func `runs of new keys start, those of removed keys end, and others continue`() async {
    store.register(feedback: Feedback(each: \.requests.rooms, Self.noting(events)))
    await request { $0.rooms = [1, 2, 2] }
    #expect(events.events == ["+1 env", "+2 env"])
    await request { $0.rooms = [3, 2] }
    #expect(events.events.dropFirst(2).sorted() == ["+3 env", "x1"])
    await request { $0.rooms = [2, 3] }
    await clock.advance(by: .seconds(1))
    #expect(Set(events.events.suffix(2)) == ["-2", "-3"])
    await request { $0.rooms = [3] }
    await request { $0.rooms = [3, 2] }
    #expect(events.events.last == "+2 env")
  }

  @Test func `unregistering or replacing a feedback cancels its runs`() async {
    let feedback = Feedback<Requests, String>(whenSome: \.query, Self.noting(events))
    store.register(feedback: feedback.lift(state: \Whole.requests), id: "query")
    await request { $0.query = "a" }
    store.register(
      feedback: Feedback<Requests, Int>(whenSome: \.query) { query, number, _ in
        events.append("\(query) \(number)")
      }
      .lift(environment: { (text: String) in text.count }).lift(state: \Whole.requests),
      id: "query"
    )
    await clock.advance()
    #expect(events.events.sorted() == ["+a env", "a 3", "xa"])
    store.unregisterEffects(withID: "query")
    await request { $0.query = "b" }
    #expect(events.events.count == 3)
  }

  @Test func `restoring a state reconciles feedbacks once, and starts no effect`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    store.register(feedback: Feedback(each: \.requests.rooms, Self.noting(events)))
    store.register(effects: [
      .map(ChangeRequests.self) { _ in Answered(name: "wish") },
      .map(StateRestored.self) { _ in Answered(name: "restored") },
      .on(StateRestored.self) { _, _ in Answered(name: "restored later") },
    ])
    await request { $0.rooms = [1, 2] }
    #expect(commits.dispatchedActions.count == 2)
    store.restore(Whole(requests: Requests(rooms: [2, 3])))
    await clock.advance()
    // One commit; room 1 ended, room 3 began, room 2 was left alone.
    #expect(commits.dispatchedActions.count == 3)
    #expect(events.events.prefix(2) == ["+1 env", "+2 env"])
    #expect(events.events.dropFirst(2).sorted() == ["+3 env", "x1"])
    store.restore(Whole(requests: Requests(rooms: [3, 2])))
    await clock.advance()
    #expect(events.events.count == 4)
  }

  @Test func `attempts are repeated in time, and the last error is passed to catch`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    store.register(
      feedback: Feedback(whenSome: \.requests.query) { [events] query, _, context in
        events.append(query)
        try await context.sleep(for: .seconds(20))
      }
      .catch { Failed(text: "\($0)") }
      .delay(for: .seconds(1))
      .timeout(after: .seconds(5))
      .retry(attempts: 3, backoff: .fixed(.seconds(2))) { $0 is EffectTimeout }
    )
    await request { $0.query = "a" }
    #expect(events.events == [])
    // Attempts begin after 1, 8 and 15 seconds.
    for (seconds, attempts) in [(1, 1), (6, 1), (1, 2), (7, 3), (4, 3)] {
      await clock.advance(by: .seconds(seconds))
      #expect(events.events.count == attempts)
    }
    #expect(commits.actions(ofType: Failed.self) == [])
    await clock.advance(by: .seconds(1))
    #expect(commits.actions(ofType: Failed.self).count == 1)
    // Requested another time, it begins again; no longer requested, it ends.
    await request { $0.query = "b" }
    await clock.advance(by: .seconds(1))
    #expect(events.events.last == "b")
    await request { $0.query = nil }
    await clock.advance(by: .seconds(60))
    #expect(events.events.count == 4)
    #expect(commits.actions(ofType: Failed.self).count == 1)
  }

  @Test func `a feedback runs on the executor that it prefers`() async {
    let elsewhere = TestClock()
    let store = Store(initialState: Requests(isShown: true))
    store.register(
      feedback: Feedback(while: \.isShown) { [events] _, _ in events.append("ran") }
        .executor(elsewhere.taskExecutor)
    )
    // The executor is empty again when the run is over.
    await elsewhere.advance()
    #expect(events.events == ["ran"])
  }

  @Test func `a feedback for a part sees that part of the state`() async {
    let feedback = Feedback<Requests, String>(while: \.isShown) { [events] _, context in
      events.append("\(context.state.rooms) \(context.state.isShown)")
    }
    store.register(feedback: feedback, for: \.requests)
    await request {
      $0.rooms = [7]
      $0.isShown = true
    }
    #expect(events.events == ["[7] true"])
  }

  @Test func `a feedback is named by its name, otherwise by its registration`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    func feedback(_ name: String?) -> Feedback<Whole, String> {
      Feedback(whenSome: \.requests.query, name: name) { query, _, context in
        context.send(Answered(name: query), fileID: "Shop/Outbox.swift", line: 7)
      }
    }
    store.register(feedback: feedback("outbox").lift(state: \.self), id: "first")
    store.register(feedback: feedback(nil), id: "second")
    let feature = Feature<Whole, String>(id: "shop").feedback(feedback("outbox")).feedback(
      feedback(nil)
    )
    store.register(feature: feature)
    await request { $0.query = "a" }
    await clock.advance()
    let origins = commits.stateChanges.dropFirst().map(\.origin)
    #expect(
      Set(origins.compactMap(\.cause?.effect?.effect)) == [
        "outbox", "second", "shop.outbox", "shop.feedback2",
      ]
    )
    #expect(origins.allSatisfy { $0.fileID == "Shop/Outbox.swift" && $0.line == 7 })
    #expect(origins.allSatisfy { $0.function == "feedback" })
  }

  @Test func `feedbacks do not keep a store busy, and name their cause`() async {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    store.register(
      feedback: Feedback(whenSome: \.requests.query) { query, _, context in
        context.send(Answered(name: query))
        let more = try await context.next(Ask.self)
        context.send(Answered(name: more.name))
        throw Trouble(description: "over")
      }
      .catch { Failed(text: "\($0)") }
    )
    await request { $0.query = "a" }
    await store.idle()
    store.dispatch(action: Ask(name: "more"))
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).map(\.name) == ["a", "more"])
    #expect(commits.stateChanges[1].origin.cause?.commit == 1)
    #expect(commits.actions(ofType: Failed.self).map(\.text) == ["over"])
  }

  @Test func `actions from a sequence are dispatched until it ends or is unregistered`()
    async throws
  {
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    let (asks, continuation) = AsyncStream.makeStream(of: Ask.self)
    let registration = store.dispatch(actionsFrom: asks)
    continuation.yield(Ask(name: "a"))
    continuation.yield(Ask(name: "b"))
    await clock.advance()
    await store.idle()
    #expect(commits.actions(ofType: Ask.self).map(\.name) == ["a", "b"])
    registration.unregister()
    continuation.yield(Ask(name: "c"))
    await clock.advance()
    #expect(commits.dispatchedActions.count == 2)

    let failures = Log<String>()
    store.onEffectFailure = { failures.append("\($0.error)") }
    let broken = AsyncThrowingStream<any Action, any Error> { stream in
      stream.yield(Touch())
      stream.finish(throwing: Trouble(description: "torn"))
    }
    store.dispatch(actionsFrom: broken)
    await clock.advance()
    #expect(commits.actions(ofType: Touch.self).count == 1)
    #expect(failures.events == ["torn"])
  }
}
