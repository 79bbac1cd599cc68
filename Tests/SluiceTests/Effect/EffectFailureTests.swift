import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What becomes of runs: errors, cancellation, events and names.
@Suite(.inTurn)
struct EffectFailureTests {
  /// What an event says, but for times.
  private static func text(_ event: EffectEvent) -> String {
    let kind =
      switch event.kind {
      case .started: "started"
      case .ended: "ended"
      case .cancelled: "cancelled"
      case .failed(let error): "failed \(error)"
      }
    return "\(event.run.effect) \(kind), commit \(event.commit ?? 0)"
  }

  private final class SearchEffects: Effects<Catalogue> {
    let search = Effect<Catalogue>.on(Search.self) { action, environment in
      Found(results: try await environment.find(action.text))
    }
    let note = Effect<Catalogue>.map(Found.self) { Note(text: "\($0.results)") }
  }

  @Test func `an error ends the run and not the effect`() async throws {
    let failures = Log<String>()
    let events = Log<String>()
    let (store, interceptor) = Store<Counting, Catalogue>.searching(
      Catalogue { text in
        if text == "bad" { throw SearchError() }
        return [text]
      }
    )
    store.onEffectFailure = { failure in
      #expect(failure.action as? Search == Search(text: "bad"))
      #expect(failure.error is SearchError)
      #expect(failure.origin?.fileID == "SluiceTests/EffectFailureTests.swift")
      #expect(failure.origin?.note == "from the test")
      failures.append("\(failure.run.effect) \(failure.commit ?? 0) \(failure.position)")
    }
    store.register(interceptor: EffectProbe<Counting> { events.append(Self.text($0)) })
    store.register(effects: SearchEffects())
    store.dispatch(action: Search(text: "bad"), note: "from the test")
    try await events.wait(forCount: 2)
    store.dispatch(action: Search(text: "good"))
    try await events.wait(forCount: 4)
    try await failures.wait(forCount: 1)
    #expect(
      events.events == [
        "EffectFailureTests.SearchEffects.search started, commit 1",
        "EffectFailureTests.SearchEffects.search failed SearchError(), commit 1",
        "EffectFailureTests.SearchEffects.search started, commit 2",
        "EffectFailureTests.SearchEffects.search ended, commit 2",
      ]
    )
    #expect(failures.events.count == 1)
    #expect(
      failures.events[0].hasPrefix(
        "EffectFailureTests.SearchEffects.search 1 SluiceTests/EffectFailureTests"
      )
    )
    try interceptor.expectDispatched(Search.self, Search.self, Found.self, Note.self)
  }

  @Test func `a failure is described in one sentence`() async throws {
    let failures = Log<String>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.onEffectFailure = { failures.append("\($0)") }
    let line = #line + 2
    store.register(
      effect: .on(Search.self) { _, _ in throw SearchError() },
      id: "failing"
    )
    store.dispatch(action: Search(text: "a"))
    try await failures.wait(forCount: 1)
    let sentence = """
      The effect failing (SluiceTests/EffectFailureTests.swift:\(line)) failed, \
      set off by Search(text: "a"): SearchError()
      """
    #expect(failures.events == [sentence])
  }

  @Test func `a cancellation is no failure`() async throws {
    let events = Log<String>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.onEffectFailure = { events.append("failure \($0)") }
    store.register(interceptor: EffectProbe<Counting> { events.append(Self.text($0)) })
    store.register(effect: .on(Search.self) { _, _ in throw CancellationError() }, id: "effect")
    store.dispatch(action: Search())
    try await events.wait(forCount: 2)
    #expect(events.events == ["effect started, commit 1", "effect ended, commit 1"])
  }

  @Test func `events come in order with the commits`() async throws {
    struct All: EffectInterceptor {
      let log: Log<String>
      func committed(_ commit: Commit<Counting>) { log.append("commit \(commit.number)") }
      func effectChanged(_ event: EffectEvent) { log.append(EffectFailureTests.text(event)) }
    }
    let log = Log<String>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.register(interceptor: All(log: log))
    store.register(
      effect: .on(Search.self) { (_, _, context: RunContext<Void>) in
        context.send(Increment())
        context.send(Increment())
      },
      id: "effect"
    )
    store.dispatch(action: Search())
    try await log.wait(for: "effect ended, commit 1")
    #expect(
      log.events == [
        "commit 1", "effect started, commit 1", "commit 2", "commit 3", "effect ended, commit 1",
      ]
    )
  }

  @Test func `a run has a duration when it is over`() async throws {
    let durations = Log<Duration?>()
    let (store, _) = Store<Counting, Catalogue>.searching()
    store.register(interceptor: EffectProbe<Counting> { durations.append($0.duration) })
    store.register(effect: .on(Search.self) { _, _ in })
    store.dispatch(action: Search())
    try await durations.wait(forCount: 2)
    #expect(durations.events.first == .some(nil))
    #expect(durations.events.last.flatMap { $0 } ?? .zero > .zero)
  }

  @Test func `the origin names the effect, its run and the commit that led to an action`()
    async throws
  {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    store.register(effects: SearchEffects())
    store.dispatch(action: Unhandled())
    store.dispatch(action: Search(text: "a"))
    try await interceptor.wait(for: Note.self)
    let causes = interceptor.stateChanges.map(\.origin.cause)
    #expect(causes[0] == nil)
    #expect(causes[1] == nil)
    #expect(causes[2]?.commit == 2)
    #expect(causes[2]?.effect?.effect == "EffectFailureTests.SearchEffects.search")
    #expect(causes[2]?.effect?.number == 1)
    #expect(causes[3]?.commit == 3)
    #expect(causes[3]?.effect?.effect == "EffectFailureTests.SearchEffects.note")
    #expect(causes[3]?.effect?.number == 0)
    #expect(
      interceptor.stateChanges[2].origin.fileID == "SluiceTests/EffectFailureTests.swift"
    )
  }

  @Test func `what a run dispatches past its context has the run as its cause, too`() async throws {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    let other = Store.counting()
    let others = other.watched()
    store.register(
      effect: .on(Search.self) { [unowned store] action, _ in
        await MainActor.run { store.dispatch(action: Note(text: action.text)) }
        other.dispatch(action: Touch())
      },
      id: "search"
    )
    store.dispatch(action: Unhandled())
    store.dispatch(action: Search(text: "a"))
    await store.idle()
    let cause = interceptor.stateChanges[2].origin.cause
    #expect(cause?.commit == 2)
    #expect(cause?.effect?.effect == "search")
    #expect(others.stateChanges[0].origin.cause == nil, "another store has other commits")
  }

  @Test func `what a stream dispatches was led to by the action it read last`() async throws {
    let (store, interceptor) = Store<Counting, Catalogue>.searching()
    store.register(
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Search.self).map { Note(text: $0.text) }
      },
      id: "stream"
    )
    for text in ["a", "b"] {
      store.dispatch(action: Search(text: text))
      try await interceptor.wait(for: Note.self) { $0.text == text }
    }
    let causes = interceptor.stateChanges.filter { $0.action is Note }.map(\.origin.cause)
    #expect(causes.map { $0?.commit } == [1, 3])
    #expect(causes.map { $0?.effect?.effect } == ["stream", "stream"])
  }
}
