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
    var session = EffectSession(self, timeout, SourcePlace(filePath, line))
    try await session.feed(.actions(actions))
    return try await session.failure(type)
  }

  func run(
    _ input: Input,
    _ expectedCount: Int,
    _ exhaustivity: Exhaustivity,
    _ timeout: Duration?,
    _ place: SourcePlace
  ) async throws -> [any Action] {
    var session = EffectSession(self, timeout, place)
    try await session.feed(input)
    return try await session.actions(expectedCount, exhaustivity)
  }

  /// The input of a run.
  enum Input {
    case actions([any Action])
    case states([State])
  }
}

/// An input action on its way to the effect.
struct GivenAction: Action {
  let action: any Action

  init(_ action: any Action) { self.action = action }
}

/// An action that an effect dispatched; has its own type, so that it doesn't return to the effect.
struct PublishedAction: Action {
  let action: any Action
}
