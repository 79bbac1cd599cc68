import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a run sends and reads, and what becomes of it after the run's end.
@Suite(.inTurn)
struct RunContextTests {
  @Test func `what a run sends has the position of the call, what it returns that of the effect`()
    async
  {
    let effectLine = #line + 1
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        context.send(Touch(), note: "sent")
        context.send(Increment(), fileID: "Shop/Cart.swift", line: 7)
      },
      .on(Touch.self, fileID: "Shop/Answer.swift", line: 3) { _, _ in Stop() }
    )
    bench.ask("a")
    await bench.store.idle()
    let positions = bench.commits.stateChanges.dropFirst().map { change in
      "\(type(of: change.action)) \(change.origin.fileID):\(change.origin.line)"
    }
    #expect(
      Set(positions) == [
        "Touch SluiceTests/RunContextTests.swift:\(effectLine + 2)", "Increment Shop/Cart.swift:7",
        "Stop Shop/Answer.swift:3",
      ]
    )
    #expect(
      bench.commits.stateChanges.allSatisfy { $0.action is Ask || $0.origin.function == "effect" }
    )
  }

  @Test func `a run reads the state as it is now`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        context.send(Increment(by: 5))
        let count = context.selectCurrent(countSelector)
        context.send(Answered(name: "\(context.state.count) \(count)"))
      }
    )
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["5 5"])
  }

  @Test func `an effect runs on the executor that it prefers`() async {
    let clock = TestClock()
    let store = Store<Counting, Void>.counting()
    let commits = store.watched()
    store.register(effect: Effect.echo.executor(clock.taskExecutor))
    store.dispatch(action: Ask(name: "a"))
    // The executor is empty again when the run is over.
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).count == 1)
  }

  @Test func `what is sent after the run has ended is dropped, and reported once`() async throws {
    let contexts = Log<RunContext<Void>>()
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        contexts.append(context)
        context.send(Answered(name: "in time"))
      }
    )
    let diagnostics = Log<String>()
    bench.store.onDiagnostic = { diagnostics.append("\($0)") }
    bench.ask("a")
    await bench.store.idle()
    let context = try #require(contexts.events.first)
    for line in [3, 4] as [UInt] {
      context.send(Answered(name: "too late"), fileID: "Shop/Cart.swift", line: line)
    }
    #expect(bench.answers == ["in time"])
    #expect(
      diagnostics.events == [
        """
        Run 1 of bench had ended when Shop/Cart.swift:3 sent an action: it was dropped. To fix, let \
        the effect's closure wait for what it starts (with `await`, or in a task group), or dispatch \
        on the store.
        """
      ]
    )
  }

  @Test func `what is sent after a feedback's run has ended is dropped and reported`() async throws
  {
    let contexts = Log<RunContext<Counting>>()
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Log<String>()
    store.onDiagnostic = { diagnostics.append("\($0)") }
    store.register(
      feedback: Feedback(whenChanged: \.other, name: "watch") { _, _, context in
        contexts.append(context)
      }
    )
    await clock.advance()
    try #require(contexts.events.first).send(Increment(), fileID: "Shop/Cart.swift", line: 3)
    #expect(store.state.count == 0)
    let beginning =
      "Run 1 of watch had ended when Shop/Cart.swift:3 sent an action: it was dropped."
    #expect(diagnostics.events.map { $0.hasPrefix(beginning) } == [true])
  }

  @Test func `what a task dispatches on the store after its run has ended is reduced`() async throws
  {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Log<String>()
    store.onDiagnostic = { diagnostics.append("\($0)") }
    let (goOn, continuation) = AsyncStream.makeStream(of: Void.self)
    let isOver = Log<Bool>()
    store.register(
      effect: .on(Touch.self) { [unowned store] _, _ in
        Task {
          for await _ in goOn { store.dispatch(action: Increment()) }
          isOver.append(true)
        }
      }
    )
    store.dispatch(action: Touch())
    await store.idle()
    continuation.yield()
    continuation.finish()
    try await isOver.wait(for: true)
    #expect(store.state.count == 1)
    #expect(diagnostics.events == [])
  }

  @Test func `what a cancelled run sends is dropped without a report`() async throws {
    let contexts = Log<RunContext<Void>>()
    let bench = Bench(
      Effect.on(Ask.self) { _, _, context in
        contexts.append(context)
        try await context.sleep(for: .seconds(1))
      }
      .cancelled(by: Stop.self)
    )
    let diagnostics = Log<String>()
    bench.store.onDiagnostic = { diagnostics.append("\($0)") }
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Stop())
    await bench.store.idle()
    try #require(contexts.events.first).send(Answered(name: "too late"))
    #expect(bench.answers == [])
    #expect(diagnostics.events == [])
  }
}
