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

extension Reducer where State == Requests {
  static var requesting: Reducer {
    Reducer(ReduceOn(ChangeRequests.self) { state, request in request.change(&state) })
  }
}

@Suite(.inTurn) struct FeedbackTests {
  struct Whole: Sendable { var requests = Requests() }

  let bench = Bench(
    state: Whole(),
    environment: "env",
    reducers: [Reducer.requesting.lift(.state(\Whole.requests))]
  )
  var store: Store<Whole, String> { bench.store }
  let events = Log<String>()

  func register(_ feedback: Feedback<Requests, String>) {
    store.register(feedback) { $0.lift(.state(\.requests)) }
  }

  func request(
    _ change: @escaping @Sendable (inout Requests) -> Void,
    then seconds: Double = 0
  ) async {
    await bench.send(ChangeRequests(change: change), then: seconds)
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

  @Test func `runs of new keys start, those of removed keys end, and others continue`() async {
    register(Feedback(each: \.rooms, Self.noting(events)))
    await request { $0.rooms = [1, 2, 2] }
    #expect(events.events == ["+1 env", "+2 env"])
    await request { $0.rooms = [3, 2] }
    #expect(events.events.dropFirst(2).sorted() == ["+3 env", "x1"])
    await request({ $0.rooms = [2, 3] }, then: 1)
    #expect(Set(events.events.suffix(2)) == ["-2", "-3"])
    await request { $0.rooms = [3] }
    await request { $0.rooms = [3, 2] }
    #expect(events.events.last == "+2 env")
  }

  @Test func `unregistering or replacing a feedback cancels its runs`() async {
    let feedback = Feedback<Whole, String>(for: \.requests.query, Self.noting(events))
    store.register(feedback: feedback, id: "query")
    await request { $0.query = "a" }
    store.register(
      feedback: Feedback<Whole, String>(for: \.requests.query) { query, text, _ in
        events.append("\(query) \(text.count)")
      },
      id: "query"
    )
    await bench.advance()
    #expect(events.events.sorted() == ["+a env", "a 3", "xa"])
    store.unregisterEffects(withID: "query")
    await request { $0.query = "b" }
    #expect(events.events.count == 3)
  }

  @Test func `restoring a state reconciles feedbacks once, and starts no effect`() async {
    register(Feedback(each: \.rooms, Self.noting(events)))
    store.register(effects: [
      .on(ChangeRequests.self).map { _, _ in Answered("wish") },
      .on(StateRestored.self).map { _, _ in Answered("restored") },
      .on(StateRestored.self) { _, _ in Answered("restored later") },
    ])
    await request { $0.rooms = [1, 2] }
    store.restore(Whole(requests: Requests(rooms: [2, 3])))
    await bench.advance()
    // One commit; room 1 ended, room 3 began, room 2 was left alone.
    #expect(bench.answers == ["wish"])
    #expect(bench.commits.dispatchedActions.count == 3)
    #expect(events.events.prefix(2) == ["+1 env", "+2 env"])
    #expect(events.events.dropFirst(2).sorted() == ["+3 env", "x1"])
    store.restore(Whole(requests: Requests(rooms: [3, 2])))
    await bench.advance()
    #expect(events.events.count == 4)
  }

  @Test func `attempts are repeated in time, and the last error is passed to catch`() async {
    register(
      Feedback(for: \.query) { query, _, context in
        context.answer(query)
        try await context.sleep(for: .seconds(20))
      }
      .catch { _, _ in Failed("caught") }
      .delay(for: .seconds(1))
      .timeout(after: .seconds(5))
      .retry(attempts: 3, backoff: .fixed(.seconds(2))) { $0 is EffectTimeout }
    )
    await request({ $0.query = "a" }, then: 20)
    #expect(bench.timedAnswers == ["a 1", "a 8", "a 15", "caught 20"])
    // Requested another time, it begins again; no longer requested, it ends.
    await request({ $0.query = "b" }, then: 1)
    await request({ $0.query = nil }, then: 60)
    #expect(bench.timedAnswers.dropFirst(4) == ["b 21"])
  }

  @Test func `a feedback is named by its name, otherwise by its registration`() async {
    func feedback(_ name: String?) -> Feedback<Whole, String> {
      Feedback(for: \.requests.query, name: name) { query, _, context in
        context.send(Answered(query), fileID: "Shop/Outbox.swift", line: 7)
      }
    }
    store.register(feedback: feedback("outbox"), id: "first")
    store.register(feedback: feedback(nil), id: "second")
    store.register(
      feature: Feature(id: "shop").feedback(feedback("outbox")).feedback(feedback(nil))
    )
    await request { $0.query = "a" }
    let origins = bench.commits.stateChanges.dropFirst().map(\.origin)
    #expect(
      Set(origins.compactMap(\.cause?.effect?.effect)) == [
        "outbox", "second", "shop.outbox", "shop.feedback2",
      ]
    )
    #expect(
      Set(origins.map { "\($0.fileID):\($0.line) \($0.function)" }) == [
        "Shop/Outbox.swift:7 feedback"
      ]
    )
  }

  @Test func `feedbacks see their part, do not keep a store busy, and name their cause`() async {
    register(
      Feedback(for: \.query) { query, _, context in
        context.answer("\(query) \(context.state.rooms)")
        context.answer(try await context.next(Ask.self).name)
        throw Trouble("over")
      }
      .catch { error, _ in Failed("\(error)") }
    )
    await request { $0 = Requests(query: "a", rooms: [7]) }
    await store.idle()
    await bench.ask("more")
    #expect(bench.answers == ["a [7]", "more", "over"])
    #expect(bench.commits.stateChanges[1].origin.cause?.commit == 1)
  }

  @Test func `an action of a feedback that began with the initial state names it`() async throws {
    let store = Store(initialState: Requests(query: "a"), reducers: [Reducer.requesting])
    let causes = store.noting([]) { $0.origin.cause }
    store.register(
      feedback: Feedback(for: \Requests.query, name: "search") { _, _, context in
        context.send(ChangeRequests { $0.query = nil })
      }
    )
    _ = try await store.firstState(where: { $0.query == nil }, timeout: patience)
    #expect(causes.events.map { $0?.commit } == [0])
    #expect(causes.events.map { $0?.effect?.effect } == ["search"])
  }

  @Test func `actions from a sequence are dispatched until it ends or is unregistered`() async {
    let (asks, continuation) = AsyncStream.makeStream(of: Answered.self)
    let registration = store.dispatch(actionsFrom: asks)
    continuation.yield(Answered("a"))
    continuation.yield(Answered("b"))
    await bench.advance()
    await store.idle()
    #expect(bench.answers == ["a", "b"])
    registration.unregister()
    continuation.yield(Answered("c"))
    let broken = AsyncThrowingStream<any Action, any Error> { stream in
      stream.yield(Failed("d"))
      stream.finish(throwing: Trouble("torn"))
    }
    store.dispatch(actionsFrom: broken)
    await bench.advance()
    #expect(bench.answers == ["a", "b", "d"])
    #expect(bench.errors == ["torn"])
  }
}
