import Sluice
import SluiceTesting
import TestSupport
import Testing

// What runs alone beside one effect that answers actions: streams, types of effects, feedbacks and
// follow-ups.
extension EffectRunnerTests {
  @Test func `the three shapes of streams run alone`() async throws {
    let one = Direct.dispatchingOne { actions, _ in
      actions.ofType(Search.self).map { Found(titles: [$0.text]) }
    }
    let many = Direct.dispatchingMultiple { actions, _ in
      actions.ofType(Search.self).map { [Visit(), ShelfAction.put($0.text)] as [any Action] }
    }
    let seen = EventLog<Void>()
    let none = Direct.nonDispatching { actions, _ in
      for await _ in actions { seen.append(()) }
    }
    let (a, b) = (Search(text: "a"), Search(text: "b"))
    #expect(try await EffectRunner.run(one, with: a, Visit(), b, expectedCount: 2).count == 2)
    #expect(try await EffectRunner.run(many, with: a, expectedCount: 2).first is Visit)
    try await EffectRunner.run(none, with: Visit(), Visit(), expectedCount: 0)
    #expect(seen.events.count == 2)
  }

  @Test func `an environment is left out where it is nothing`() async throws {
    struct Echoing: Effects {
      typealias Environment = Void
      let echo = Effect<Void>.on(Visit.self) { _, _ in Found(titles: ["A"]) }
    }
    let count = Effect<Void>.on(Visit.self).seeing(Int.self).run { _, _, context in
      context.send(Found(titles: ["\(context.state)"]))
    }
    let feedback = Feedback<Int, Void>(for: \.self) { number, _, context in
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
    let count = Effect<Catalogue>.on(Visit.self).seeing(Library.self).run { _, _, context in
      context.send(Found(titles: ["\(context.state.visits)"]))
    }
    let runner = EffectRunner(count, environment: Catalogue(), state: Library(visits: 7))
    // A runner can be used again: nothing is left of the first time.
    for _ in 0..<2 {
      #expect(try await runner.run(with: Visit()) as? [Found] == [Found(titles: ["7"])])
    }
  }

  @Test func `all effects of a type run together, and cancel each other by id`() async throws {
    struct Loading: Effects {
      typealias Environment = Catalogue
      let load = Effect<Catalogue>.on(Search.self).run { action, _, context in
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
    let feedback = Feedback<Library, Catalogue>(for: \.query) { query, catalogue, context in
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

  /// Answers searches some time after they came, as a debounce or a merge does: from a task that reads
  /// beside the one that waits for them.
  private static func fed(sleep: @escaping @Sendable () async -> Void) -> Direct {
    .dispatchingOne { actions, _ in
      let searches = actions.ofType(Search.self)
      return AsyncStream<Found> { continuation in
        let reader = Task {
          for await action in searches {
            // Read on meanwhile, as a debounce does.
            Task {
              await sleep()
              continuation.yield(Found(titles: [action.text]))
            }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in reader.cancel() }
      }
    }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a stream that another task feeds is waited for`(exhaustivity: Exhaustivity) async throws {
    let actions = try await EffectRunner.run(
      Self.fed { try? await Task.sleep(for: .milliseconds(10)) },
      with: Search(text: "a"),
      Search(text: "b"),
      expectedCount: 2,
      exhaustivity: exhaustivity
    )
    #expect(Set((actions as? [Found] ?? []).flatMap(\.titles)) == ["a", "b"])
  }

  @Test func `a stream that another task feeds by the test's clock takes no time`() async throws {
    let clock = TestClock()
    let delayed = Self.fed { try? await clock.sleep(for: .seconds(3_600)) }
    try await EffectRunner.run(delayed, with: Search(text: "a"), clock: clock)
    #expect(clock.now.offset == .seconds(3_600))
  }

  @Test(.throwingFailures)
  func `a stream that another task feeds is waited for until the timeout`() async {
    let silent = Self.fed { try? await Task.sleep(for: .seconds(60)) }
    await expectFailure(containing: "in 0.05 seconds") {
      try await EffectRunner.run(silent, with: Search(text: "a"), timeout: .milliseconds(50))
    }
  }
}
