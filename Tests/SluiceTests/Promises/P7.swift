import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Cancellation is certain.
  @Suite struct P7 {
    private struct Start: Action {}
    private struct Late: Action {}

    private let store: Store<Counting, Void>

    init() {
      store = .counting()
      store.onDiagnostic = { _ in }
    }

    @Test func `after a cancel on the delivering thread nothing more is delivered`() {
      let seen = Log<Int>()
      let token = Shared<SelectionToken?>(nil)
      token.value = store.select(\.count).sink { [unowned store] count in
        if count == 1 {
          store.dispatch(action: Increment())
          token.value?.cancel()
          store.dispatch(action: Increment())
        }
        seen.append(count)
      }
      store.dispatch(action: Increment())
      #expect(seen.events == [0, 1])
      token.value = nil
    }

    @Test func `an observer that is cancelled within a delivery doesn't receive its commit`() {
      let bench = CountingBench()
      let later = Shared<StoreRegistration?>(nil)
      let token = Shared<SelectionToken?>(nil)
      bench.interceptor("first") { [unowned bench] commit, _ in
        guard commit.number == 2 else { return }
        later.value?.unregister()
        token.value?.cancel()
        bench.interceptor("new")
        bench.sink("new count")
      }
      later.value = bench.interceptor("later")
      token.value = bench.store.select(\.count).sink { [seen = bench.seen] count in
        seen.append("count \(count)")
      }
      bench.increment(3)
      #expect(
        bench.events == [
          "count 0", "first 1", "later 1", "count 1",
          "first 2", "new count 2", "first 3", "new 3", "new count 3",
        ]
      )
    }

    @Test func `after a cancel on another thread at most one more value is delivered`() async {
      for _ in 0..<volume(50, nightly: 200) {
        let store = Store.counting()
        store.onDiagnostic = { _ in }
        let isCancelled = Shared(false)
        let late = Shared(0)
        let isTold = Gate()
        let token = store.select(\.count).sink { count in
          if isCancelled.value { late.change { $0 += 1 } }
          if count == 5 { isTold.open() }
        }
        await Threads.run(2) { index in
          if index == 0 {
            for _ in 0..<200 { store.dispatch(action: Increment()) }
          } else {
            isTold.wait()
            token.cancel()
            isCancelled.value = true
          }
        }
        #expect(late.value <= 1)
      }
    }

    @Test(arguments: [false, true])
    func `what an unregistered run still dispatches is dropped, before middleware receives it`(
      hasMiddleware: Bool
    ) async throws {
      let interceptor = store.watched()
      let (received, steps) = (Log<String>(), Log<String>())
      if hasMiddleware {
        store.pass { action, _, next in
          received.append("\(type(of: action))")
          next(action)
        }
      }
      let registration = store.register(
        effect: .on(Start.self).run { (_, _, context: RunContext<Void>) in
          steps.append("running")
          // Not the task's own wait: the run's task is cancelled by now.
          try await Task.detached { try await steps.wait(for: "unregistered") }.value
          context.send(Late())
          steps.append(Task.isCancelled ? "sent" : "sent without being cancelled")
        }
      )
      store.dispatch(action: Start())
      try await steps.wait(for: "running")
      registration.unregister()
      steps.append("unregistered")
      try await steps.wait(forCount: 3)
      #expect(steps.events.last == "sent")
      #expect(received.events == (hasMiddleware ? ["Start"] : []))
      try interceptor.expectDispatched(Start.self)
      try interceptor.expectNothingElse()
    }

    @Test func `what middleware dispatches in answer to a run's action belongs to the run`()
      async throws
    {
      let interceptor = store.watched()
      let registration = Shared<StoreRegistration?>(nil)
      store.pass { action, context, next in
        if action is Late {
          registration.value?.unregister()
          context.dispatch(action: Increment())
        }
        next(action)
      }
      let hasSent = Log<Bool>()
      registration.value = store.register(
        effect: .on(Start.self).run { (_, _, context: RunContext<Void>) in
          context.send(Late())
          hasSent.append(true)
        }
      )
      store.dispatch(action: Start())
      try await hasSent.wait(for: true)
      try interceptor.expectDispatched(Start.self)
      try interceptor.expectNothingElse()
    }

    @Test func `runs that dispatch all the time stop at the commit at which they are cancelled`()
      async throws
    {
      for _ in 0..<volume(20, nightly: 50) {
        let store = Store.counting()
        store.onDiagnostic = { _ in }
        let registration = store.register(
          effect: .on(Start.self).run { (_, _, context: RunContext<Void>) in
            while !Task.isCancelled { context.send(Increment()) }
            for _ in 0..<100 { context.send(Increment()) }
          }
        )
        let seen = Log<Int>()
        let token = store.select(\.count).sink { if $0 == 20 { seen.append($0) } }
        store.dispatch(action: Start())
        try await seen.wait(for: 20)
        registration.unregister()
        let count = store.state.count
        await Threads.run(1) { _ in }
        #expect(store.state.count == count)
        token.cancel()
      }
    }

    @Test func `a run that is cancelled before its turn never begins`() async {
      let clock = TestClock()
      let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
      let log = Log<String>()
      store.register(interceptor: EffectProbe<Counting> { log.append("\($0.kind)") })
      store.register(effect: .on(Start.self).run { _, _ in log.append("began") }, id: "run")
      clock.holding {
        store.dispatch(action: Start())
        store.unregisterEffects(withID: "run")
      }
      await clock.advance()
      #expect(log.events == ["started", "cancelled"])
    }

    @Test func `effects may be replaced while runs begin and end, each once`() async {
      let isOver = Shared(false)
      let runs = Shared((begun: 0, ended: 0))
      store.register(
        interceptor: EffectProbe<Counting> { event in
          runs.change { if event.duration == nil { $0.begun += 1 } else { $0.ended += 1 } }
        }
      )
      await Threads.run(4) { [store] index in
        if index < 2 {
          for _ in 0..<1_000 { store.dispatch(action: Start()) }
          isOver.value = true
        } else {
          while !isOver.value {
            store.register(effect: .on(Start.self) { _, _ in Increment() }, id: "effect")
          }
        }
      }
      store.unregisterEffects(withID: "effect")
      let count = store.state.count
      #expect(count <= 2_000)
      await store.idle()
      #expect(store.state.count == count)
      #expect(runs.value.begun == runs.value.ended)
    }
  }
}
