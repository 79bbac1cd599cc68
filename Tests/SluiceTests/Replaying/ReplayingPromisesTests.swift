import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// What a store promises holds when actions are reduced again, too.
@Suite(.inTurn) struct ReplayingPromisesTests {
  private let store = Store.counting()
  private let history = StateHistory(of: .state(\Counting.self), recordsActions: true)
  private let order = OrderProbe()

  /// Registers a history that keeps so much, and an interceptor that looks for faults.
  private func record(limit: Int) -> StateHistory<Counting, Counting> {
    let history = store.keeping(
      StateHistory(of: .state(\.self), limit: limit, recordsActions: true)
    )
    store.register(interceptor: order.interceptor())
    return history
  }

  @Test func `nothing that other threads dispatch meanwhile is lost`() async throws {
    let history = record(limit: 100_000)
    for _ in 0..<500 { store.dispatch(action: Increment()) }
    let rounds = 40
    await Threads.run(3) { [store] index in
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
    #expect(store.state.count == 4_499)
    #expect(order.faults == [])
    #expect(order.last == 4_500 + rounds)
    try history.replay(without: [])
    #expect(store.state.count == 4_500)
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
    #expect(order.faults == [])
    #expect(order.state == store.state)
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
    let call = HeldCall()
    store.register(
      interceptor: CommitProbe(interests: []) { if $0.number == 2 { call.hold() } }
    )
    store.register(history: history)
    await call.run { [store] in
      store.send(Increment(by: 1), Increment(by: 10))
    } meanwhile: { [store, history] in
      // Waits in vain for its turn, and then is queued.
      store.dispatch(action: Increment(by: 100))
      #expect(throws: Never.self) { try history.replay(without: [2, 3]) }
      #expect(store.state.count == 1)
    }
    await store.idle()
    #expect(history.past.map(\.commits) == [1...1, 2...2, 3...3, 4...4])
  }

  @Test func `a history doesn't keep its store, without which it has no record`() {
    weak var freed: Store<Counting, Void>?
    do {
      let store = Store.counting()
      freed = store
      store.register(history: history)
      store.dispatch(action: Increment())
    }
    #expect(freed == nil)
    #expect(history.refusal(without: [1]) == ReplayRefusal(commit: 1, available: nil))
  }

  @Test func `a setter that the program computes may use the store, and nothing is lost`() throws {
    let store = Store.hooked { $0.dispatch(action: Increment(by: 1_000)) }
    let history = store.keeping(StateHistory(of: .state(\.count), recordsActions: true))
    store.send(Increment(by: 1), Increment(by: 10))
    try history.replay(without: [1])
    #expect(store.state.counting.count == 1_010)
  }
}
