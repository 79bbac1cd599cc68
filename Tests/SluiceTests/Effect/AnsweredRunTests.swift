import Foundation
import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

/// Runs that their own answers end: they have succeeded, and may do what stands behind their `send`.
@Suite(.inTurn) struct AnsweredRunTests {
  struct Feed: Sendable, Equatable {
    var isLoading = false
    var item: String? = ""
  }

  struct Load: Action {}
  struct Loaded: Action {}
  struct Remove: Action {}
  struct Say: Answer {
    let text: String
    var answer: String? { text }
  }

  enum Screen: Action {
    case search, found, other

    var search: Void? { if case .search = self { () } else { nil } }
  }

  static let feed = Reducer<Feed>(
    ReduceOn(Load.self) { feed, _ in feed.isLoading = true },
    ReduceOn(Loaded.self) { feed, _ in feed.isLoading = false },
    ReduceOn(Remove.self) { feed, _ in feed.item = nil },
    ReduceOn(Say.self, Screen.self) { _, _ in }
  )

  let bench = Bench(state: Feed(), reducers: [feed])
  let log = Log<String>()
  var store: Store<Feed, Void> { bench.store }

  func register(
    _ work: @escaping @Sendable (RunContext<Feed>) async throws -> Void
  ) {
    store.register(
      feedback: Feedback<Feed, Void>(while: \.isLoading) { _, context in
        try await work(context)
      },
      id: "loading"
    )
  }

  @Test func `a feedback's run whose answer ends its condition has ended`() async {
    let events = bench.notingEvents()
    register { [log] context in
      context.send(Loaded())
      log.append(Task.isCancelled ? "cut off" : "behind")
    }
    await bench.send(Load())
    #expect(events.events == ["loading started, commit 1", "loading endedByAnswer, commit 1"])
    #expect(log.events == ["behind"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `what another action ends is cancelled`() async {
    let events = bench.notingEvents()
    register { [log] context in
      do { try await context.sleep(for: .seconds(9)) } catch { log.append("cut off") }
    }
    await bench.send(Load())
    await bench.send(Loaded())
    #expect(events.events.last == "loading cancelled, commit 1")
    #expect(log.events == ["cut off"])
  }

  enum Call: CaseIterable {
    case send, next, values, state, sleep, ticks, firstState

    func make(_ context: RunContext<Feed>) async {
      switch self {
      case .send: context.send(Say(text: "late"))
      case .next: _ = try? await context.next(Say.self)
      case .values: for await _ in context.values(of: \.isLoading) {}
      case .state: _ = context.state
      case .sleep: try? await context.sleep(for: .zero)
      case .ticks: for await _ in context.ticks(every: .seconds(1)) {}
      case .firstState: _ = try? await context.firstState { $0.item == nil }
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `the next call of the context cancels it`(call: Call) async {
    register { [log] context in
      context.send(Loaded())
      log.append("\(Task.isCancelled)")
      await call.make(context)
      log.append("\(Task.isCancelled)")
    }
    await bench.send(Load())
    #expect(log.events == ["false", "true"])
    #expect(bench.answers == [])
  }

  @Test func `a second later it is cancelled`() async throws {
    let (messages, arrival) = AsyncStream.makeStream(of: Int.self)
    arrival.onTermination = { [log] _ in log.append("closed") }
    register { [log] context in
      for await _ in messages {
        context.send(Loaded())
        log.append("went on")
      }
    }
    await bench.send(Load())
    arrival.yield(1)
    try await log.wait(for: "went on")
    await bench.advance(0.9)
    #expect(log.events == ["went on"])
    await bench.advance(0.1)
    try await log.wait(for: "closed")
    await store.idle()
  }

  @Test func `one that ends before its commit is delivered has ended by its answer`() async {
    let events = bench.notingEvents()
    let contexts = Log<RunContext<Void>>()
    let isSent = Gate()
    store.register(
      effect: Effect<Void>.on(Load.self).run { _, _, context in
        contexts.append(context)
        isSent.wait()
      }
      .cancelled(by: Loaded.self),
      id: "load"
    )
    store.dispatch(action: Load())
    try? await contexts.wait(forCount: 1)
    // Within a delivery, so that the commit waits in the queue while the run comes to its end.
    let token = store.select(\.item).sink { item in
      guard item == nil else { return }
      contexts.events[0].send(Loaded())
      isSent.open()
      Thread.sleep(forTimeInterval: 0.05)
    }
    store.dispatch(action: Remove())
    await bench.advance()
    #expect(events.events.last == "load endedByAnswer, commit 1")
    token.cancel()
  }

  @Test func `an effect that its own answer cancels has ended`() async {
    let events = bench.notingEvents()
    store.register(
      effect: Effect<Void>.on(Load.self).run { [log] _, _, context in
        context.send(Loaded())
        log.append(Task.isCancelled ? "cut off" : "behind")
        context.send(Say(text: "late"))
      }
      .cancelled(by: Loaded.self),
      id: "load"
    )
    await bench.send(Load())
    #expect(events.events == ["load started, commit 1", "load endedByAnswer, commit 1"])
    #expect(log.events == ["behind"])
    #expect(bench.answers == [])
  }

  @Test func `the run of a part that its own answer removes has ended`() async {
    let events = bench.notingEvents()
    let watch = Feedback<String, Void>(while: \.isEmpty) { [log] _, context in
      context.send(Remove())
      log.append(Task.isCancelled ? "cut off" : "behind")
    }
    store.register(feature: Feature(id: "item").feedback(watch).lift(.optional(\.item)))
    await bench.advance()
    #expect(events.events.last == "item.feedback1 endedByAnswer, commit 0")
    #expect(log.events == ["behind"])
  }

  @Test func `a later request doesn't wait for a run that goes on`() async throws {
    let isFirst = Atomic(true)
    let (messages, arrival) = AsyncStream.makeStream(of: Int.self)
    register { [log] context in
      log.append("began")
      if isFirst.exchange(false, ordering: .relaxed) {
        context.send(Loaded())
        for await _ in messages {}
        log.append("first ended")
      }
    }
    await bench.send(Load())
    await bench.send(Load())
    #expect(log.events == ["began", "began"])
    arrival.finish()
    try await log.wait(for: "first ended")
  }

  @Test func `in a serial lane the next one waits until the run has come to its end`() async throws
  {
    let (messages, arrival) = AsyncStream.makeStream(of: Int.self)
    let isFirst = Atomic(true)
    store.register(
      effect: Effect<Void>.on(Load.self).run { [log] _, _, context in
        log.append("began")
        if isFirst.exchange(false, ordering: .relaxed) {
          context.send(Loaded())
          for await _ in messages {}
          log.append("first ended")
        }
      }
      .overlap(.serial).cancelled(by: Loaded.self),
      id: "load"
    )
    await bench.send(Load())
    await bench.send(Load())
    #expect(log.events == ["began"])
    arrival.finish()
    await store.idle()
    #expect(log.events == ["began", "first ended", "began"])
  }

  @Test func `an effect that its own action starts again says so, once`() async {
    let count = Atomic(0)
    store.register(
      effect: Effect<Void>.on(Screen.self).run { _, _, context in
        if count.wrappingAdd(1, ordering: .relaxed).newValue < 4 { context.send(Screen.found) }
      }
      .overlap(.latest),
      id: "search"
    )
    await bench.send(Screen.search)
    #expect(count.load(ordering: .relaxed) == 4)
    #expect(bench.explains("search ("))
    #expect(bench.explains("dispatched Screen, which starts that effect again"))
  }

  @Test func `one with a key or a debounce says so, too`() async {
    let count = Atomic(0)
    let work = Effect<Void>.on(Screen.self).run { _, _, context in
      if count.wrappingAdd(1, ordering: .relaxed).newValue < 3 { context.send(Screen.found) }
      try await context.sleep(for: .seconds(1))
    }
    store.register(effect: work.overlap(.latest, by: { _ in 1 }), id: "search")
    await bench.send(Screen.search)
    #expect(bench.explains("which starts that effect again"))
  }

  @Test func `an effect of one case, with an action of another, says nothing`() async {
    store.register(
      effect: Effect<Void>.on(matching: ActionCase(\Screen.search)).run { _, _, context in
        context.send(Screen.found)
      }
      .overlap(.latest).cancelled(by: Screen.self),
      id: "search"
    )
    await bench.send(Screen.search)
    #expect(bench.diagnostics.isEmpty)
  }
}
