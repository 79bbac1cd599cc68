import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Ticks of the store's clock, for as long as a run lives.
@Suite(.inTurn) struct RunTicksTests {
  private let clock = TestClock()
  private let ticks = Log<String>()

  /// An effect whose loop takes some seconds for each tick.
  private func ticking(taking seconds: Int = 0) -> ActionEffect<Void, Ask> {
    .on(Ask.self).run { [clock, ticks] _, _, context in
      for await number in context.ticks(every: .seconds(10)) {
        ticks.append("\(number) \(clock.seconds)")
        if seconds > 0 { try await context.sleep(for: .seconds(seconds)) }
      }
      ticks.append("end")
    }
  }

  @Test(arguments: [
    (0, ["1 10", "2 20", "3 30", "4 40", "5 50", "6 60"]),
    (7, ["1 10", "2 20", "3 30", "4 40", "5 50", "6 60"]),
    // What is due when the loop asks isn't missed.
    (10, ["1 10", "2 20", "3 30", "4 40", "5 50", "6 60"]),
    (11, ["1 10", "3 30", "5 50"]),
    (25, ["1 10", "4 40"]),
  ])
  func `a loop that takes long continues at the next deadline`(
    seconds: Int,
    expected: [String]
  ) async {
    let bench = Bench(ticking(taking: seconds), clock: clock)
    await bench.ask("a", then: 60)
    withExtendedLifetime(bench) { #expect(ticks.events == expected) }
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

  @Test func `ticks end with a store that is no longer retained`() async {
    do { await Bench(ticking(), clock: clock).ask("a", then: 10) }
    await clock.advance()
    #expect(ticks.events == ["1 10", "end"])
    #expect(clock.sleeperCount == 0)
  }

  enum Ending: CaseIterable { case run, cancelledRun, task }

  @Test(arguments: Ending.allCases)
  func `ticks end with their task, and with their run in a task that outlives it`(
    ending: Ending
  ) async {
    let effect = Effect<Void>.on(Ask.self).run { [ticks] _, _, context in
      let task = Task(executorPreference: context.run.entry.clock.executor) {
        for await number in context.ticks(every: .seconds(1)).prefix(3) {
          ticks.append("\(number)")
        }
        ticks.append("end")
      }
      _ = try await context.next(Stop.self)
      if ending != .task { return }
      task.cancel()
      _ = try await context.next(Stop.self)
    }
    let bench = Bench(ending == .cancelledRun ? effect.cancelled(by: Stop.self) : effect)
    await bench.ask("a")
    #expect(bench.clock.sleeperCount == 1)
    await bench.send(Stop())
    #expect(ticks.events == ["end"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a run keeps nothing of the ticks that it has had`() async {
    let runs = Log<EffectRun>()
    let bench = Bench { _, context in
      runs.append(context.run)
      for await _ in context.ticks(every: .seconds(1)) {}
    }
    await bench.ask("a", then: 9)
    let count = runs.events.first.map { run in run.core.locked("test") { _ in run.endings.count } }
    #expect(count == 1)
  }

  @Test func `an interval that isn't greater than zero is stopped`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = Bench(
        Effect.on(Ask.self).run { _, _, context in _ = context.ticks(every: .zero) }
      )
      await bench.ask("a")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ticks every 0.0 seconds would never rest"))
  }

  @Test func `each loop counts from its own beginning`() async {
    let bench = Bench { _, context in
      let sequence = context.ticks(every: .seconds(2))
      for await number in sequence.prefix(2) { context.answer("\(number)") }
      try await context.sleep(for: .seconds(1))
      for await number in sequence.prefix(1) { context.answer("\(number)") }
      context.answer("end")
    }
    await bench.ask("a", then: 9)
    #expect(bench.timedAnswers == ["1 2", "2 4", "1 7", "end 7"])
  }
}
