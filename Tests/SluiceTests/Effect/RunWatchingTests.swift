import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state that a run watches.
@Suite(.inTurn) struct RunWatchingTests {
  /// An effect that answers with the counts that it sees.
  private let watching = Effect<Void>.on(Ask.self).seeing(Counting.self).run { _, _, context in
    for await count in context.values(of: \.count) { context.answer("\(count)") }
    context.answer("never")
  }

  @Test func `a run sees each value of a part of the state, until it is cancelled`() async {
    let bench = Bench(watching.cancelled(by: Stop.self))
    await bench.sendEach(Increment(), Ask("a"), Increment(), Touch(), Increment(2))
    await bench.sendEach(Stop(), Increment())
    await bench.store.idle()
    #expect(bench.answers == ["1", "2", "4"])
  }

  static let scripts = [
    RunScript("reads the state as it is now", answers: ["5 5"]) { context in
      context.send(Increment(5))
      context.answer("\(context.state.count) \(context.selectCurrent(countSelector))")
    },
    RunScript(
      "watches a selector, in any form of a selection",
      [Touch(), Increment(3)],
      answers: ["0 1", "1 4"]
    ) { context in
      let sums = Selector<Counting, Int> { $0.count + $0.other }
      for await change in context.values(of: sums).changes {
        context.answer("\(change.old) \(change.new)")
      }
    },
    RunScript("doesn't wait for a state that is there already", answers: ["0"]) { context in
      let state = try await context.firstState(where: { $0.count == 0 }, timeout: .zero)
      context.answer("\(state.count)")
    },
    RunScript("releases what it no longer watches", answers: ["released"]) { context in
      weak var held: Witness?
      do {
        let witness = Witness()
        held = witness
        let token = context.values(of: \.count).sink { _ in withExtendedLifetime(witness) {} }
        token.cancel()
      }
      context.answer(held == nil ? "released" : "held")
    },
  ]

  @Test(arguments: scripts)
  func `a run`(script: RunScript) async { await script.expectAnswers() }

  @Test func `what a run watches ends with it, in a task that outlives it, too`() async throws {
    let endings = Log<String>()
    let subscribed = Log<Int>()
    let tokens = Log<SelectionToken>()
    let bench = Bench { ask, context in
      Task {
        for await _ in context.values(of: \.count) {}
        endings.append(ask.name)
      }
      tokens.append(context.values(of: \.count).sink { subscribed.append($0) })
      _ = try await context.next(Touch.self)
      if ask.key == 1 { throw CancellationError() }
    }
    await bench.sendEach(Ask("a", key: 0), Touch(), Ask("a", key: 1), Touch(), Increment(by: 5))
    // Not in the clock's executor.
    try await endings.wait(forCount: 2)
    #expect(endings.events == ["a", "a"])
    #expect(subscribed.events == [0, 0])
  }

  @Test func `a sequence that is watched after the run has ended ends at once`() async throws {
    let contexts = Log<RunContext<Counting>>()
    let bench = Bench { _, context in contexts.append(context) }
    await bench.ask("a")
    let context = try #require(contexts.events.first)
    var seen: [Int] = []
    for await count in context.values(of: \.count) { seen.append(count) }
    #expect(seen == [0])
    await #expect(throws: CancellationError.self) {
      try await context.firstState(where: { $0.count == 1 })
    }
  }

  // MARK: - A state that satisfies a predicate

  @Test func `a run waits for a state, however shortly it lasts`() async {
    let bench = Bench { _, context in
      let state = try await context.firstState(where: { $0.count == 2 })
      context.answer("\(state.count) \(context.state.count)")
    }
    await bench.ask("a")
    await bench.send(Increment(), Increment(), Increment(), Increment())
    #expect(bench.answers == ["2 4"])
  }

  @Test func `the time to wait for a state is that of the store's clock`() async {
    let bench = Bench { _, context in
      try await context.firstState(where: { $0.count == 1 }, timeout: .seconds(1))
      context.answer("in time")
      do {
        try await context.firstState(where: { $0.count == 2 }, timeout: .seconds(1))
      } catch {
        context.answer("\(error)")
      }
    }
    await bench.ask("a", then: 0.5)
    await bench.send(Increment(), then: 5)
    let late = "A state that satisfies the predicate was awaited for 1.0 seconds, and did not come."
    #expect(bench.timedAnswers == ["in time 0.5", "\(late) 1.5"])
  }

  @Test func `a runner counts a run that only watches as idle`() async throws {
    let actions = try await EffectRunner(watching, environment: (), state: Counting())
      .run(with: Ask("a"))
    #expect(actions as? [Answered] == [Answered("0")])
  }
}
