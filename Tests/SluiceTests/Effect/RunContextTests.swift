import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct RunContextTests {
  @Test func `a run waits for a later action`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, send in
        send(Answered(name: "sure?"))
        let touch = try await send.next(Increment.self)
        send(Answered(name: "\(action.name) \(touch.by)"))
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
      .on(Ask.self) { _, _, send in
        for _ in 0..<3 {
          let next = try await send.next(Increment.self)
          send(Answered(name: "\(next.by)"))
        }
        _ = try await send.next(Touch.self)
        send(Answered(name: "touched"))
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
      .on(Ask.self) { _, _, send in
        async let one = send.next(Increment.self)
        async let two = send.next(Touch.self)
        _ = try await (one, two)
        send(Answered(name: "both"))
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
      .on(Ask.self) { _, _, send in
        if try send.state(\Counting.count) == 0 { try await send.sleep(for: .seconds(1)) }
        async let one = send.next(AnonymousAction<Int>.self)
        async let two = send.next(pick)
        let sum = try await one.payload + two.payload
        send(Answered(name: "\(sum)"))
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

  @Test func `thousands of runs wait for what concerns them, and one asks for thousands`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, send in
        var sum = 0
        while true {
          let next = try await send.next(Increment.self)
          if next.by == 0 { break }
          sum += next.by
        }
        if sum != 2_000 { send(Answered(name: "\(action.name) has \(sum)")) }
      }
    )
    let names = (0..<50).map { "\($0)" }
    for name in names { bench.ask(name) }
    for _ in 0..<2_000 {
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
      Effect.on(Ask.self) { _, _, send in
        do { _ = try await send.next(Touch.self) } catch {
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
      Effect.on(Ask.self) { action, _, send in
        try await send.sleep(for: .seconds(1))
        let next = try await send.next(Increment.self)
        send(Answered(name: "\(action.name) \(next.by)"))
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
      .on(Ask.self) { action, _, send in
        for _ in 0..<2 {
          try await send.sleep(for: .seconds(1))
          let next = try await send.next(Increment.self)
          send(Answered(name: "\(action.name) \(next.by)"))
        }
        _ = try await send.next(Touch.self)
        send(Answered(name: "\(action.name) touched"))
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

  @Test func `who still waits when the run has ended is told so`() async {
    let endings = Log<Bool>()
    let bench = Bench(
      .on(Ask.self) { _, _, send in
        Task {
          do { _ = try await send.next(Touch.self) } catch {
            endings.append(error is CancellationError)
          }
          do { _ = try await send.next(Touch.self) } catch {
            endings.append(error is CancellationError)
          }
        }
        _ = try await send.next(Increment.self)
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
      .on(Ask.self) { _, _, send in
        send(Increment(by: 5))
        let whole = try send.state(Counting.self).count
        let part = try send.state(\Counting.count)
        send(Answered(name: "\(whole) \(part) \(try send.selectCurrent(countSelector))"))
      }
    )
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["5 5 5"])
  }

  @Test func `a run that asks for a state of another type fails, and the error names both`()
    async throws
  {
    let failures = Log<EffectFailure>()
    let store = Store.counting()
    store.onEffectFailure = { failures.append($0) }
    store.register(
      effect: .on(Ask.self, fileID: "Shop/Asking.swift", line: 3) { _, _, send in
        let name = try send.state(\Ask.name)
        send(Answered(name: name))
      },
      id: "asking"
    )
    store.dispatch(action: Ask(name: "a"))
    try await failures.wait(forCount: 1)
    #expect(
      failures.events.first.map { "\($0.error)" } == """
        asking (Shop/Asking.swift:3) asked for a state of type Ask, and the store's state is of type \
        Counting. To fix, ask for a state of type Counting, or register the effect on a store of Ask.
        """
    )
    #expect(failures.events.first?.error is StateTypeMismatch)
  }

  @Test func `a run of a feature's effect that asks for another type is told of the part, too`()
    async throws
  {
    struct Whole: Sendable { var part = Counting() }
    let failures = Log<EffectFailure>()
    let store = Store(initialState: Whole())
    store.onEffectFailure = { failures.append($0) }
    let asking = Effect<Void>.on(Ask.self) { _, _, send in
      _ = try send.selectCurrent(Selector(keyPath: \Ask.name))
    }
    store.register(feature: Feature<Counting, Void>(id: "f").effect(asking), state: \.part)
    store.dispatch(action: Ask(name: "a"))
    try await failures.wait(forCount: 1)
    let mismatch = failures.events.first?.error as? StateTypeMismatch
    #expect(mismatch?.requestedType == "Ask")
    #expect(mismatch?.storedType == "Whole")
    #expect(mismatch?.partType == "Counting")
    #expect(mismatch?.description.contains("ask for a state of type Counting") == true)
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
