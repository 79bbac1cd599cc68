import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct EffectRunnerTests {
  typealias Direct = Effect<Catalogue>

  @Test func `an effect's action is returned`() async throws {
    let search = Direct.on(Search.self) { action, catalogue in
      Found(titles: try await catalogue.find(action.text))
    }
    let actions = try await EffectRunner.run(
      search,
      with: Search(text: "a"),
      environment: Catalogue()
    )
    #expect(actions as? [Found] == [Found(titles: ["a 1", "a 2"])])
  }

  @Test func `many actions over time, and none, are expected`() async throws {
    let ticks = Direct.on(Visit.self) { _, _, context in
      for number in 1... {
        try await context.sleep(for: .seconds(1))
        context.send(ShelfAction.put("\(number)"))
      }
    }
    let actions = try await EffectRunner.run(
      ticks.cancelled(by: StopSearching.self),
      with: Visit(),
      Advance(by: .seconds(3)),
      StopSearching(),
      environment: Catalogue(),
      expectedCount: 3
    )
    #expect(actions.count == 3)
    let first = try await EffectRunner.run(
      ticks,
      with: Visit(),
      environment: Catalogue(),
      expectedCount: 2,
      exhaustivity: .off
    )
    #expect(first.count == 2)
    try await EffectRunner.run(
      ticks.cancelled(by: StopSearching.self),
      with: Visit(),
      StopSearching(),
      environment: Catalogue(),
      expectedCount: 0
    )
  }

  @Test func `a run that waits for a later action has nothing left to do`() async throws {
    let chat = Direct.on(Visit.self) { _, _, context in
      context.send(ShelfAction.clear)
      while true { context.send(Found(titles: [try await context.next(Search.self).text])) }
    }
    let actions = try await EffectRunner.run(
      chat,
      with: Visit(),
      Search(text: "a"),
      environment: Catalogue(),
      expectedCount: 2
    )
    #expect(actions.last as? Found == Found(titles: ["a"]))
  }

  @Test func `without exhaustivity what comes later is ignored`() async throws {
    let late = Direct.on(Visit.self) { _, _, context in
      context.send(ShelfAction.clear)
      try await context.sleep(for: .seconds(60))
      throw SearchFailure(code: 1)
    }
    let actions = try await EffectRunner.run(
      late,
      with: Visit(),
      environment: Catalogue(),
      exhaustivity: .off
    )
    #expect(actions.count == 1)
  }

  @Test func `what an effect dispatches does not come back to it`() async throws {
    let echo = Direct.map(Visit.self) { _ in Visit() }
    let actions = try await EffectRunner.run(echo, with: Visit(), environment: Catalogue())
    #expect(actions.count == 1)
  }

  @Test func `a later action is waited for within a run`() async throws {
    let ask = Direct.on(Visit.self) { _, _, context in
      let answer = try await context.next(Search.self)
      context.send(Found(titles: [answer.text]))
    }
    let actions = try await EffectRunner.run(
      ask,
      with: Visit(),
      Search(text: "yes"),
      environment: Catalogue()
    )
    #expect(actions as? [Found] == [Found(titles: ["yes"])])
  }

  @Test func `the error of an effect is returned`() async throws {
    let fail = Direct.on(Search.self) { action, _ in
      throw SearchFailure(code: action.text.count)
    }
    .retry(attempts: 3, backoff: .exponential(from: .seconds(60)))
    let error = try await EffectRunner(fail, environment: Catalogue())
      .runToFailure(SearchFailure.self, with: Search(text: "abc"))
    #expect(error == SearchFailure(code: 3))
  }

  @Test func `a cancelled test ends its runner`() async throws {
    let endless = Direct.on(Visit.self) { _, _ in
      try await Task.detached { try await Task.sleep(for: .seconds(3600)) }.value
    }
    let task = Task {
      try await EffectRunner.run(
        endless,
        with: Visit(),
        environment: Catalogue(),
        timeout: .seconds(600)
      )
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
