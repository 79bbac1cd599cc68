import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a run sends and reads, and what becomes of it after the run's end.
@Suite(.inTurn) struct RunContextTests {
  @Test func `what a run sends is from its call, and what it returns from the effect`() async {
    let effectLine = #line + 1
    let bench = Bench(
      .on(Ask.self).run { _, _, context in
        context.send(Touch(), note: "sent")
        context.send(Increment(), fileID: "Shop/Cart.swift", line: 7)
      },
      .on(Touch.self, fileID: "Shop/Answer.swift", line: 3) { _, _ in Stop() }
    )
    await bench.ask("a")
    let positions = bench.commits.stateChanges.dropFirst().map { change in
      let origin = change.origin
      return "\(type(of: change.action)) \(origin.fileID):\(origin.line) \(origin.function)"
    }
    #expect(
      Set(positions) == [
        "Touch SluiceTests/RunContextTests.swift:\(effectLine + 2) effect",
        "Increment Shop/Cart.swift:7 effect", "Stop Shop/Answer.swift:3 effect",
      ]
    )
  }

  @Test func `an effect and a feedback run on the executor that they prefer`() async {
    let elsewhere = TestClock()
    let store = Store<Counting, Void>.counting()
    let log = Log<String>()
    store.register(
      effect: .on(Ask.self).run { _, _ in log.append("effect") }.executor(elsewhere.taskExecutor)
    )
    store.register(
      feedback: Feedback(for: \.count) { _, _, _ in log.append("feedback") }
        .executor(elsewhere.taskExecutor)
    )
    store.dispatch(action: Ask("a"))
    // The executor is empty again when the runs are over.
    await elsewhere.advance()
    #expect(log.events.sorted() == ["effect", "feedback"])
  }

  @Test(arguments: ["effect", "feedback", "cancelled effect"])
  func `what is sent after a run's end is dropped, and reported once if it wasn't cancelled`(
    kind: String
  ) async throws {
    let contexts = Log<RunContext<Counting>>()
    let bench = Bench()
    if kind == "feedback" {
      let feedback = Feedback<Counting, Void>(for: \.other, name: kind) { _, _, context in
        contexts.append(context)
      }
      bench.store.register(feedback: feedback)
    } else {
      let effect = Effect<Void>.on(Ask.self).seeing(Counting.self).run { _, _, context in
        contexts.append(context)
        if kind != "effect" { try await context.sleep(for: .seconds(1)) }
      }
      bench.store.register(effect: effect.cancelled(by: Stop.self), id: kind)
    }
    await bench.sendEach(kind == "cancelled effect" ? [Ask("a"), Stop()] : [Ask("a")])
    let context = try #require(contexts.events.first)
    for line in [3, 4] as [UInt] {
      context.send(Answered("too late"), fileID: "Shop/Cart.swift", line: line)
    }
    let report = """
      Run 1 of \(kind) had ended when Shop/Cart.swift:3 sent an action: it was dropped. To fix, let \
      the effect's closure wait for what it starts (with `await`, or in a task group), or dispatch \
      on the store.
      """
    #expect(bench.answers == [])
    #expect(bench.diagnostics.map { "\($0)" } == (kind == "cancelled effect" ? [] : [report]))
  }

  @Test func `what a task dispatches on the store after its run has ended is reduced`() async {
    let bench = Bench()
    bench.store.register(
      effect: .on(Touch.self).run { [unowned store = bench.store, clock = bench.clock] _, _ in
        Task(executorPreference: clock.taskExecutor) {
          try await clock.sleep(for: .seconds(1))
          store.dispatch(action: Increment())
        }
      }
    )
    await bench.send(Touch())
    await bench.store.idle()
    await bench.advance(1)
    #expect(bench.store.count == 1)
    #expect(bench.diagnostics.isEmpty)
  }
}
