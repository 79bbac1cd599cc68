public import Sluice

extension EffectRunner {
  /// Runs what this is for, and returns the actions that it dispatched.
  ///
  /// - Parameters:
  ///   - actions: Dispatched in order; the effect does what it can without time after each. An
  ///     ``Advance`` among them lets time pass.
  ///   - expectedCount: How many actions it must dispatch until it has nothing left to do: no more,
  ///     and no fewer.
  ///   - exhaustivity: Without it, the runner ends as soon as that many have come.
  ///   - timeout: How long to wait for what takes real time, such as input and output.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func run(
    with actions: any Action...,
    expectedCount: Int = 1,
    exhaustivity: Exhaustivity = .on,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    let place = SourcePlace(filePath, line)
    return try await run(.actions(actions), expectedCount, exhaustivity, timeout, place)
  }

  /// Runs what this is for while the state changes, and returns the actions that it dispatched.
  ///
  /// - Parameters:
  ///   - first: Put in the place of the one that the runner was made with; a feedback does what it
  ///     can without time after each.
  ///   - others: Put in its place, in order.
  ///   - expectedCount: How many actions it must dispatch until it has nothing left to do: no more,
  ///     and no fewer.
  ///   - exhaustivity: Without it, the runner ends as soon as that many have come.
  ///   - timeout: How long to wait for what takes real time, such as input and output.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func run(
    changingTo first: State,
    _ others: State...,
    expectedCount: Int = 1,
    exhaustivity: Exhaustivity = .on,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    let place = SourcePlace(filePath, line)
    return try await run(.states([first] + others), expectedCount, exhaustivity, timeout, place)
  }

  /// Runs an effect that must fail with an error that it does not catch, and returns the error.
  ///
  /// - Parameters:
  ///   - type: The error's type.
  ///   - actions: Dispatched in order; the effect does what it can without time after each.
  ///   - timeout: How long to wait for what takes real time, such as input and output.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func runToFailure<E: Error>(
    _ type: E.Type,
    with actions: any Action...,
    timeout: Duration = .seconds(10),
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
    _ timeout: Duration,
    _ place: SourcePlace
  ) async throws -> [any Action] {
    var session = EffectSession(self, timeout, place)
    try await session.feed(input)
    return try await session.actions(expectedCount, exhaustivity)
  }

  /// What an effect is run with.
  enum Input {
    case actions([any Action])
    case states([State])
  }
}

/// An action that an effect is run with, on its way to it.
struct GivenAction: Action {
  let action: any Action

  init(_ action: any Action) { self.action = action }
}

/// An action that an effect dispatched: of a type of its own, so that it does not come back.
struct PublishedAction: Action {
  let action: any Action
}
