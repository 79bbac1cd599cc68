import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What becomes of runs: errors, cancellation, events and names.
@Suite(.inTurn) struct EffectFailureTests {
  private final class SearchEffects: Effects<Catalogue> {
    let search = Effect<Catalogue>.on(Ask.self) { ask, catalogue in
      Answered(try await catalogue.find(ask.name))
    }
    let note = Effect<Catalogue>.on(Answered.self).map { action, _ in Failed(action.name) }
  }

  /// A bench whose effect fails for "bad", and is cancelled by itself for "cancelled".
  private func searching() -> Bench<Counting, Catalogue> {
    let catalogue = Catalogue { text in
      if text == "bad" { throw Trouble("no \(text)") }
      if text == "cancelled" { throw CancellationError() }
      return text
    }
    let bench = Bench(environment: catalogue)
    bench.store.register(effects: SearchEffects())
    return bench
  }

  @Test func `an error ends its run only, and a cancellation is no error`() async throws {
    let bench = searching()
    let events = bench.notingEvents()
    bench.store.dispatch(action: Ask("bad"), note: "from the test")
    await bench.advance()
    await bench.sendEach(Ask("good"), Ask("cancelled"))
    let search = "EffectFailureTests.SearchEffects.search"
    #expect(
      events.events == [
        "\(search) started, commit 1", "\(search) failed(no bad), commit 1",
        "\(search) started, commit 2", "\(search) ended, commit 2",
        "\(search) started, commit 5", "\(search) ended, commit 5",
      ]
    )
    #expect(bench.answers == ["good", "good"])
    try #require(bench.failures.count == 1)
    let failure = bench.failures[0]
    #expect(failure.action as? Ask == Ask("bad"))
    #expect(failure.error as? Trouble == Trouble("no bad"))
    #expect(failure.origin?.fileID == "SluiceTests/EffectFailureTests.swift")
    #expect(failure.origin?.note == "from the test")
    #expect(failure.run.effect == search)
    #expect(failure.commit == 1)
    #expect(failure.position.hasPrefix("SluiceTests/EffectFailureTests"))
  }

  @Test func `a failure is described in one sentence`() async {
    let line = #line + 1
    let bench = Bench(.on(Ask.self) { _, _ in throw Trouble("bad") })
    await bench.ask("a")
    let sentence = """
      The effect bench (SluiceTests/EffectFailureTests.swift:\(line)) failed, \
      set off by Ask(name: "a", key: 0): bad
      """
    #expect(bench.failures.map(\.description) == [sentence])
  }

  @Test func `events come in order with the commits`() async {
    let log = Log<String>()
    let bench = Bench { _, context in
      context.send(Increment())
      context.send(Increment())
    }
    bench.store.register(interceptor: CommitProbe { log.append("commit \($0.number)") })
    bench.store.register(
      interceptor: EffectProbe<Counting> { log.append("\($0.kind) \($0.commit ?? 0)") }
    )
    await bench.ask("a")
    #expect(log.events == ["commit 1", "started 1", "commit 2", "commit 3", "ended 1"])
  }

  @Test func `a run has a duration when it is over`() async {
    let durations = Log<Duration?>()
    let bench = Bench(Effect.echo)
    bench.store.register(interceptor: EffectProbe<Counting> { durations.append($0.duration) })
    await bench.ask("a")
    #expect(durations.events.map { $0.map { $0 > .zero } } == [nil, true])
  }

  /// What led to each commit: which commit, and which run.
  private func causes<State, Environment>(of bench: Bench<State, Environment>) -> [String] {
    bench.commits.stateChanges.map(\.origin.cause).map { cause in
      guard let cause else { return "none" }
      let run = cause.effect.map { "\($0.effect) \($0.number)" }
      return "commit \(cause.commit), \(run ?? "no run")"
    }
  }

  @Test func `the origin names the effect, its run and the commit that led to an action`() async {
    let bench = searching()
    await bench.send(Unhandled(), Ask("a"))
    let effects = "EffectFailureTests.SearchEffects"
    #expect(
      causes(of: bench) == [
        "none", "none", "commit 2, \(effects).search 1", "commit 3, \(effects).note 0",
      ]
    )
    #expect(
      bench.commits.stateChanges[2].origin.fileID == "SluiceTests/EffectFailureTests.swift"
    )
  }

  @Test func `what a run dispatches past its context has the run as its cause, too`() async {
    let bench = Bench()
    let other = Bench()
    bench.store.register(
      effect: .on(Ask.self).run { [unowned store = bench.store, other = other.store] ask, _ in
        await MainActor.run { store.dispatch(action: Answered(ask.name)) }
        other.dispatch(action: Touch())
      },
      id: "search"
    )
    await bench.send(Unhandled(), Ask("a"))
    await bench.store.idle()
    #expect(causes(of: bench) == ["none", "none", "commit 2, search 1"])
    #expect(causes(of: other) == ["none"], "another store has other commits")
  }

  @Test func `what a stream dispatches was led to by the action it read last`() async {
    let bench = Bench(
      .dispatchingOne { actions, _ in actions.ofType(Ask.self).map { Answered($0.name) } }
    )
    await bench.sendEach(Ask("a"), Ask("b"))
    #expect(causes(of: bench) == ["none", "commit 1, bench 1", "none", "commit 3, bench 1"])
  }
}
