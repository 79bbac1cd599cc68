import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a run waits for: an action that satisfies a predicate, until a time is up.
@Suite(.inTurn) struct RunWaitingTests {
  static let scripts = [
    RunScript(
      "for the action that satisfies a predicate",
      [Increment(1), Increment(2), Increment(30)],
      answers: ["30", "1", "2"]
    ) { context in
      context.answer("\(try await context.next(Increment.self, where: { $0.by > 10 }).by)")
      // What didn't satisfy it is still there, in order.
      for _ in 0..<2 { context.answer("\(try await context.next(Increment.self).by)") }
    },
    RunScript(
      "late, and receives an earlier action that satisfies a predicate",
      [Increment(1), Increment(2)],
      answers: ["2 1"]
    ) { context in
      try await context.sleep(for: .seconds(1))
      let second = try await context.next(Increment.self, where: { $0.by == 2 })
      let first = try await context.next(where: { (action: Increment) in action.by == 1 })
      context.answer("\(second.by) \(first.by)")
    },
    RunScript(
      "in tasks with predicates for an action each, then for any of the others",
      [Increment(3), Increment(9), Increment(1), Increment(2)],
      answers: ["3 has 3", "1 has 1", "2 has 2", "rest 9"]
    ) { context in
      await withThrowingTaskGroup(of: Void.self) { group in
        for wanted in 1...3 {
          group.addTask {
            let own = try await context.next(Increment.self, where: { $0.by == wanted })
            context.answer("\(wanted) has \(own.by)")
          }
        }
      }
      context.answer("rest \(try await context.next(Increment.self).by)")
    },
    RunScript(
      "in two tasks with the same predicate, of which one receives an action",
      [Increment(1), Increment(2)],
      answers: ["1", "2"]
    ) { context in
      await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...2 {
          group.addTask {
            context.answer("\(try await context.next(Increment.self, where: { $0.by > 0 }).by)")
          }
        }
      }
    },
    RunScript(
      "with a predicate that reads the state and dispatches",
      [Increment(1), Increment(2)],
      answers: ["2 2"]
    ) { context in
      let last = try await context.next(Increment.self) { _ in
        context.send(Touch())
        return context.state.count >= 3
      }
      context.answer("\(last.by) \(context.state.other)")
    },
    RunScript(
      "for an action of a template with a predicate and a timeout",
      [EffectPatternTests.pick(payload: 1), EffectPatternTests.pick(payload: 2)],
      answers: ["2 1"]
    ) { context in
      let pick = EffectPatternTests.pick
      let large = try await context.next(
        matching: pick,
        where: { $0.payload > 1 },
        timeout: .seconds(1)
      )
      let any = try await context.next(matching: pick, timeout: .seconds(1))
      context.answer("\(large.payload) \(any.payload)")
    },
    RunScript(
      "for no time, and receives earlier actions only",
      [Increment(1), Increment(2)],
      answers: ["1", "2", "end"]
    ) { context in
      try await context.sleep(for: .seconds(1))
      while let next = try? await context.next(Increment.self, timeout: .zero) {
        context.answer("\(next.by)")
      }
      context.answer("end")
    },
    RunScript("for what a wait before had left", [Increment(1)], answers: ["1"]) { context in
      _ = try? await context.next(Increment.self, where: { $0.by > 1 }, timeout: .seconds(1))
      context.answer("\(try await context.next(Increment.self).by)")
    },
  ]

  @Test(arguments: scripts)
  func `a run waits`(script: RunScript) async { await script.expectAnswers() }

  @Test func `what is awaited is looked for without the lock, as the store's user`() async {
    let bench = Bench { _, context in
      context.answer("\(try await context.next(matching: ActionCase(\Reading.number)))")
      context.answer("\(try await context.next(matching: ActionCase(\Reading.number)))")
    }
    let counts = Log<Int>()
    let look = { @Sendable [unowned store = bench.store] in counts.append(store.state.count) }
    // First while the run waits, then before it asks again.
    await bench.ask("a")
    await bench.sendEach(Reading(value: 4, look: look), Increment(1))
    await bench.send(Reading(value: 5, look: look))
    #expect(bench.answers == ["4", "5"])
    #expect(!counts.events.isEmpty)
  }

  /// An action whose number is computed by something that uses the store.
  private struct Reading: Action {
    let value: Int
    let look: @Sendable () -> Void
    var number: Int? {
      look()
      return value
    }
  }

  @Test(arguments: [0, 1])
  func `the time to wait for an action is that of the store's clock`(key: Int) async {
    let late = "Increment was awaited for 2.0 seconds, and did not come."
    let bench = Bench { ask, context in
      do {
        let next =
          ask.key == 0
          ? try await context.next(Increment.self, timeout: .seconds(2))
          : try await context.next(
            Increment.self,
            where: { $0.by == ask.key },
            timeout: .seconds(2)
          )
        context.answer("\(next.by)")
      } catch {
        context.answer("\(error)")
      }
    }
    await bench.ask("in time", key: key, then: 1.5)
    await bench.send(Increment(1))
    await bench.ask("late", key: key, then: 1.5)
    if key == 1 { await bench.send(Increment(7)) }
    await bench.advance(9)
    #expect(bench.timedAnswers == ["1 1.5", "\(late) 3.5"])
  }

  typealias Wait = @Sendable (RunContext<Counting>) async throws -> Void

  static let waits: [Wait] = [
    { _ = try await $0.next(Touch.self) },
    { _ = try await $0.next(Touch.self, timeout: .seconds(1)) },
    { try await $0.firstState(where: { $0.count == 9 }, timeout: .seconds(1)) },
  ]

  @Test(arguments: waits.indices)
  func `cancelling a run ends its waiting`(index: Int) async {
    let errors = Log<Bool>()
    let bench = Bench(
      Effect.on(Ask.self).seeing(Counting.self).run { _, _, context in
        do { try await Self.waits[index](context) } catch {
          errors.append(error is CancellationError)
          throw error
        }
      }
      .cancelled(by: Stop.self)
    )
    await bench.sendEach(Ask("a"), Stop())
    #expect(errors.events == [true])
    #expect(bench.clock.sleeperCount == 0)
    await bench.store.idle()
  }
}
