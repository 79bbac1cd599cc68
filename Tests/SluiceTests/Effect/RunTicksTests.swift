import SluiceTesting
import TestSupport
import Testing

@testable import Sluice

/// Ticks of the store's clock, for as long as a run lives.
@Suite(.inTurn)
struct RunTicksTests {
  private let ticks = Log<Int>()

  /// An effect whose loop takes a time for each tick.
  private func ticking(taking time: Duration = .zero) -> ActionEffect<Void, Ask> {
    .on(Ask.self) { [ticks] _, _, context in
      for await number in context.ticks(every: .milliseconds(10)) {
        ticks.append(number)
        if time > .zero { try await context.sleep(for: time) }
      }
      ticks.append(-1)
    }
  }

  @Test func `a clock that advances by some intervals ticks as often`() async {
    let bench = Bench(ticking())
    bench.ask("a")
    await bench.clock.advance(by: .milliseconds(9))
    #expect(ticks.events == [])
    await bench.clock.advance(by: .milliseconds(1))
    #expect(ticks.events == [1])
    await bench.clock.advance(by: .milliseconds(40))
    #expect(ticks.events == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [
    (7, [1, 2, 3, 4, 5, 6]),
    // What is due when the loop asks isn't missed.
    (10, [1, 2, 3, 4, 5, 6]),
    (11, [1, 3, 5]),
    (25, [1, 4]),
  ])
  func `a loop that takes long continues at the next deadline`(
    milliseconds: Int,
    numbers: [Int]
  ) async {
    let bench = Bench(ticking(taking: .milliseconds(milliseconds)))
    bench.ask("a")
    await bench.clock.advance(by: .milliseconds(60))
    #expect(ticks.events == numbers)
  }

  @Test(arguments: [
    (0, 0, 1), (0, 10, 1), (0, 11, 2), (1, 10, 2), (1, 19, 2), (1, 20, 2), (1, 21, 3), (1, 99, 10),
    (4, 12, 5),
  ])
  func `the next tick is the first that isn't past`(last: Int, elapsed: Int, next: Int) {
    let schedule = TickSchedule(interval: .milliseconds(10))
    #expect(schedule.next(after: last, elapsed: .milliseconds(elapsed)) == next)
    #expect(schedule.deadline(of: next) == .milliseconds(10 * next))
  }

  @Test func `ticks end with a cancelled run`() async {
    let bench = Bench(ticking().cancelled(by: Stop.self))
    bench.ask("a")
    await bench.clock.advance(by: .milliseconds(20))
    bench.store.dispatch(action: Stop())
    await bench.clock.advance()
    #expect(ticks.events == [1, 2, -1])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `ticks end with a store that is no longer retained`() async {
    let clock = TestClock()
    do {
      let bench = Bench(ticking(), clock: clock)
      bench.ask("a")
      await clock.advance(by: .milliseconds(10))
    }
    await clock.advance()
    #expect(ticks.events == [1, -1])
    #expect(clock.sleeperCount == 0)
  }

  enum Ending: CaseIterable { case run, cancelledRun, task }

  @Test(arguments: Ending.allCases)
  func `ticks end with their task, and with their run in a task that outlives it`(
    ending: Ending
  ) async {
    let effect = Effect<Void>.on(Ask.self) { [ticks] _, _, context in
      let task = Task(executorPreference: context.run.entry.clock.executor) {
        for await number in context.ticks(every: .seconds(1)).prefix(3) { ticks.append(number) }
        ticks.append(-1)
      }
      _ = try await context.next(Stop.self)
      if ending != .task { return }
      task.cancel()
      _ = try await context.next(Stop.self)
    }
    let bench = Bench(ending == .cancelledRun ? effect.cancelled(by: Stop.self) : effect)
    bench.ask("a")
    await bench.clock.advance()
    #expect(bench.clock.sleeperCount == 1)
    bench.store.dispatch(action: Stop())
    await bench.clock.advance()
    #expect(ticks.events == [-1])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a run keeps nothing of the ticks that it has had`() async {
    let runs = Log<EffectRun>()
    let bench = Bench(
      Effect.on(Ask.self) { _, _, context in
        runs.append(context.run)
        for await _ in context.ticks(every: .seconds(1)) {}
      }
    )
    bench.ask("a")
    await bench.advance(9)
    let count = runs.events.first.map { run in run.core.locked("test") { _ in run.endings.count } }
    #expect(count == 1)
  }

  @Test func `an interval that isn't greater than zero is stopped`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = Bench(Effect.on(Ask.self) { _, _, context in _ = context.ticks(every: .zero) })
      bench.ask("a")
      await bench.advance()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ticks every 0.0 seconds would never rest"))
  }

  @Test func `each loop counts from its own beginning`() async {
    let bench = Bench(
      Effect.on(Ask.self) { [ticks] _, _, context in
        let sequence = context.ticks(every: .seconds(2))
        for await number in sequence.prefix(2) { ticks.append(number) }
        try await context.sleep(for: .seconds(1))
        for await number in sequence.prefix(1) { ticks.append(number) }
        ticks.append(-1)
      }
    )
    bench.ask("a")
    await bench.advance(6.9)
    #expect(ticks.events == [1, 2])
    await bench.advance(0.1)
    #expect(ticks.events == [1, 2, 1, -1])
  }
}
