import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a run waits for: an action that satisfies a predicate, until a time is up.
@Suite(.inTurn)
struct RunWaitingTests {
  @Test func `a run waits for the action that satisfies a predicate`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        let large = try await context.next(Increment.self, where: { $0.by > 10 })
        context.send(Answered(name: "\(large.by)"))
        // What didn't satisfy it is still there, in order.
        for _ in 0..<2 {
          context.send(Answered(name: "\(try await context.next(Increment.self).by)"))
        }
      }
    )
    bench.ask("a")
    for by in [1, 2, 30] {
      bench.store.dispatch(action: Increment(by: by))
      await bench.advance()
    }
    await bench.store.idle()
    #expect(bench.answers == ["30", "1", "2"])
  }

  @Test func `a run that waits late receives an earlier action that satisfies a predicate`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        let second = try await context.next(Increment.self, where: { $0.by == 2 })
        let first = try await context.next(where: { (action: Increment) in action.by == 1 })
        context.send(Answered(name: "\(second.by) \(first.by)"))
      }
    )
    bench.ask("a")
    for by in 1...2 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.advance(1)
    #expect(bench.answers == ["2 1"])
  }

  @Test func `tasks with predicates each receive their action, and one that takes any the others`()
    async
  {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        await withThrowingTaskGroup(of: Void.self) { group in
          for wanted in 1...3 {
            group.addTask {
              let own = try await context.next(Increment.self, where: { $0.by == wanted })
              context.send(Answered(name: "\(wanted) has \(own.by)"))
            }
          }
        }
        let rest = try await context.next(Increment.self)
        context.send(Answered(name: "rest \(rest.by)"))
      }
    )
    bench.ask("a")
    await bench.advance()
    for by in [3, 9, 1, 2] {
      bench.store.dispatch(action: Increment(by: by))
      await bench.advance()
    }
    await bench.store.idle()
    #expect(bench.answers == ["3 has 3", "1 has 1", "2 has 2", "rest 9"])
  }

  @Test func `of two tasks with the same predicate, one receives the action`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        await withThrowingTaskGroup(of: Void.self) { group in
          for task in 1...2 {
            group.addTask {
              let own = try await context.next(Increment.self, where: { $0.by > 0 })
              context.send(Answered(name: "\(task) has \(own.by)"))
            }
          }
        }
      }
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Increment(by: 1))
    await bench.advance()
    #expect(bench.answers.count == 1)
    bench.store.dispatch(action: Increment(by: 2))
    await bench.store.idle()
    #expect(Set(bench.answers.map { $0.suffix(1) }) == ["1", "2"])
  }

  @Test func `a predicate may read the state and dispatch`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        let last = try await context.next(Increment.self) { _ in
          context.send(Touch())
          return context.state.count >= 3
        }
        context.send(Answered(name: "\(last.by) \(context.state.other)"))
      }
    )
    bench.ask("a")
    await bench.advance()
    for by in 1...2 {
      bench.store.dispatch(action: Increment(by: by))
      await bench.advance()
    }
    await bench.store.idle()
    #expect(bench.answers == ["2 2"])
  }

  @Test func `a run waits for an action of a template with a predicate and a timeout`() async {
    let pick = ActionTemplate(id: "Pick", payloadType: Int.self)
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        let large = try await context.next(
          matching: pick,
          where: { $0.payload > 1 },
          timeout: .seconds(1)
        )
        let any = try await context.next(matching: pick, timeout: .seconds(1))
        context.send(Answered(name: "\(large.payload) \(any.payload)"))
      }
    )
    bench.ask("a")
    for payload in 1...2 { bench.store.dispatch(action: pick(payload: payload)) }
    await bench.store.idle()
    #expect(bench.answers == ["2 1"])
  }

  @Test func `a run that waits with a predicate loses no action, however many are dispatched`()
    async
  {
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        for wanted in 1...2 {
          let next = try await context.next(Increment.self, where: { $0.by == wanted })
          context.send(Answered(name: "\(next.by)"))
        }
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
    await bench.store.idle()
    #expect(bench.answers == ["1", "2"])
    #expect(losses.events == [])
  }

  // MARK: - Time

  @Test func `the time to wait for an action is that of the store's clock`() async {
    let errors = Log<String>()
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        do {
          let next =
            action.key == 0
            ? try await context.next(Increment.self, timeout: .seconds(2))
            : try await context.next(
              Increment.self,
              where: { $0.by == action.key },
              timeout: .seconds(2)
            )
          context.send(Answered(name: "\(action.name) \(next.by)"))
        } catch {
          errors.append("\(error)")
        }
      }
    )
    for key in 0...1 {
      bench.ask("in time", key: key)
      await bench.advance(1.5)
      bench.store.dispatch(action: Increment(by: 1))
      await bench.store.idle()
      bench.ask("late", key: key)
      await bench.advance(1.5)
      if key == 1 { bench.store.dispatch(action: Increment(by: 7)) }
      await bench.advance(0.5)
      await bench.store.idle()
    }
    #expect(bench.answers == ["in time 1", "in time 1"])
    let text = "Increment was awaited for 2.0 seconds, and did not come."
    #expect(errors.events == [text, text])
  }

  @Test func `a wait without time receives earlier actions only`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        while let next = try? await context.next(Increment.self, timeout: .zero) {
          context.send(Answered(name: "\(next.by)"))
        }
        context.send(Answered(name: "end"))
      }
    )
    bench.ask("a")
    for by in 1...3 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.advance(1)
    #expect(bench.answers == ["1", "2", "3", "end"])
  }

  @Test func `an action that comes after a timeout is received by the next call`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        _ = try? await context.next(Increment.self, where: { $0.by > 1 }, timeout: .seconds(1))
        context.send(Answered(name: "\(try await context.next(Increment.self).by)"))
      }
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Increment(by: 1))
    await bench.advance(1)
    #expect(bench.answers == ["1"])
  }

  @Test func `a run that is cancelled while it waits with a time is cancelled`() async {
    let errors = Log<Bool>()
    let bench = Bench(
      Effect.on(Ask.self, state: Counting.self) { action, _, context in
        do {
          if action.name == "state" {
            try await context.firstState(where: { $0.count == 9 }, timeout: .seconds(1))
          } else {
            _ = try await context.next(Touch.self, timeout: .seconds(1))
          }
        } catch {
          errors.append(error is CancellationError)
          throw error
        }
      }
      .cancelled(by: Stop.self)
    )
    for name in ["action", "state"] {
      bench.ask(name)
      await bench.advance()
      bench.store.dispatch(action: Stop())
      await bench.advance()
    }
    #expect(errors.events == [true, true])
    #expect(bench.clock.sleeperCount == 0)
  }

  // MARK: - A lifted effect

  @Test func `a lifted effect waits for wrapped actions that satisfy a predicate`() async {
    enum Local: Action {
      case ask
      case add(Int)
      case answer(Int)
      var added: Int { if case .add(let by) = self { by } else { 0 } }
    }
    struct Whole: Action { let local: Local }
    let bench = Bench(
      Effect.on(Local.self) { action, _, context in
        guard case .ask = action else { return }
        let next = try await context.next(Local.self, where: { $0.added > 1 })
        context.send(Local.answer(next.added))
      }
      .lift(action: { (whole: Whole) in whole.local }) { (local: Local) in Whole(local: local) }
    )
    for local in [Local.ask, .add(1), .add(2)] {
      bench.store.dispatch(action: Whole(local: local))
      await bench.advance()
    }
    await bench.store.idle()
    guard case .answer(2) = bench.commits.actions(ofType: Whole.self).last?.local else {
      Issue.record("The run has not received what satisfies its predicate.")
      return
    }
  }
}
