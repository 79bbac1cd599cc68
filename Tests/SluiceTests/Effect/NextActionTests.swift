import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Later actions that a run waits for.
@Suite(.inTurn)
struct NextActionTests {
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

  @Test func `actions that a run doesn't await yet are received later, each once`() async {
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

  @Test func `of two waits of a run for the same action, one receives it`() async {
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

  @Test func `many runs each receive hundreds of actions`() async {
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

  @Test func `a wait that is pending when the run ends is cancelled`() async {
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

  @Test func `a run that waited its turn receives what was dispatched meanwhile`() async {
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

  @Test func `runs that wait for one action receive it in the order of their waiting`() async {
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

  /// Logs how many actions each run lost.
  private static func losses(of bench: Bench) -> Log<String> {
    let losses = Log<String>()
    bench.store.onDiagnostic = { diagnostic in
      if case .lostActions(let run, let count) = diagnostic {
        losses.append("\(run.effect) \(run.number): \(count)")
      }
    }
    return losses
  }

  @Test func `actions that a run awaited too late are counted, and reported once`() async {
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
    let losses = Self.losses(of: bench)
    bench.ask("a")
    for by in 1...1_200 { bench.store.dispatch(action: Increment(by: by)) }
    bench.store.dispatch(action: Touch())
    await bench.advance(2)
    #expect(bench.answers == ["a 202", "a 203", "a touched"])
    // Of 1,201 actions the newest 1,000 are there.
    #expect(losses.events == ["bench 1: 201"])
  }

  @Test func `a run that never waits for actions loses none`() async {
    let bench = Bench(Effect.answering())
    let losses = Self.losses(of: bench)
    bench.ask("a")
    for _ in 0..<3_000 { bench.store.dispatch(action: Increment()) }
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a"])
    #expect(losses.events == [])
  }

  @Test func `a run that waits loses no action, however many others are dispatched`() async {
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
    let losses = Self.losses(of: bench)
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
}
