import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs that would wait for themselves, and waits that take long.
@Suite(.inTurn) struct SelfWaitTests {
  let clock = TestClock()
  let store: Store<Counting, Void>
  let log = Log<String>()
  let diagnostics = Log<StoreDiagnostic>()

  init() {
    store = Store(initialState: Counting(), environment: (), reducers: [.counting], clock: clock)
    store.onDiagnostic = { [diagnostics] in diagnostics.append($0) }
  }

  private var texts: [String] { diagnostics.events.map(\.cause) }

  @Test func `a run that waits for its store is named once for each call, and goes on`() async {
    store.register(
      effect: .on(Ask.self).run { [unowned store] _, _, context in
        await store.idle()
        await store.close()
        context.send(Increment())
      },
      id: "waiting"
    )
    for name in ["a", "b"] {
      store.dispatch(action: Ask(name))
      await clock.advance()
    }
    #expect(store.count == 2)
    #expect(texts.map { $0.contains("Run 1 of waiting (") } == [true, true])
    #expect(texts.first?.contains("called `idle()`, which would have waited for this run") == true)
    #expect(texts.last?.contains("called `close(within:)`, which would have") == true)
    #expect(diagnostics.events.map(\.id) == [.waitsForItself, .waitsForItself])
    #expect(diagnostics.events.first?.position?.contains("SelfWaitTests.swift:") == true)
  }

  @Test func `a stream with an action in hand would wait for itself, too`() async {
    store.register(
      effect: .nonDispatching { [unowned store, log] actions, _ in
        for await ask in actions.ofType(Ask.self) {
          await store.idle()
          log.append(ask.name)
        }
      }
    )
    for name in ["a", "b"] { store.dispatch(action: Ask(name)) }
    await clock.advance()
    #expect(log.events == ["a", "b"])
    #expect(diagnostics.events.map(\.id) == [.waitsForItself])
  }

  @Test func `a run may close its store at once, or in a task that it doesn't wait for`()
    async throws
  {
    let closed = Log<Bool>()
    store.register(
      effect: .on(Ask.self).run { [store, log] _, _, context in
        Task {
          await store.close()
          closed.append(true)
        }
        try await context.sleep(for: .seconds(1))
        log.append("ended")
      }
    )
    store.dispatch(action: Ask("a"))
    await clock.advance(by: .seconds(1))
    try await closed.wait(for: true)
    #expect(log.events == ["ended"])

    let bench = Bench()
    bench.store.register(
      effect: .on(Ask.self).run { [unowned store = bench.store, log] _, _, _ in
        await store.close(within: .zero)
        log.append("closed")
      }
    )
    await bench.ask("a")
    try await log.wait(for: "closed")
    #expect(diagnostics.events.isEmpty && bench.diagnostics.isEmpty)
  }

  @Test func `a run waits for other work, and not for the work that it belongs to`() async {
    let works = Log<DispatchedWork>()
    store.register(
      effect: .on(Ask.self).run { [works, log, clock] ask, _, context in
        try await context.sleep(for: .seconds(1))
        if ask.name == "other" { return try await context.sleep(for: .seconds(2)) }
        for work in works.events {
          await work.finish()
          log.append(clock.seconds)
        }
      },
      id: "waiting"
    )
    clock.holding {
      for name in ["other", "own"] {
        works.append(store.dispatchTracked(action: Ask(name)))
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(log.events == ["3", "3"])
    #expect(texts.map { $0.contains("Run 2 of waiting (") } == [true])
    #expect(texts.first?.contains("`finish()`") == true)
  }

  @Test func `a feedback's run waits for what else is under way`() async throws {
    let bench = Bench(Requests(isShown: true))
    bench.store.register(
      effect: .on(Ask.self).run { [log] _, _, context in
        try await context.sleep(for: .seconds(1))
        log.append("run")
      }
    )
    await bench.ask("a")
    bench.store.register(
      feedback: Feedback(while: \.isShown) { [unowned store = bench.store, log] _, _ in
        await store.idle()
        log.append("idle")
        await store.close()
        log.append("closed")
      }
    )
    await bench.advance(1)
    try await log.wait(for: "closed")
    #expect(log.events == ["run", "idle", "closed"])
    #expect(bench.diagnostics.isEmpty)
  }

  @Test func `what a call waits for with a test's clock is named once, after two real seconds`()
    async
  {
    struct Photo: Sendable, Equatable, Identifiable { let id: String }
    struct Gallery: Sendable, Equatable { var photos = [Photo(id: "fox")] }
    struct Load: Action { var name: String }
    let photo = Feature<Photo, Void>(id: "photo").effect(
      .on(Load.self).run { _, _, context in try await context.sleep(for: .seconds(5)) }
    )
    let photos = Store(
      initialState: Gallery(),
      environment: (),
      reducers: [],
      clock: clock
    )
    photos.onDiagnostic = { [diagnostics] in diagnostics.append($0) }
    photos.register(feature: photo.lift(.each(\.photos)))
    let work = photos.dispatchTracked(
      action: ElementAction<Photo>(id: "fox", action: Load(name: "secret"))
    )
    await clock.advance(by: .seconds(1))
    async let idle: Void = photos.idle()
    async let finished: Void = work.finish()
    async let closed: Void = photos.close(within: .seconds(60))
    try? await diagnostics.wait(forCount: 3)
    await clock.advance(by: .seconds(4))
    _ = await (idle, finished, closed)
    let calls = Set(texts.map { String($0.prefix { $0 != " " }) })
    #expect(calls == ["`idle()`", "`finish()`", "`close(within:)`"])
    for diagnostic in diagnostics.events {
      let (text, hidden) = ("\(diagnostic)", "\(diagnostic.withoutValues)")
      #expect(text.contains("has waited 2.0 seconds, and still waits for "))
      #expect(text.contains("[fox] (SluiceTests/SelfWaitTests.swift:"))
      #expect(text.contains("secret") && text.contains("set off by #1 "))
      #expect(text.contains(", sleeps on the clock for another 4.0 seconds. To fix, advance the"))
      #expect(!hidden.contains("secret") && !hidden.contains("fox"))
      #expect(hidden.contains("set off by #1 Load"))
    }
    #expect(diagnostics.events.map(\.id) == Array(repeating: .longWork, count: 3))
  }

  @Test(.nightly, .unsanitized)
  func `with a clock that goes on by itself, what a call waits for is named after thirty seconds`()
    async
  {
    let released = Log<Int>()
    let store = Store(initialState: Counting(), environment: (), reducers: [.counting])
    store.onDiagnostic = { [diagnostics] in diagnostics.append($0) }
    store.register(
      effect: .on(Ask.self).run { _, _ in try await released.wait(forCount: 1) },
      id: "sleeper"
    )
    store.dispatch(action: Ask("a"))
    let start = ContinuousClock.now
    async let idle: Void = store.idle()
    try? await diagnostics.wait(forCount: 1)
    #expect((30..<60).contains(start.duration(to: .now).components.seconds))
    #expect(
      texts.first?.hasPrefix("`idle()` has waited 30.0 seconds, and still waits for ") == true
    )
    released.append(1)
    await idle
    #expect(diagnostics.events.count == 1)
  }

  @Test func `a sleep on another clock than the store's is thought of`() async {
    let released = Log<Int>()
    store.register(
      effect: .on(Ask.self).run { _, _ in try await released.wait(forCount: 1) },
      id: "sleeper"
    )
    store.dispatch(action: Ask("a"))
    async let idle: Void = store.idle()
    try? await diagnostics.wait(forCount: 1)
    let text = diagnostics.events.first.map { "\($0)" } ?? ""
    #expect(text.contains("To fix, sleep with `context.sleep`, and not with `Task.sleep`"))
    released.append(1)
    await idle
  }
}
