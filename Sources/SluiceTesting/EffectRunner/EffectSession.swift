import Sluice

/// One use of an ``EffectRunner``: a store that holds only the effects to run.
struct EffectSession<State: Sendable, Environment: Sendable> {
  private let store: TestStore<State, Environment>
  private let install: @Sendable (TestStore<State, Environment>) -> Void
  private let answered: AnsweredActions?
  /// The actions that it received.
  private var given: [any Action] = []
  private let patience: Patience
  /// Whether the test set the maximum wait.
  private let isTimeoutGiven: Bool
  private let place: SourcePlace

  init(_ runner: EffectRunner<State, Environment>, _ timeout: Duration?, _ place: SourcePlace) {
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
    answered = runner.answered
    patience = Patience(timeout ?? .seconds(10), isUntilRest: true)
    isTimeoutGiven = timeout != nil
    self.place = place
  }

  /// Registers the effects, and feeds them their input.
  mutating func feed(_ input: EffectRunner<State, Environment>.Input) async throws {
    let clock = store.clock
    clock.holding { install(store) }
    await clock.settle()
    switch input {
    case .actions(let actions):
      given = actions.filter { !($0 is Advance) }
      for action in actions {
        if let pause = action as? Advance {
          await clock.advance(by: pause.duration)
        } else {
          clock.holding { store.dispatch(action: GivenAction(action)) }
          await clock.settle()
        }
      }
    case .states(let states):
      for state in states {
        clock.holding { store.restore(state) }
        await clock.settle()
      }
    }
  }

  /// Advances time until the effect has nothing left to do, or has violated an expectation.
  func actions(
    _ expectedCount: Int,
    _ exhaustivity: Exhaustivity
  ) async throws -> [any Action] {
    let limit = exhaustivity == .on ? expectedCount + 1 : max(1, expectedCount)
    let end = try await pass(
      isResting: { published.count == expectedCount },
      until: { !failures.isEmpty || published.count >= limit }
    )
    if let failure = failures.first { try self.failure(failure, expectedCount).end() }
    let actions = published
    switch exhaustivity {
    case .on:
      if actions.count == expectedCount {
        if end == .outOfTime { try endless(actions.count).end() }
        return actions
      }
    case .off:
      if actions.count >= expectedCount, expectedCount > 0 || actions.isEmpty {
        return Array(actions.prefix(expectedCount))
      }
    }
    try wrongCount(expectedCount, end).end()
  }

  /// Advances time until the effect fails.
  func failure<E: Error>(_ type: E.Type) async throws -> E {
    _ = try await pass(isResting: { false }, until: { !failures.isEmpty })
    if let error = failures.lazy.compactMap({ $0.error as? E }).first { return error }
    try failure(
      "A failure with \(type) was expected, and "
        + (failures.isEmpty ? "none came\(unanswered ?? ".")" : "another came."),
      [Listing("The errors:", failures.map { "\($0.error)" })],
      fix: unanswered != nil
        ? answerFix : "let the effect throw \(type), or expect its actions with `run`."
    ).end()
  }

  /// Why time stopped advancing.
  private enum End {
    /// The condition holds.
    case found
    /// Nothing is left to do.
    case rest
    /// Work is left, and the time to wait is up.
    case outOfTime
  }

  /// Runs all work that can run, then advances time, until a condition holds.
  ///
  /// - Parameter isResting: Whether a run that waits for a later action, or for a task that reads its
  ///   stream, counts as idle. Unless all expected actions have arrived, that task may be busy.
  private func pass(isResting: () -> Bool, until isOver: () -> Bool) async throws -> End {
    func isPromising() -> Bool {
      Prospects(store).isPromising(countingListeners: !isResting())
    }
    while true {
      await store.clock.settle()
      try Task.checkCancellation()
      if isOver() { return .found }
      let count = store.ledger.count
      let isBusy = isPromising()
      if patience.left == nil { return .outOfTime }
      if isBusy {
        // Nothing says when a task beside a stream's own falls asleep on the clock, hence the sleep.
        _ = try await store.expectations.waitForMore(than: count, patience) {
          try? await Task.sleep(for: .milliseconds(2))
        }
        continue
      }
      // All pending work waits for the clock.
      guard await store.clock.advanceToNextDeadline() else { return .rest }
    }
  }

  // MARK: - Failures

  private func failure(_ failure: EffectFailure, _ expectedCount: Int) -> ExpectationFailure {
    if let mismatch = failure.error as? StateTypeMismatch { return self.failure(mismatch) }
    if let call = failure.unimplementedCall {
      return self.failure(call.happened, [], fix: call.fix)
    }
    return self.failure(
      "\(failure.run.effect) failed, and \(expected(expectedCount)) expected.",
      [Listing("The error:", ["\(failure.error)"])],
      fix: "let the effect `catch` the error, or expect it with `runToFailure`."
    )
  }

  private func failure(_ mismatch: StateTypeMismatch) -> ExpectationFailure {
    let given = State.self == Void.self ? "none" : "one of type \(State.self)"
    return failure(
      """
      \(mismatch.effect) (\(mismatch.position)) reads a state of type \(mismatch.requestedType), and \
      the runner was given \(given).
      """,
      [],
      fix: "give the runner a state of type \(mismatch.requestedType) with `state:`."
    )
  }

  private func wrongCount(_ expectedCount: Int, _ end: End) -> ExpectationFailure {
    let count = published.count
    let came = count == 0 ? "none came" : "\(count) came"
    let isLate = end == .outOfTime
    let fix =
      if count > expectedCount {
        "expect as many as come with `expectedCount:`, or let the effect dispatch fewer."
      } else if unanswered != nil {
        answerFix
      } else if isLate {
        """
        let what takes real time, such as something in the environment, answer or end, or \
        \(timeoutAdvice).
        """
      } else {
        "expect as many as come with `expectedCount:`, or let the effect dispatch what is missing."
      }
    return failure(
      "\(expected(expectedCount)) expected, and \(came)"
        + (isLate
          ? " in \(patience.limit), and something is under way that doesn't wait for the clock."
          : count == 0 ? unanswered ?? "." : "."),
      [],
      fix: fix
    )
  }

  private func endless(_ count: Int) -> ExpectationFailure {
    let came = count == 0 ? "No action" : count == 1 ? "1 action" : "\(count) actions"
    return failure(
      "\(came) came as expected, and the effect still has work to do after \(patience.limit).",
      [],
      fix: """
        let the effect end, cancel it with one of the actions, \(timeoutAdvice), or pass \
        `exhaustivity: .off`, which looks at the first actions only.
        """
    )
  }

  private var timeoutAdvice: String {
    isTimeoutGiven ? "raise `timeout:`" : "pass a `timeout:` of more than \(patience.limit)"
  }

  private var answerFix: String {
    "give the runner an action that \(answered?.effectCount == 1 ? "the effect" : "an effect") answers."
  }

  /// The rest of a sentence, if none of the actions starts an effect.
  private var unanswered: String? {
    guard let answered, !given.isEmpty, !given.contains(where: answered.contains) else {
      return nil
    }
    let names = answered.names(beside: given)
    let subject =
      answered.effectCount == 1 ? "the effect answers" : "the effects answer"
    let verb = answered.effectCount == 1 ? "was" : "were"
    return ": \(subject) \(list(names.answered)), and \(verb) given \(list(names.given))."
  }

  private func list(_ names: [String]) -> String {
    let (last, rest) = (names.last ?? "", names.dropLast())
    return rest.isEmpty ? last : "\(rest.joined(separator: ", ")) and \(last)"
  }

  private var published: [any Action] {
    store.ledger.open().compactMap { open in
      guard case .commit(let entry) = open.event else { return nil }
      return (entry.action as? PublishedAction)?.action
    }
  }

  private var failures: [EffectFailure] {
    store.ledger.open().compactMap { open in
      if case .failure(let failure) = open.event { failure } else { nil }
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
