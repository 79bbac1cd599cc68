import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct DispatchTogetherTests {
  private struct Add: Action, Equatable {
    let thread: Int
    let by: Int
  }

  private static let adding = Reducer<Counting>(
    ReduceOn(Add.self) { state, action in state.count += action.by }
  )

  private struct Logging: Middleware {
    let log: Log<String>

    func process(
      _ action: any Action,
      context: MiddlewareContext<Counting>,
      next: @escaping @Sendable (any Action) -> Void
    ) {
      log.append("pass \(context.state.count)")
      if action is Touch {
        context.dispatch(action: Increment(by: 100))
      } else {
        next(action)
      }
    }
  }

  @Test func `actions together have numbers in a row while other threads dispatch`() async throws {
    let store = Store(initialState: Counting(), reducers: [Self.adding])
    store.onDiagnostic = { _ in }
    let commits = Log<(number: Int, thread: Int, by: Int)>()
    store.register(
      interceptor: CommitProbe<Counting> { commit in
        guard let add = commit.action as? Add else { return }
        commits.append((commit.number, add.thread, add.by))
      }
    )
    await Threads.run(4) { thread in
      for _ in 0..<200 {
        store.dispatch(actions: (0..<5).map { Add(thread: thread, by: $0) })
      }
    }
    try await commits.wait(forCount: 4_000)
    let events = commits.events
    #expect(events.map(\.number) == Array(1...4_000))
    for begin in stride(from: 0, to: 4_000, by: 5) {
      let batch = events[begin..<begin + 5]
      #expect(batch.map(\.by) == [0, 1, 2, 3, 4])
      #expect(Set(batch.map(\.thread)).count == 1)
    }
  }

  @Test func `interceptors and subscribers receive each commit, and answers come after all`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(
      interceptor: CommitProbe<Counting> { [unowned store] commit in
        log.append("\(commit.number): \(commit.newState.count) of \(store.count)")
        if commit.number == 1 { store.dispatch(actions: [Increment(by: 10), Increment(by: 20)]) }
      }
    )
    let token = store.select(\.count).sink { log.append("sink \($0)") }
    store.dispatch(actions: [Increment(), Increment(), Increment()])
    #expect(
      log.events == [
        "sink 0", "1: 1 of 3", "sink 1", "2: 2 of 33", "sink 2", "3: 3 of 33", "sink 3",
        "4: 13 of 33", "sink 13", "5: 33 of 33", "sink 33",
      ]
    )
    token.cancel()
  }

  @Test func `all pass the middleware before the first is reduced`() {
    let store = Store.counting()
    let log = Log<String>()
    store.register(middleware: Logging(log: log))
    let commits = store.watched()
    store.dispatch(actions: [Increment(), Touch(), Increment(by: 2)], note: "together")
    // The answer of the middleware passes, too, and is committed at once.
    #expect(log.events == ["pass 0", "pass 0", "pass 0", "pass 100"])
    #expect(commits.actions(ofType: Increment.self).map(\.by) == [100, 1, 2])
    #expect(commits.stateChanges.last?.origin.note == "together")
    #expect(store.count == 103)
  }

  @Test func `effects see each of them`() async {
    let store = Store.counting()
    let seen = Log<Int>()
    store.register(
      effect: .map(Increment.self) { action in
        seen.append(action.by)
        return Touch()
      }
    )
    store.dispatch(actions: [Increment(by: 1), Increment(by: 2)])
    #expect(seen.events == [1, 2])
    #expect(store.state == Counting(count: 3, other: 2))
  }

  @Test func `no action together is none`() {
    let store = Store.counting()
    let commits = store.watched()
    store.dispatch(actions: [])
    #expect(commits.stateChanges.isEmpty)
    store.dispatch(actions: Array(repeating: Increment(), count: 1_000))
    #expect(store.count == 1_000)
    #expect(commits.stateChanges.count == 1_000)
  }

  @Test func `more than a thousand together stop the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Store.counting().dispatch(actions: Array(repeating: Increment(), count: 1_001))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("1001 actions; at most 1000"))
  }
}
