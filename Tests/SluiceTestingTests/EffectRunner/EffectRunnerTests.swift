import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn, .timeLimit(.minutes(2)))
struct EffectRunnerTests {
  private typealias Direct = Effect<Catalogue>

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

  @Test func `a debounce of an hour takes no time, and lets the last action through`() async throws
  {
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

  @Test func `without exhaustivity what comes later is passed over`() async throws {
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

  @Test func `the three shapes of streams run alone`() async throws {
    let one = Direct.dispatchingOne { actions, _ in
      actions.ofType(Search.self).map { Found(titles: [$0.text]) }
    }
    #expect(
      try await EffectRunner.run(
        one,
        with: Search(text: "a"),
        Visit(),
        Search(text: "b"),
        environment: Catalogue(),
        expectedCount: 2
      ).count == 2
    )
    let many = Direct.dispatchingMultiple { actions, _ in
      actions.ofType(Search.self).map { [Visit(), ShelfAction.put($0.text)] as [any Action] }
    }
    #expect(
      try await EffectRunner.run(
        many,
        with: Search(text: "a"),
        environment: Catalogue(),
        expectedCount: 2
      ).first is Visit
    )
    let seen = Counted()
    let none = Direct.nonDispatching { actions, _ in
      for await _ in actions { seen.add() }
    }
    try await EffectRunner.run(
      none,
      with: Visit(),
      Visit(),
      environment: Catalogue(),
      expectedCount: 0
    )
    #expect(seen.value == 2)
  }

  @Test func `an environment is left out where it is nothing`() async throws {
    struct Echoing: Effects {
      typealias Environment = Void
      let echo = Effect<Void>.on(Visit.self) { _, _ in Found(titles: ["A"]) }
    }
    let count = Effect<Void>.on(Visit.self, state: Int.self) { _, _, context in
      context.send(Found(titles: ["\(context.state)"]))
    }
    let feedback = Feedback<Int, Void>(whenChanged: Selector { $0 }) { number, _, context in
      context.send(Found(titles: ["\(number)"]))
    }
    let results: [[any Action]] = [
      try await EffectRunner.run(Echoing().echo, with: Visit()),
      try await EffectRunner(Echoing().echo).run(with: Visit()),
      try await EffectRunner(Echoing()).run(with: Visit()),
      try await EffectRunner(Echoing(), state: 1).run(with: Visit()),
      try await EffectRunner(count, state: 2).run(with: Visit()),
      try await EffectRunner(feedback, state: 3).run(),
    ]
    let titles = ["A", "A", "A", "A", "2", "3"]
    #expect(results.map { $0 as? [Found] } == titles.map { [Found(titles: [$0])] })
  }

  @Test func `an effect sees the state that it is given`() async throws {
    let count = Direct.on(Visit.self, state: Library.self) { _, _, context in
      context.send(Found(titles: ["\(context.state.visits)"]))
    }
    let runner = EffectRunner(
      count,
      environment: Catalogue(),
      state: Library(visits: 7)
    )
    #expect(try await runner.run(with: Visit()) as? [Found] == [Found(titles: ["7"])])
    // A runner can be used again: nothing is left of the first time.
    #expect(try await runner.run(with: Visit()) as? [Found] == [Found(titles: ["7"])])
  }

  @Test func `all effects of a type run together, and cancel each other by id`() async throws {
    struct Loading: Effects {
      typealias Environment = Catalogue
      let load = Effect<Catalogue>.on(Search.self) { action, _, context in
        try await context.sleep(for: .seconds(1))
        context.send(Found(titles: [action.text]))
      }
      .cancellable(id: "load")
      let stop = Effect<Catalogue>.cancel(id: "load", on: StopSearching.self)
    }
    let runner = EffectRunner(Loading(), environment: Catalogue())
    try await runner.run(with: Search(text: "a"))
    try await runner.run(with: Search(text: "a"), StopSearching(), expectedCount: 0)
  }

  @Test func `a feedback runs while the state changes`() async throws {
    let feedback = Feedback<Library, Catalogue>(whenChanged: \.query) { query, catalogue, context in
      context.send(Found(titles: try await catalogue.find(query)))
    }
    let runner = EffectRunner(feedback, environment: Catalogue(), state: Library(query: "a"))
    let actions = try await runner.run(
      changingTo: Library(query: "a", visits: 1),
      Library(query: "b"),
      expectedCount: 2
    )
    #expect(
      actions as? [Found] == [Found(titles: ["a 1", "a 2"]), Found(titles: ["b 1", "b 2"])]
    )
  }

  @Test func `follow-ups run alone`() async throws {
    let followUps: [FollowUp] = [
      .action { Visit() },
      .actions { () async in [ShelfAction.put("A"), ShelfAction.clear] },
      .fireAndForget {},
    ]
    let actions = try await EffectRunner(followUps).run(expectedCount: 3)
    #expect(actions.first is Visit)
    #expect(actions.count == 3)
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

private final class Counted: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}
