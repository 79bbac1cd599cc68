public import Sluice

extension EffectRunner {
  /// Runs this runner's effects, and returns the actions that they dispatch.
  ///
  /// - Parameters:
  ///   - actions: Actions to dispatch, in order. After each, the effect runs until it needs time.
  ///     An ``Advance`` lets time pass.
  ///   - expectedCount: The exact number of actions it must dispatch until it has nothing left
  ///     to do.
  ///   - exhaustivity: If `.off`, the runner ends as soon as `expectedCount` actions arrive.
  ///   - timeout: The maximum wait for work that takes real time, such as input and output; by
  ///     default, ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func run(
    with actions: any Action...,
    expectedCount: Int = 1,
    exhaustivity: Exhaustivity = .on,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    let place = SourcePlace(filePath, line)
    return try await run(.actions(actions), expectedCount, exhaustivity, timeout, place)
  }

  /// Runs this runner's effects as the state changes, and returns the actions they dispatch.
  ///
  /// - Parameters:
  ///   - first: Replaces the state that the runner was created with. After each state, a feedback
  ///     runs until it needs time.
  ///   - others: The states that replace it, in order.
  ///   - expectedCount: The exact number of actions it must dispatch until it has nothing left
  ///     to do.
  ///   - exhaustivity: If `.off`, the runner ends as soon as `expectedCount` actions arrive.
  ///   - timeout: The maximum wait for work that takes real time, such as input and output; by
  ///     default, ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func run(
    changingTo first: State,
    _ others: State...,
    expectedCount: Int = 1,
    exhaustivity: Exhaustivity = .on,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    let place = SourcePlace(filePath, line)
    return try await run(.states([first] + others), expectedCount, exhaustivity, timeout, place)
  }

  /// Runs an effect that must throw an error it doesn't catch, and returns the error.
  ///
  /// - Parameters:
  ///   - type: The error's type.
  ///   - actions: Actions to dispatch, in order. After each, the effect runs until it needs time.
  ///   - timeout: The maximum wait for work that takes real time, such as input and output; by
  ///     default, ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func runToFailure<E: Error>(
    _ type: E.Type,
    with actions: any Action...,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> E {
    let place = SourcePlace(filePath, line)
    try requireAnswer(to: .actions(actions), "A failure with \(type)", place)
    return try await feeding(.actions(actions), .off) { expectations in
      try await expectations.receiveFailure(type, timeout, place)
    }
  }

  func run(
    _ input: Input,
    _ expectedCount: Int,
    _ exhaustivity: Exhaustivity,
    _ timeout: Duration?,
    _ place: SourcePlace
  ) async throws -> [any Action] {
    if expectedCount > 0 { try requireAnswer(to: input, "An action", place) }
    return try await feeding(input, exhaustivity) { expectations in
      var actions: [any Action] = []
      while actions.count < expectedCount {
        let next = "Action \(actions.count + 1) of \(expectedCount)"
        let matcher = ActionMatcher(expectedCount == 1 ? "An action" : next) { _ in true }
        actions.append(try await expectations.receive(matcher, timeout, place).action)
      }
      if exhaustivity == .on { try await expectations.rest(timeout, place) }
      return actions
    }
  }

  /// The input of a run.
  enum Input {
    case actions([any Action])
    case states([State])
  }

  /// The origin of the input.
  static var given: StaticString { "EffectRunner" }

  /// Feeds the effects in a store of their own, and calls a body with its expectations.
  ///
  /// They don't receive what they dispatch: it is only recorded.
  private func feeding<Result>(
    _ input: Input,
    _ exhaustivity: Exhaustivity,
    _ body: (Expectations<State>) async throws -> Result
  ) async throws -> Result {
    let store = TestStore(
      initialState: state,
      environment: environment,
      reducers: reducers,
      clock: clock,
      exhaustivity: exhaustivity
    )
    let ledger = store.ledger
    @Sendable func isGiven(_ origin: ActionOrigin) -> Bool {
      origin.function == Self.given.description
    }
    store.register(
      middleware: MiddlewareFunction<State> { action, context, next in
        isGiven(context.origin) ? next(action) : ledger.append(.published(action, context))
      }
    )
    clock.holding { install(store) }
    await clock.settle()
    switch input {
    case .actions(let actions):
      for action in actions {
        if let pause = action as? Advance {
          await clock.advance(by: pause.duration)
        } else {
          clock.holding { store.dispatch(action: action, function: Self.given) }
          await clock.settle()
        }
      }
    case .states(let states):
      for state in states {
        clock.holding { store.restore(state, function: Self.given) }
        await clock.settle()
      }
    }
    for open in ledger.open() {
      if case .commit(let entry) = open.event, isGiven(entry.origin) { ledger.settle(open.index) }
    }
    var expectations = store.expectations
    expectations.movesClock = true
    defer { withExtendedLifetime(store) {} }
    return try await body(expectations)
  }

  /// Requires that one of the actions starts an effect.
  private func requireAnswer(to input: Input, _ expected: String, _ place: SourcePlace) throws {
    guard case .actions(let actions) = input, let answered else { return }
    let given = actions.filter { !($0 is Advance) }
    if given.isEmpty || given.contains(where: answered.contains) { return }
    let names = answered.names(beside: given)
    let isOne = answered.effectCount == 1
    try ExpectationFailure(
      place,
      happened: """
        \(expected) was expected, but none came: the effect\(isOne ? " answers" : "s answer") \
        \(list(names.answered)), and \(isOne ? "was" : "were") given \(list(names.given)).
        """,
      [],
      fix: "give the runner an action that \(isOne ? "the" : "an") effect answers."
    ).end()
  }

  private func list(_ names: [String]) -> String {
    let (last, rest) = (names.last ?? "", names.dropLast())
    return rest.isEmpty ? last : "\(rest.joined(separator: ", ")) and \(last)"
  }
}

extension Ledger.Event {
  /// An action that wasn't committed.
  fileprivate static func published<State>(
    _ action: any Action,
    _ context: MiddlewareContext<State>
  ) -> Self {
    let state = context.state
    return .commit(
      Ledger.Entry(
        number: nil,
        action: action,
        origin: context.origin,
        oldState: state,
        newState: state
      )
    )
  }
}

extension Expectations {
  /// Lets time pass until the effects of a runner have nothing left to do, and requires that nothing more
  /// comes.
  ///
  /// A run that waits for a later action, or for a task that reads its stream, has nothing left to do.
  fileprivate func rest(_ timeout: Duration?, _ place: SourcePlace) async throws {
    let patience = self.patience(timeout)
    while true {
      await clock.settle()
      try Task.checkCancellation()
      let (count, open) = (ledger.count, ledger.open())
      try requireSound(open, place)
      if !open.isEmpty {
        try failure(
          place,
          "\(open.subject), but nothing more was expected.",
          [Listing("What came:", open.map(\.line))],
          fix: open.advice(ofRunner: true)
        ).end()
      }
      if try await passTime(than: count, patience, countingListeners: false) { continue }
      if patience.left != nil { return }
      let left = prospects()
      try failure(
        place,
        "The effect still has work to do after \(patience.limit).",
        [Listing("Under way:", left.work.map(\.description))],
        fix: """
          let the effect end, cancel it with one of the actions, raise `timeout:`, or pass \
          `exhaustivity: .off`, which looks at the first actions only.
          """
      ).end()
    }
  }
}
