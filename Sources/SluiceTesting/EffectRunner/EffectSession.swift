import Sluice

/// One use of an ``EffectRunner``: a store with nothing but what is run.
struct EffectSession<State: Sendable, Environment: Sendable> {
  private let store: TestStore<State, Environment>
  private let install: @Sendable (TestStore<State, Environment>) -> Void
  private let patience: Patience
  private let place: SourcePlace

  init(_ runner: EffectRunner<State, Environment>, _ timeout: Duration, _ place: SourcePlace) {
    store = TestStore(
      initialState: runner.state,
      environment: runner.environment,
      reducers: runner.reducers,
      clock: runner.clock,
      exhaustivity: .off
    )
    store.register(
      middleware: MiddlewareFunction<State> { action, _, next in
        next((action as? GivenAction)?.action ?? PublishedAction(action: action))
      }
    )
    install = runner.install
    patience = Patience(timeout, isUntilRest: true)
    self.place = place
  }

  /// Registers what is run, and gives it what it is run with.
  func feed(_ input: EffectRunner<State, Environment>.Input) async throws {
    let clock = store.clock
    clock.holding { install(store) }
    await clock.advance()
    switch input {
    case .actions(let actions):
      for action in actions {
        if let pause = action as? EffectRunner<State, Environment>.Advance {
          await clock.advance(by: pause.duration)
        } else {
          clock.holding { store.dispatch(action: GivenAction(action)) }
          await clock.advance()
        }
      }
    case .states(let states):
      for state in states {
        clock.holding { store.restore(state) }
        await clock.advance()
      }
    }
  }

  /// Lets time pass until there are so many actions, or no more can come.
  func actions(_ expectedCount: Int) async throws -> [any Action] {
    let isOver = try await pass {
      if !failures.isEmpty { return true }
      return expectedCount > 0 ? published.count >= expectedCount : !published.isEmpty
    }
    if let failure = failures.first {
      throw self.failure(
        "\(failure.effect) failed, and \(expected(expectedCount)) expected.",
        [Listing("The error:", [failure.text])],
        fix: "let the effect `catch` the error, or expect it with `runToFailure`."
      )
    }
    let actions = published
    if actions.count == expectedCount { return actions }
    let came = "\(actions.count) came"
    throw self.failure(
      "\(expected(expectedCount)) expected, and "
        + (isOver || patience.left != nil ? "\(came)." : "\(came) in \(patience.limit)."),
      [],
      fix: actions.count > expectedCount
        ? "expect as many as come with `expectedCount:`, or let the effect dispatch fewer."
        : """
        expect as many as come with `expectedCount:`, let the effect dispatch what is missing, or \
        allow more time with `timeout:`.
        """
    )
  }

  /// Lets time pass until the effect fails.
  func failure<E: Error>(_ type: E.Type) async throws -> E {
    _ = try await pass { !failures.isEmpty }
    if let error = failures.lazy.compactMap({ $0.error as? E }).first { return error }
    throw failure(
      "A failure with \(type) was expected, and "
        + (failures.isEmpty ? "none came." : "another came."),
      [Listing("The errors:", failures.map(\.text))],
      fix: "let the effect throw \(type), or expect its actions with `run`."
    )
  }

  /// Lets everything be done that can be, then time pass, until a condition holds.
  /// - Returns: `false` when nothing is left to do before.
  private func pass(until isOver: () -> Bool) async throws -> Bool {
    while true {
      await store.clock.advance()
      try Task.checkCancellation()
      if isOver() { return true }
      let count = store.ledger.count
      let prospects = Prospects(store)
      if patience.left == nil { return false }
      if prospects.isPromising {
        if try await store.expectations.waitForMoreOrRest(than: count, patience) { continue }
        return false
      }
      // All that is under way waits for the clock.
      guard await store.clock.advanceToNextDeadline() else { return false }
    }
  }

  private var published: [any Action] {
    store.ledger.open().compactMap { open in
      guard case .commit(let entry) = open.event else { return nil }
      return (entry.action as? PublishedAction)?.action
    }
  }

  private var failures: [(effect: String, error: any Error, text: String)] {
    store.ledger.open().compactMap { open in
      guard case .failure(let failure) = open.event else { return nil }
      return (failure.run.effect, failure.error, "\(failure.error)")
    }
  }

  private func expected(_ count: Int) -> String {
    switch count {
    case 0: "no action was"
    case 1: "1 action was"
    default: "\(count) actions were"
    }
  }

  private func failure(
    _ happened: String,
    _ difference: [any CustomStringConvertible],
    fix: String
  ) -> ExpectationFailure {
    let came = published.enumerated().map { "\($0 + 1). \(ActionDescription($1).line())" }
    let listings: [any CustomStringConvertible] = [
      Listing("What came:", came),
      Listing("Under way:", Prospects(store).work.filter { !$0.isStream }.map(\.line)),
    ]
    return ExpectationFailure(
      place,
      happened: happened.prefix(1).uppercased() + happened.dropFirst(),
      difference + listings,
      fix: fix
    )
  }
}
