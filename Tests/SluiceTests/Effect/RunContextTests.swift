import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct RunContextTests {
  @Test func `a run waits for a later action`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        context.send(Answered(name: "sure?"))
        let touch = try await context.next(Increment.self)
        context.send(Answered(name: "\(action.name) \(touch.by)"))
      }
    )
    bench.store.dispatch(action: Increment(by: 1))
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    bench.store.dispatch(action: Increment(by: 2))
    await bench.store.idle()
    #expect(bench.answers == ["sure?", "a 2"])
  }

  @Test func `actions that a run did not ask for yet are not missed, nor given twice`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        for _ in 0..<3 {
          let next = try await context.next(Increment.self)
          context.send(Answered(name: "\(next.by)"))
        }
        _ = try await context.next(Touch.self)
        context.send(Answered(name: "touched"))
      }
    )
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    for by in 1...4 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.store.idle()
    #expect(bench.answers == ["1", "2", "3", "touched"])
  }

  @Test func `tasks of one run wait side by side`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        async let one = context.next(Increment.self)
        async let two = context.next(Touch.self)
        _ = try await (one, two)
        context.send(Answered(name: "both"))
      }
    )
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    await bench.advance()
    #expect(bench.answers == [])
    bench.store.dispatch(action: Increment())
    await bench.store.idle()
    #expect(bench.answers == ["both"])
  }

  @Test func `an action that two wishes of a run mean is given to one of them`() async {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        if context.state.count == 0 { try await context.sleep(for: .seconds(1)) }
        async let one = context.next(AnonymousAction<Int>.self)
        async let two = context.next(matching: pick)
        let sum = try await one.payload + two.payload
        context.send(Answered(name: "\(sum)"))
      }
    )
    // First out of the log, then while the run waits.
    bench.ask("a")
    bench.store.dispatch(action: pick(payload: 1))
    await bench.advance(1)
    #expect(bench.answers == [])
    bench.store.dispatch(action: pick(payload: 10))
    await bench.store.idle()
    #expect(bench.answers == ["11"])
    bench.store.dispatch(action: Increment())
    bench.ask("b")
    await bench.advance()
    bench.store.dispatch(action: pick(payload: 3))
    await bench.advance()
    #expect(bench.answers == ["11"])
    bench.store.dispatch(action: pick(payload: 4))
    await bench.store.idle()
    #expect(bench.answers == ["11", "7"])
  }

  @Test func `many runs wait for what concerns them, and each asks for hundreds`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        var sum = 0
        while true {
          let next = try await context.next(Increment.self)
          if next.by == 0 { break }
          sum += next.by
        }
        if sum != 600 { context.send(Answered(name: "\(action.name) has \(sum)")) }
      }
    )
    let names = (0..<50).map { "\($0)" }
    for name in names { bench.ask(name) }
    for _ in 0..<600 {
      bench.store.dispatch(action: Increment(by: 1))
      // So that none asks too late.
      await bench.clock.advance()
    }
    bench.store.dispatch(action: Increment(by: 0))
    await bench.store.idle()
    #expect(bench.answers == [])
  }

  @Test func `cancelling a run ends its waiting`() async {
    let errors = Log<Bool>()
    let bench = Bench(
      Effect.on(Ask.self) { _, _, context in
        do { _ = try await context.next(Touch.self) } catch {
          errors.append(error is CancellationError)
          throw error
        }
      }
      .cancelled(by: Stop.self)
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Stop())
    await bench.advance()
    #expect(errors.events == [true])
    await bench.store.idle()
  }

  @Test func `a run that waited its turn has not missed what came meanwhile`() async {
    let bench = Bench(
      Effect.on(Ask.self) { action, _, context in
        try await context.sleep(for: .seconds(1))
        let next = try await context.next(Increment.self)
        context.send(Answered(name: "\(action.name) \(next.by)"))
      }
      .overlap(.serial)
    )
    bench.ask("a", "b")
    bench.store.dispatch(action: Increment(by: 1))
    await bench.advance(2)
    #expect(bench.answers == ["a 1", "b 1"])
    bench.ask("c")
    bench.store.dispatch(action: Increment(by: 2))
    await bench.advance(1)
    #expect(bench.answers.last == "c 2")
  }

  @Test func `what a run asked for too late is counted, and told once`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        for _ in 0..<2 {
          try await context.sleep(for: .seconds(1))
          let next = try await context.next(Increment.self)
          context.send(Answered(name: "\(action.name) \(next.by)"))
        }
        _ = try await context.next(Touch.self)
        context.send(Answered(name: "\(action.name) touched"))
      }
    )
    let losses = Log<String>()
    bench.store.onDiagnostic = { diagnostic in
      if case .lostActions(let run, let count) = diagnostic {
        losses.append("\(run.effect) \(run.number): \(count)")
      }
    }
    bench.ask("a")
    for by in 1...1_200 { bench.store.dispatch(action: Increment(by: by)) }
    bench.store.dispatch(action: Touch())
    await bench.advance(2)
    #expect(bench.answers == ["a 202", "a 203", "a touched"])
    // Of 1,201 actions the newest 1,000 are there.
    #expect(losses.events == ["bench 1: 201"])
  }

  @Test func `a run that never asks has lost nothing`() async {
    let bench = Bench(Effect.answering())
    let losses = Log<Int>()
    bench.store.onDiagnostic = { diagnostic in
      if case .lostActions(_, let count) = diagnostic { losses.append(count) }
    }
    bench.ask("a")
    for _ in 0..<3_000 { bench.store.dispatch(action: Increment()) }
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a"])
    #expect(losses.events == [])
  }

  @Test func `a run that waits has lost nothing, however much passes meanwhile`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        for _ in 0..<2 {
          let next = try await context.next(Increment.self)
          context.send(Answered(name: "\(action.name) \(next.by)"))
        }
        // Waits in vain while many others pass.
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try? await context.next(Increment.self) }
          group.addTask { try await context.sleep(for: .seconds(1)) }
          try await group.next()
          group.cancelAll()
        }
        let next = try await context.next(Increment.self)
        context.send(Answered(name: "\(action.name) \(next.by)"))
      }
    )
    let losses = Log<Int>()
    bench.store.onDiagnostic = { diagnostic in
      if case .lostActions(_, let count) = diagnostic { losses.append(count) }
    }
    bench.ask("a")
    await bench.advance()
    for by in 1...2 {
      for _ in 0..<1_500 { bench.store.dispatch(action: Touch()) }
      bench.store.dispatch(action: Increment(by: by))
      await bench.advance()
    }
    for _ in 0..<1_500 { bench.store.dispatch(action: Touch()) }
    await bench.advance(1)
    bench.store.dispatch(action: Increment(by: 3))
    await bench.store.idle()
    #expect(bench.answers == ["a 1", "a 2", "a 3"])
    #expect(losses.events == [])
  }

  @Test func `runs that wait for the same get it in the order in which they began to`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        _ = try await context.next(Touch.self)
        context.send(Answered(name: action.name))
      }
    )
    let names = (0..<20).map { "\($0)" }
    for name in names {
      bench.ask(name)
      await bench.advance()
    }
    bench.clock.holding { bench.store.dispatch(action: Touch()) }
    await bench.store.idle()
    #expect(bench.answers == names)
  }

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

  @Test func `who still waits when the run has ended is told so`() async {
    let endings = Log<Bool>()
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        Task {
          do { _ = try await context.next(Touch.self) } catch {
            endings.append(error is CancellationError)
          }
          do { _ = try await context.next(Touch.self) } catch {
            endings.append(error is CancellationError)
          }
        }
        _ = try await context.next(Increment.self)
      }
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Increment())
    _ = try? await endings.wait(forCount: 2)
    #expect(endings.events == [true, true])
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

  @Test func `an effect that reads another state is refused when it is registered`() async {
    let failures = Log<EffectFailure>()
    let bench = Bench()
    bench.store.onEffectFailure = { failures.append($0) }
    bench.store.register(
      effects: [
        .on(Ask.self, state: Ask.self, fileID: "Shop/Asking.swift", line: 3) { _, _, context in
          context.send(Answered(name: context.state.name))
        },
        Effect.echo,
      ],
      id: "asking"
    )
    #expect(
      failures.events.map { "\($0)" } == [
        """
        asking.1 (Shop/Asking.swift:3) reads a state of type Ask, and the store's state is of type \
        Counting. It was not registered. To fix, let it read a state of type Counting, or register it \
        on a store of Ask.
        """
      ]
    )
    #expect(failures.events.first?.error is StateTypeMismatch)
    #expect(failures.events.first?.run == EffectRunID(effect: "asking.1", number: 0))
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["a"])
    #expect(failures.events.count == 1)
  }

  @Test func `a feature's effect that reads another state is refused with the part's type, too`() {
    struct Whole: Sendable { var part = Counting() }
    let mismatches = Log<StateTypeMismatch?>()
    let store = Store(initialState: Whole())
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let asking = Effect<Void>.on(
      matching: ActionTemplate(id: "ask", payloadType: Int.self),
      state: Ask.self
    ) {
      _,
      _,
      _ in
    }
    store.register(feature: Feature<Counting, Void>(id: "f").effect(asking), state: \.part)
    #expect(mismatches.events.map(\.?.effect) == ["f.1"])
    #expect(mismatches.events.map(\.?.requestedType) == ["Ask"])
    #expect(mismatches.events.map(\.?.storedType) == ["Whole"])
    #expect(mismatches.events.map(\.?.partType) == ["Counting"])
    let description = mismatches.events.first??.description
    #expect(description?.contains("let it read a state of type Counting") == true)
  }

  @Test func `an effect lifted from a part of another state is refused`() {
    struct Whole: Sendable { var part = Counting() }
    let mismatches = Log<StateTypeMismatch?>()
    let store = Store.counting()
    store.onEffectFailure = { mismatches.append($0.error as? StateTypeMismatch) }
    let reading = Effect<Void>.on(Ask.self, state: Counting.self) { _, _, _ in }
    store.register(effect: reading.lift(state: \Whole.part))
    #expect(mismatches.events.map(\.?.requestedType) == ["Whole"])
    store.register(effect: reading.lift(state: \Counting.count))
    #expect(mismatches.events.count == 1)
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
}
