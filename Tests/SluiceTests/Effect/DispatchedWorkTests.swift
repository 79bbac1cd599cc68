import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct DispatchedWorkTests {
  private let log = Log<String>()

  @Test func `work lasts as long as the runs that it leads to, directly or not`() async {
    let bench = Bench(
      Effect.answering(),
      Effect.on(Answered.self).run { action, _, context in
        if action.name != "a" { return }
        try await context.sleep(for: .seconds(1))
        context.answer("b")
      }
    )
    let work = bench.store.dispatchTracked(action: Ask("a"))
    await bench.advance(1)
    #expect(!work.isFinished)
    async let finishing: Void = work.finish()
    await bench.advance(1)
    await finishing
    #expect(work.isFinished)
    #expect(bench.timedAnswers == ["a? 0", "a 1", "b 2"])
  }

  @Test func `other actions and their runs do not count`() async {
    let bench = Bench(Effect.answering())
    // Its run rests: nobody else delivers.
    await bench.ask("before")
    let without = bench.store.dispatchTracked(action: Increment())
    #expect(without.isFinished)
    await without.finish()
    let own = bench.store.dispatchTracked(action: Ask("own"))
    await bench.advance(0.5)
    await bench.ask("after", then: 0.5)
    await own.finish()
    #expect(own.isFinished)
    #expect(bench.answers == ["before?", "own?", "after?", "before", "own"])
  }

  @Test func `synchronous effects, follow-ups and what subscribers dispatch count`() async {
    let asking = Reducer<Counting>(
      ReduceOn(Stop.self) { _, _ -> [FollowUp] in
        [.action { () async -> (any Action)? in Increment(by: 100) }]
      }
    )
    let store = Store(initialState: Counting(), reducers: [.counting, asking])
    store.register(effect: .on(Ask.self).map { _, _ in Touch() })
    store.register(
      effect: .on(Increment.self).run { [log] action, _ in log.append("ran \(action.by)") }
    )
    let token = store.select(\.other).sink { [unowned store] other in
      if other == 1 { store.dispatch(action: Stop()) }
    }
    let work = store.dispatchTracked(action: Ask("a"))
    await work.finish()
    #expect(store.state == Counting(count: 100, other: 1))
    #expect(log.events == ["ran 100"])
    token.cancel()
  }

  @Test func `what a subscriber on an actor does after the delivery does not count`() async throws {
    let store = Store<Counting, Void>.counting()
    store.register(
      effect: Effect<Void>.on(Touch.self).run { [log] _, _, context in
        log.append("runs")
        _ = try await context.next(Unhandled.self)
      }
    )
    let token = await MainActor.run {
      store.select(\.count).sink { [unowned store] count in
        if count > 0 { store.dispatch(action: Touch()) }
      }
    }
    let work = store.dispatchTracked(action: Increment())
    try await log.wait(for: "runs")
    #expect(work.isFinished)
    token.cancel()
  }

  @Test func `an action counts while it waits for a debounce or its turn, until it is dropped`()
    async
  {
    let bench = Bench(
      Effect.echo.debounce(for: .seconds(1)),
      Effect.answering(after: 5).overlap(.serial)
    )
    await bench.ask("first")
    let work = bench.store.dispatchTracked(action: Ask("a"))
    await bench.advance(6)
    #expect(!work.isFinished)
    await bench.advance(5)
    #expect(work.isFinished)
    #expect(bench.answers == ["first?", "a", "first", "a?", "a"])

    let debouncing = Bench(Effect.echo.debounce(for: .seconds(1)))
    let dropped = debouncing.store.dispatchTracked(action: Ask("a"))
    #expect(!dropped.isFinished)
    debouncing.store.dispatch(action: Ask("b"))
    #expect(dropped.isFinished)
  }

  @Test func `an action in a stream counts until the stream asks for the next one`() async {
    let clock = TestClock()
    let bench = Bench(
      .dispatchingOne { actions, _ in
        actions.ofType(Ask.self).map { ask in
          try? await clock.sleep(for: .seconds(1))
          return Increment(by: ask.key)
        }
      },
      clock: clock
    )
    let work = bench.store.dispatchTracked(action: Ask("a", key: 7))
    await bench.advance(0.5)
    #expect(!work.isFinished)
    await bench.advance(0.5)
    #expect(work.isFinished)
    #expect(bench.store.count == 7)
  }

  @Test(arguments: [false, true])
  func `cancelled work ends its runs, drops what they send, and leaves others`(isTask: Bool) async {
    let bench = Bench(Effect.answering(), Effect.echo.debounce(for: .seconds(2)))
    await bench.ask("other", key: 1)
    let work = bench.store.dispatchTracked(action: Ask("a"))
    let waiting = Task { await work.finish() }
    await bench.advance(0.5)
    // A task that is cancelled while it waits cancels the work, too.
    if isTask { waiting.cancel() } else { work.cancel() }
    await waiting.value
    #expect(work.isFinished)
    await bench.advance(5)
    // The debounce took the tracked action in place of the other, and dropped it.
    #expect(bench.answers == ["other?", "a?", "other"])
  }

  @Test func `an action not delivered yet when its work is cancelled starts nothing`() {
    let store = Store.counting()
    store.register(
      effect: .on(Touch.self).map { [log] _, _ in
        log.append("answered")
        return nil
      }
    )
    let token = store.select(\.count).sink { [unowned store] count in
      guard count == 1 else { return }
      // Enqueued behind the commit that is being delivered.
      store.dispatchTracked(action: Touch()).cancel()
    }
    store.dispatch(action: Increment())
    #expect(store.state.other == 1)
    #expect(log.events == [])
    token.cancel()
  }

  @Test func `work ends with its store`() async {
    var store: Store<Counting, Void>? = .counting()
    store?.register(
      effect: .on(Ask.self).run { _, _ in
        let (stream, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
      }
    )
    let work = store?.dispatchTracked(action: Ask("a"))
    #expect(work?.isFinished == false)
    store = nil
    await work?.finish()
    #expect(work?.isFinished == true)
  }

  @Test func `work is tracked through middleware and projections`() async {
    let bench = Bench(Effect.answering())
    bench.store.register(
      middleware: MiddlewareFunction { action, context, next in
        if action is Stop { return context.dispatch(action: Ask("stop")) }
        next(action)
      }
    )
    let projection = bench.store.projection(.state(\.count)) { (name: String) in Ask(name) }
    let works = [
      bench.store.dispatchTracked(action: Stop()),
      projection.dispatchTracked(action: "projected"),
      projection.projection(.state(\.self)) { (_: Int) in "twice" }.dispatchTracked(action: 1),
    ]
    await bench.advance(0.5)
    for work in works { #expect(!work.isFinished) }
    works[0].cancel()
    await bench.advance(0.5)
    for work in works { #expect(work.isFinished) }
    #expect(Set(bench.answers) == ["stop?", "projected?", "projected", "twice?", "twice"])
  }

  @Test func `the origin of a tracked action is as without tracking`() {
    let bench = Bench()
    let token = bench.store.select(\.count).sink { [unowned store = bench.store] count in
      if count == 1 { _ = store.dispatchTracked(action: Touch(), note: "tracked") }
    }
    _ = bench.store.dispatchTracked(action: Increment())
    let origins = bench.commits.stateChanges.map(\.origin)
    #expect(origins.map(\.cause?.commit) == [nil, 1])
    #expect(origins.map(\.note) == [nil, "tracked"])
    token.cancel()
  }

  @Test func `the origin of an action that a run tracks names the run`() async {
    let bench = Bench()
    bench.store.register(
      effect: .on(Increment.self).run { [unowned store = bench.store] _, _ in
        _ = store.dispatchTracked(action: Touch())
      },
      id: "tracking"
    )
    bench.store.dispatch(action: Increment())
    await bench.store.idle()
    let effects = bench.commits.stateChanges.map(\.origin.cause?.effect?.effect)
    #expect(effects == [nil, "tracking"])
  }

  @Test func `work of many threads is counted in full`() async {
    let store = Store.counting()
    store.register(effect: .on(Touch.self) { _, _ in Increment() })
    await Threads.run(4) { _ in
      for round in 0..<200 {
        let before = store.state.count
        let work = store.dispatchTracked(action: Touch())
        let isCancelled = round % 3 == 0
        if isCancelled { work.cancel() }
        let isOver = Gate()
        Task {
          await work.finish()
          isOver.open()
        }
        #expect(isOver.wait())
        #expect(work.isFinished)
        if !isCancelled { #expect(store.state.count > before) }
      }
    }
    await store.idle()
    #expect(store.state.other == 800)
  }
}
