public import Sluice

/// Where actions are expected to come: a ``TestStore``, or a ``TestProjection`` of one.
public protocol ExpectingStore<ExpectedState>: Sendable {
  /// What the closures of expectations change a copy of.
  associatedtype ExpectedState: Sendable

  /// What the expectations of this store are made of.
  var expectations: Expectations<ExpectedState> { get }
}

extension ExpectingStore {
  /// Expects an action of a type (or a subclass of it) to come next, and what it changes.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - timeout: How long to wait; by default as long as something is under way, ten seconds at most.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Changes a copy of the state before the action as the action does. Without it, the
  ///     action must change nothing.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action>(
    _ type: A.Type,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let matcher = ActionMatcher(type: type)
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) { $0 as? A }
  }

  /// Expects an action of a type that meets a condition to come next, and what it changes.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isMeant: Which actions of the type will do.
  ///   - timeout: How long to wait; by default as long as something is under way, ten seconds at most.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Changes a copy of the state before the action as the action does.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action>(
    _ type: A.Type,
    where isMeant: @escaping (A) -> Bool,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let matcher = ActionMatcher("\(type) that meets the condition") { action in
      (action as? A).map(isMeant) ?? false
    }
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) { $0 as? A }
  }

  /// Expects an equal action to come next, and what it changes.
  ///
  /// Compared by `==` where the action has one, else by its contents.
  /// - Parameters:
  ///   - action: The action.
  ///   - timeout: How long to wait; by default as long as something is under way, ten seconds at most.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Changes a copy of the state before the action as the action does.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  public func receive<A: Action>(
    _ action: A,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws {
    let matcher = ActionMatcher(equalTo: action)
    _ = try await receive(matcher, timeout, SourcePlace(filePath, line), change) { $0 }
  }

  /// Expects an action that is a case of an enum, whatever its payload, to come next, and what it
  /// changes.
  ///
  /// ```swift
  /// try await store.receive(case: CartAction.loaded) { $0.isLoading = false }
  /// ```
  ///
  /// - Parameters:
  ///   - enumCase: A case with a payload; expect one without as an equal action.
  ///   - timeout: How long to wait; by default as long as something is under way, ten seconds at most.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Changes a copy of the state before the action as the action does.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action, each Payload>(
    case enumCase: @escaping (repeat each Payload) -> A,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let matcher = ActionMatcher(case: enumCase)
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) { $0 as? A }
  }

  /// Expects an action made from a template to come next, and what it changes.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - timeout: How long to wait; by default as long as something is under way, ten seconds at most.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Changes a copy of the state before the action as the action does.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, what the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<Payload>(
    _ template: ActionTemplate<Payload>,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> AnonymousAction<Payload> {
    let matcher = ActionMatcher(madeFrom: template)
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) {
      $0 as? AnonymousAction<Payload>
    }
  }

  private func receive<Received>(
    _ matcher: ActionMatcher,
    _ timeout: Duration?,
    _ place: SourcePlace,
    _ change: ((inout ExpectedState) throws -> Void)?,
    as cast: (any Action) -> Received?
  ) async throws -> Received {
    let expectations = expectations
    let entry = try await expectations.receive(matcher, timeout, place)
    try expectations.check(entry, place, change)
    guard let received = cast(entry.action) else {
      preconditionFailure("Sluice: \(entry.action) is not what was matched.")
    }
    return received
  }
}
