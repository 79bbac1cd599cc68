import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct DispatchTogetherTests {
  private let bench = CountingBench()
  private var store: Store<Counting, Void> { bench.store }

  @Test func `actions together have numbers in a row while other threads dispatch`() async throws {
    struct Add: Action {
      let thread: Int
      let by: Int
    }
    store.onDiagnostic = { _ in }
    let commits = Log<(number: Int, add: Add)>()
    store.register(
      interceptor: CommitProbe<Counting> { commit in
        if let add = commit.action as? Add { commits.append((commit.number, add)) }
      }
    )
    await Threads.run(4) { [store] thread in
      for _ in 0..<200 { store.dispatch(actions: (0..<5).map { Add(thread: thread, by: $0) }) }
    }
    try await commits.wait(forCount: 4_000)
    let events = commits.events
    #expect(events.map(\.number) == Array(1...4_000))
    for begin in stride(from: 0, to: 4_000, by: 5) {
      let batch = events[begin..<begin + 5]
      #expect(batch.map(\.add.by) == [0, 1, 2, 3, 4])
      #expect(Set(batch.map(\.add.thread)).count == 1)
    }
  }

  @Test func `all observers receive each commit, and answers come after all`() {
    bench.interceptor("commit") { [seen = bench.seen] commit, store in
      seen.append("\(commit.newState.count) of \(store.count)")
      if commit.number == 1 { store.dispatch(actions: [Increment(by: 10), Increment(by: 20)]) }
    }
    bench.sink("sink")
    bench.effect("effect")
    store.dispatch(actions: [Increment(), Increment(), Increment()])
    #expect(
      bench.events == [
        "sink 0", "commit 1", "1 of 3", "sink 1", "effect", "commit 2", "2 of 33", "sink 2",
        "effect", "commit 3", "3 of 33", "sink 3", "effect", "commit 4", "13 of 33", "sink 13",
        "effect", "commit 5", "33 of 33", "sink 33", "effect",
      ]
    )
  }

  @Test func `all pass the middleware before the first is reduced`() {
    store.pass { [seen = bench.seen] action, context, next in
      seen.append("pass \(context.state.count)")
      if action is Touch { return context.dispatch(action: Increment(by: 100)) }
      next(action)
    }
    let commits = store.watched()
    store.dispatch(actions: [Increment(), Touch(), Increment(by: 2)], note: "together")
    // The answer of the middleware passes, too, and is committed at once.
    #expect(bench.events == ["pass 0", "pass 0", "pass 0", "pass 100"])
    #expect(commits.actions(ofType: Increment.self).map(\.by) == [100, 1, 2])
    #expect(commits.stateChanges.last?.origin.note == "together")
    #expect(store.count == 103)
  }

  @Test func `what follows on an action that cancels the run that dispatches all is dropped`() async
  {
    store.pass { action, _, next in next(action) }
    store.register(
      effect: .on(Touch.self).run { [store] _, _ in
        store.dispatch(actions: [Increment(), Unhandled(), Increment(by: 10)])
      }
      .cancelled(by: Unhandled.self)
    )
    store.dispatch(action: Touch())
    await store.idle()
    #expect(store.count == 1)
  }

  @Test func `there may be none, and a thousand`() {
    let commits = store.watched()
    for count in [0, 1_000] {
      store.dispatch(actions: Array(repeating: Increment(), count: count))
      #expect([store.count, commits.stateChanges.count] == [count, count])
    }
  }

  @Test func `more than a thousand are dispatched in shares, and other actions come in between`() {
    let commits = store.watched()
    let shares = Log<Int>()
    store.register(
      interceptor: CommitProbe<Counting> { [store, shares] commit in
        if shares.events.last != store.count { shares.append(store.count) }
        if commit.number == 1 { store.dispatch(action: Increment(by: -7)) }
      }
    )
    store.dispatch(actions: (0..<2_500).map { Increment(by: $0 % 2) })
    #expect(shares.events == [500, 493, 993, 1_243])
    var expected = (0..<2_500).map { $0 % 2 }
    expected.insert(-7, at: 1_000)
    #expect(commits.actions(ofType: Increment.self).map(\.by) == expected)
  }

  @Test func `each share passes the middleware before its first action is reduced`() {
    let counts = Log<Int>()
    store.pass { action, context, next in
      counts.append(context.state.count)
      next(action)
    }
    store.dispatch(actions: Array(repeating: Increment(), count: 1_001))
    #expect(counts.events == Array(repeating: 0, count: 1_000) + [1_000])
    #expect(store.count == 1_001)
  }

  @Test func `from within a delivery, all shares come one after another`() {
    let commits = store.watched()
    store.register(
      interceptor: CommitProbe<Counting> { [store] commit in
        guard commit.number == 1 else { return }
        store.dispatch(actions: Array(repeating: Increment(by: 2), count: 1_500))
        store.dispatch(action: Increment(by: 3))
      }
    )
    store.dispatch(action: Increment())
    let expected = [1] + Array(repeating: 2, count: 1_500) + [3]
    #expect(commits.actions(ofType: Increment.self).map(\.by) == expected)
  }

  @Test func `shares after the one in which the store closes are refused and reported`()
    async
  {
    let commits = store.watched()
    let refused = Log<String>()
    store.onDiagnostic = { diagnostic in
      if let report = ClosingTests.Refused(diagnostic) { refused.append("\(report.action)") }
    }
    let closing = Log<Task<Void, Never>>()
    store.register(
      interceptor: CommitProbe<Counting> { [store] commit in
        if commit.number == 1 { closing.append(ClosingTests.close(store)) }
      }
    )
    store.dispatch(actions: Array(repeating: Increment(), count: 2_500))
    for task in closing.events { await task.value }
    #expect(store.count == 1_000)
    #expect(commits.stateChanges.map(\.newState.count) == Array(1...1_000))
    #expect(refused.events == ["Increment"])
  }
}
