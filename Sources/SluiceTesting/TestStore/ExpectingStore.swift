public import Sluice

/// A store that expects actions: a ``TestStore``, or a ``TestProjection`` of one.
public protocol ExpectingStore<ExpectedState>: Sendable {
  /// The state that the closures of expectations change a copy of.
  associatedtype ExpectedState: Sendable

  /// The implementation of this store's expectations.
  var expectations: Expectations<ExpectedState> { get }
}

extension ExpectingStore {
  /// Expects the next action to be of a type (or a subclass of it), and checks its changes.
  ///
  /// - Parameters:
  ///   - type: The action's type.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action. If omitted,
  ///     the action must change nothing.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
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

  /// Expects the next action to be of a type and satisfy a predicate, and checks its changes.
  ///
  /// - Parameters:
  ///   - type: The action's type.
  ///   - predicate: A predicate that an action of the type must satisfy.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action>(
    _ type: A.Type,
    where predicate: @escaping (A) -> Bool,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let matcher = ActionMatcher("\(type) that meets the condition") { action in
      (action as? A).map(predicate) ?? false
    }
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) { $0 as? A }
  }

  /// Expects the next action to be one of a type for an element, and checks its changes.
  ///
  /// ```swift
  /// try await store.receive(Uploaded.self, element: 4) { $0.photos[id: 4]?.isUploaded = true }
  /// ```
  ///
  /// Matches an `ElementAction` of any type of element.
  ///
  /// - Parameters:
  ///   - type: The type of the action that the element receives.
  ///   - id: The element's id; of an element within an element, that of the outermost one.
  ///   - inner: The ids that lead from that element to one within it.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Returns: The action that the element receives.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action>(
    _ type: A.Type,
    element id: any Hashable,
    _ inner: any Hashable...,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let ids = [id] + inner
    let matcher = ActionMatcher(type: type, element: ids)
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change) { action in
      ActionMatcher.innerAction(of: action, element: ids) as? A
    }
  }

  /// Expects the next action to wrap one of a type for a part, and checks its changes.
  ///
  /// ```swift
  /// try await store.receive(Placed.self, at: .case(\.match, RoomAction.match)) { $0.match?.moves = 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the action that the part receives.
  ///   - wrapping: The wrapping with which the part's feature or reducer was lifted.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Returns: The action that the part receives.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func receive<A: Action, Global, Key, Local>(
    _ type: A.Type,
    at wrapping: Wrapping<Global, Key, Local>,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> A {
    let inner = { (action: any Action) in
      (action as? Global).flatMap(wrapping.extract)?.action as? A
    }
    let matcher = ActionMatcher("\(type) within \(Global.self)") { inner($0) != nil }
    return try await receive(matcher, timeout, SourcePlace(filePath, line), change, as: inner)
  }

  /// Expects the next action to equal this one, and checks its changes.
  ///
  /// Compares by `==` if the action is equatable, otherwise by contents.
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
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

  /// Expects the next action to be a case of an enum, whatever its payload, and checks its changes.
  ///
  /// ```swift
  /// try await store.receive(case: CartAction.loaded) { $0.items = ["Milk"] }
  /// ```
  ///
  /// - Parameters:
  ///   - enumCase: A case with a payload; expect a case without one as an equal action.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
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

  /// Expects the next action to be made from a template, and checks its changes.
  ///
  /// - Parameters:
  ///   - template: The action's template.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the action.
  /// - Returns: The action.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
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
