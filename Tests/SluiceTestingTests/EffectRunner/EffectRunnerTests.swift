import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct EffectRunnerTests {
  typealias Direct = Effect<Void>

  static let search = Direct.on(Search.self) { action, _ in Found(titles: [action.text]) }

  @Test func `many actions over time, and none, are expected`() async throws {
    let ticks = Direct.on(Visit.self).run { _, _, context in
      for number in 1... {
        try await context.sleep(for: .seconds(1))
        context.send(ShelfAction.put("\(number)"))
      }
    }
    let stopped = EffectRunner(ticks.cancelled(by: StopSearching.self))
    let advance = Advance(by: .seconds(3))
    #expect(
      try await stopped.run(with: Visit(), advance, StopSearching(), expectedCount: 3).count == 3
    )
    try await stopped.run(with: Visit(), StopSearching(), expectedCount: 0)
    let first = try await EffectRunner(ticks)
      .run(with: Visit(), expectedCount: 2, exhaustivity: .off)
    #expect(first.count == 2)
  }

  @Test func `a run that waits for a later action has nothing left to do`() async throws {
    let chat = Direct.on(Visit.self).run { _, _, context in
      context.send(ShelfAction.clear)
      while true { context.send(Found(titles: [try await context.next(Search.self).text])) }
    }
    let actions = try await EffectRunner.run(
      chat,
      with: Visit(),
      Search(text: "a"),
      expectedCount: 2
    )
    #expect(actions.last as? Found == Found(titles: ["a"]))
  }

  @Test func `without exhaustivity what comes later is ignored`() async throws {
    let late = Direct.on(Visit.self).run { _, _, context in
      context.send(ShelfAction.clear)
      try await context.sleep(for: .seconds(60))
      throw SearchFailure(code: 1)
    }
    #expect(try await EffectRunner.run(late, with: Visit(), exhaustivity: .off).count == 1)
  }

  @Test func `what an effect dispatches does not come back to it`() async throws {
    let echo = Direct.on(Visit.self).map { _, _ in Visit() }
    #expect(try await EffectRunner.run(echo, with: Visit()).count == 1)
  }

  @Test func `the error of an effect is returned`() async throws {
    let fail = Direct.on(Search.self) { action, _ in
      throw SearchFailure(code: action.text.count)
    }
    .retry(attempts: 3, backoff: .exponential(from: .seconds(60)))
    let error = try await EffectRunner(fail)
      .runToFailure(SearchFailure.self, with: Search(text: "abc"))
    #expect(error == SearchFailure(code: 3))
  }

  @Test func `a cancelled test ends its runner`() async throws {
    let endless = Direct.on(Visit.self).run { _, _ in
      try await Task.detached { try await Task.sleep(for: .seconds(3600)) }.value
    }
    let task = Task {
      try await EffectRunner.run(endless, with: Visit(), timeout: .seconds(600))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: - Time

  @Test func `time passes between actions, and as long as an effect needs it`() async throws {
    let actions = try await EffectRunner.run(
      Self.search.debounce(for: .seconds(3600)),
      with: Search(text: "a"),
      Advance(by: .seconds(7200)),
      Search(text: "b"),
      Advance(by: .seconds(1800)),
      Search(text: "c"),
      expectedCount: 2
    )
    #expect(actions as? [Found] == [Found(titles: ["a"]), Found(titles: ["c"])])
  }

  @Test func `a clock in the environment passes by itself too`() async throws {
    let clock = TestClock()
    let slow = Effect<TestClock>.on(Visit.self) { _, clock in
      try await clock.sleep(for: .seconds(3600))
      return Visit()
    }
    try await EffectRunner.run(slow, with: Visit(), environment: clock, clock: clock)
    #expect(clock.now.offset == .seconds(3600))
  }

  @Test func `a limit of time does not run out while an attempt is busy`() async throws {
    let busy = Direct.on(Search.self) { action, _ in
      await Task.detached { Found(titles: [action.text]) }.value
    }
    .timeout(after: .seconds(1))
    for _ in 0..<20 { try await EffectRunner.run(busy, with: Search(text: "a")) }
  }
}
