import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Loops are named, and nothing overflows the stack.
  @Suite struct P10 {
    private let bench = LoopBench()
    private var store: Store<Counting, Void> { bench.store }
    private var diagnostics: Log<String> { bench.diagnostics }

    @Test(arguments: LoopCase.all)
    func `a loop is named once, by all its actions and dispatchers, whatever it leads through`(
      loop: Named<LoopCase>
    ) async throws {
      await loop.value.start(bench)
      try await bench.isOver.wait(for: true)
      // Another thread may be about to report it.
      _ = try await diagnostics.wait(timeout: .seconds(5)) { _, reached in reached > 0 }
      #expect(diagnostics.events == ["1000 \(loop.value.name)"])
      bench.end()
    }

    @Test func `a loop that goes on is named at each tenfold`() async {
      let token = store.select(\.count).sink { [unowned store] count in
        if count > 0, count < 10_100 { store.dispatch(action: Increment()) }
      }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment(by: -10_099))
      #expect(store.state.count == 10_100)
      // The second loop is shorter than the first one was.
      let name = "Increment by the subscriber"
      #expect(diagnostics.events == ["1000 \(name)", "10000 \(name)"])
      token.cancel()
    }

    @Test func `each step names the dispatcher and the line`() async throws {
      let line = UInt(#line)
      let token = await MainActor.run { [bench] in
        bench.store.select(\.count).sink { [unowned bench] count in
          if bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
        }
      }
      try await bench.isOver.wait(for: true)
      #expect(
        bench.steps.events == [
          """
          Increment (by the subscriber at SluiceTests/P10.swift:\(line + 2), \
          dispatched at SluiceTests/P10.swift:\(line + 3))
          """
        ]
      )
      token.cancel()
    }

    @Test func `a task that reads what others write is in no loop`() async throws {
      let (store, isOver) = (bench.store, bench.isOver)
      let ready = Log<Bool>()
      let reader = Task {
        for await count in store.select(\.count) {
          ready.append(true)
          store.dispatch(action: Touch())
          if count == 3_000 { return isOver.append(true) }
        }
      }
      try await ready.wait(for: true)
      for count in 1...3_000 {
        store.dispatch(action: Increment())
        if count.isMultiple(of: 10) { await Task.yield() }
      }
      try await isOver.wait(for: true)
      await reader.value
      #expect(diagnostics.events == [])
    }

    @Test func `a task that reads what it wrote before is in no loop`() async {
      var values = store.select(\.count).buffering(.all).makeAsyncIterator()
      for _ in 0..<2_000 { store.dispatch(action: Increment()) }
      for _ in 0..<2_000 {
        _ = await values.next()
        store.dispatch(action: Touch())
      }
      #expect(diagnostics.events == [])
    }

    @Test func `a subscriber on an actor that answers others' actions is in no loop`() async throws
    {
      let token = await MainActor.run { [bench] in
        // Not unowned: it may be at its last value when the test ends.
        bench.store.select(\.count).sink { _ in bench.store.dispatch(action: Touch()) }
      }
      for _ in 0..<3_000 { store.dispatch(action: Increment()) }
      await MainActor.run {}
      #expect(diagnostics.events == [])
      token.cancel()
    }

    @Test func `what a subscriber on an actor dispatches has a cause, on that store`() async throws
    {
      let origins = store.noting { "\(type(of: $0.action)) ← \($0.origin.cause?.commit ?? 0)" }
      let other = Store<Counting, Void>.counting()
      let others = other.noting { "\(type(of: $0.action)) ← \($0.origin.cause?.commit ?? 0)" }
      store.dispatch(action: Touch())
      let token = await MainActor.run { [store] in
        store.select(\.count).sink { [unowned store] count in
          if count == 1 {
            store.dispatch(action: Touch())
            other.dispatch(action: Touch())
          }
        }
      }
      store.dispatch(action: Increment())
      try await others.wait(forCount: 1)
      #expect(origins.events == ["Touch ← 0", "Increment ← 0", "Touch ← 2"])
      #expect(others.events == ["Touch ← 0"])
      token.cancel()
    }

    @Test func `what a subscriber dispatches at its first values has a cause`() async {
      // Where there is one store, it need not look for the causes of others.
      await #expect(processExitsWith: .success) {
        let store = Store<Counting, Void>.counting()
        let interceptor = store.watched()
        let token = store.select(\.count).sink { [unowned store] count in
          if count < 3 { store.dispatch(action: Increment()) }
        }
        store.dispatch(action: Touch())
        // The first value is the state at the subscription, which no commit led to.
        #expect(interceptor.stateChanges.map(\.origin.cause?.commit) == [nil, 1, 2, nil])
        token.cancel()
      }
    }

    @Test func `many actions that do not lead to each other are no loop`() {
      store.register(effect: .on(Increment.self).map { _, _ in Touch() })
      for _ in 0..<11_000 { store.dispatch(action: Increment()) }
      #expect(store.state.other == 11_000)
      #expect(diagnostics.events == [])
    }

    @Test func `a long queue is reported once`() {
      let token = store.select(\.count).sink { [unowned store] count in
        // All within one delivery: only that lets the queue grow without a bound.
        if count == 1 { for _ in 0..<25_000 { store.dispatch(action: Touch()) } }
      }
      store.dispatch(action: Increment())
      #expect(store.state.other == 25_000)
      #expect(diagnostics.events == ["queue 10000"])
      token.cancel()
    }

    @Test func `a dispatch that waits for its limit continues, and names the slow observer`()
      async throws
    {
      let slow = Log<String>()
      store.onDiagnostic = { diagnostic in
        slow.append(LongWait(diagnostic).map { "\($0.observer)" } ?? "\(diagnostic)")
      }
      let call = HeldCall()
      let seen = Log<Int>()
      let line = #line + 1
      let token = store.select(\.count).sink { count in
        seen.append(count)
        if count == 1 { call.hold() }
      }
      await call.run { [store] in
        store.dispatch(action: Increment())
      } meanwhile: { [store] in
        // Each waits as long as it may; they go on until the call in progress has taken long.
        for number in 2...1_000 where slow.events.isEmpty {
          store.dispatch(action: Increment())
          #expect(store.state.count == number)
        }
      }
      let last = store.state.count
      // Another thread may deliver what was enqueued.
      try await seen.wait(forCount: last + 1)
      #expect(seen.events == Array(0...last))
      #expect(slow.events == ["the subscriber at SluiceTests/P10.swift:\(line)"])
      token.cancel()
    }
  }
}
