import Sluice
import SluiceTesting
import TestSupport
import Testing

// Time that passes while an effect runs alone.
extension EffectRunnerTests {
  @Test func `a debounce of an hour takes no time, and passes the last action`() async throws {
    let search = Direct.on(Search.self) { action, _ in Found(titles: [action.text]) }
      .debounce(for: .seconds(3600))
    let actions = try await EffectRunner.run(
      search,
      with: Search(text: "a"),
      Search(text: "ab"),
      environment: Catalogue()
    )
    #expect(actions as? [Found] == [Found(titles: ["ab"])])
  }

  @Test func `time passes between actions`() async throws {
    let search = Direct.on(Search.self) { action, _ in Found(titles: [action.text]) }
      .debounce(for: .seconds(1))
    let actions = try await EffectRunner.run(
      search,
      with: Search(text: "a"),
      Advance(by: .seconds(2)),
      Search(text: "b"),
      Advance(by: .milliseconds(500)),
      Search(text: "c"),
      environment: Catalogue(),
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
    for _ in 0..<20 {
      try await EffectRunner.run(busy, with: Search(text: "a"), environment: Catalogue())
    }
  }
}
