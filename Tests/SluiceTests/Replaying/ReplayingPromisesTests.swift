import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a store promises holds when actions are reduced again, too.
@Suite(.inTurn) struct ReplayingPromisesTests {
  private struct Commits: Sendable {
    var last: (number: Int, state: Counting) = (0, Counting())
    var faults: [String] = []

    mutating func add(_ commit: Commit<Counting>) {
      if commit.number != last.number + 1 {
        faults.append("\(commit.number) after \(last.number)")
      }
      if commit.oldState != last.state { faults.append("another state before \(commit.number)") }
      last = (commit.number, commit.newState)
    }
  }

  private let store = Store.counting()
  private let history = StateHistory(of: \Counting.self, recordsActions: true)
  private let commits = Shared(Commits())

  /// Registers a history that keeps so much, and an interceptor that looks for faults.
  private func record(limit: Int) -> StateHistory<Counting, Counting> {
    let history = store.keeping(StateHistory(of: \.self, limit: limit, recordsActions: true))
    store.register(
      interceptor: CommitProbe { [commits] commit in commits.change { $0.add(commit) } }
    )
    return history
  }

  @Test(arguments: [0, 2])
  func `nothing that other threads dispatch meanwhile is lost`(dispatchers: Int) async throws {
    let history = record(limit: 100_000)
    for _ in 0..<500 { store.dispatch(action: Increment()) }
    let rounds = 40
    await Threads.run(1 + dispatchers) { [store] index in
      if index > 0 {
        for _ in 0..<2_000 { store.dispatch(action: Increment()) }
        return
      }
      for round in 1...rounds {
        #expect(throws: Never.self) { try history.replay(without: [round]) }
        // Read your writes: of the first 500, one is missing.
        #expect(store.state.count >= 499)
      }
    }
    // A task may be at what is left to deliver.
    await store.idle()
    let all = 500 + dispatchers * 2_000
    #expect(store.state.count == all - 1)
    #expect(commits.value.faults.isEmpty)
    #expect(commits.value.last.number == all + rounds)
    try history.replay(without: [])
    #expect(store.state.count == all)
  }

  @Test func `threads that leave out, undo and dispatch leave a state that the record makes`() async
  {
    let history = record(limit: 50)
    await Threads.run(4) { [store] index in
      for round in 0..<200 {
        switch (index + round) % 5 {
        case 0: history.undo()
        case 1: history.redo()
        // What is left out may no longer be recorded by then.
        case 2: _ = try? history.replay(without: [round])
        default: store.dispatch(action: Increment())
        }
      }
    }
    // A task may be at what is left to deliver.
    await store.idle()
    #expect(commits.value.faults.isEmpty)
    #expect(commits.value.last.state == store.state)
  }

  @Test func `an interceptor before the history may leave out the commit that it receives`() {
    store.register(
      interceptor: CommitProbe(interests: []) { [history] commit in
        if commit.number == 2 { try? history.replay(without: [2]) }
      }
    )
    store.register(history: history)
    store.send(Increment(by: 1), Increment(by: 10))
    #expect(store.state.count == 1)
    #expect(history.past.map(\.commits) == [1...1, 2...2, 3...3])
  }

  @Test func `an interceptor may wait for a thread that leaves out the commit it receives`() async {
    store.onDiagnostic = { _ in }
    let (isTold, isDone) = (Gate(), Gate())
    store.register(
      interceptor: CommitProbe(interests: []) { commit in
        guard commit.number == 2 else { return }
        isTold.open()
        #expect(isDone.wait())
      }
    )
    store.register(history: history)
    await Threads.run(2) { [store, history] index in
      if index == 0 { return store.send(Increment(by: 1), Increment(by: 10)) }
      isTold.wait()
      // Waits in vain for its turn, and then is queued.
      store.dispatch(action: Increment(by: 100))
      #expect(throws: Never.self) { try history.replay(without: [2, 3]) }
      #expect(store.state.count == 1)
      isDone.open()
    }
    await store.idle()
    #expect(history.past.map(\.commits) == [1...1, 2...2, 3...3, 4...4])
  }

  @Test func `replaying a store that is freed meanwhile does nothing`() {
    let freed = Shared(false)
    do {
      let store = Store.counting()
      store.register(history: history)
      store.register(
        interceptor: CommitProbe { [witness = Witness { freed.value = true }] _ in
          withExtendedLifetime(witness) {}
        }
      )
      store.dispatch(action: Increment())
      try? history.replay(without: [1])
    }
    #expect(freed.value)
  }

  @Test func `a setter that the program computes may use the store, and nothing is lost`() throws {
    let store = Store.hooked { $0.dispatch(action: Increment(by: 1_000)) }
    let history = store.keeping(StateHistory(of: \.count, recordsActions: true))
    store.send(Increment(by: 1), Increment(by: 10))
    try history.replay(without: [1])
    #expect(store.state.counting.count == 1_010)
  }
}
