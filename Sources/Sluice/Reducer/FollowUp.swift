/// Work that a reducer requests in addition to changing the state.
///
/// A handler that returns follow-ups stays pure: the store executes them after the commit has been
/// delivered, without a lock, and dispatches the resulting actions.
///
/// ```swift
/// ReduceOn(SaveTapped.self) { state, _ in
///   state.isSaving = true
///   let primes = state.primes
///   return [.action { Saved(error: try? await file.write(primes)) }]
/// }
/// ```
///
/// Follow-ups have no environment; for work that needs one, or cancellation, use an ``Effect``.
public struct FollowUp: Sendable {
  enum Work: Sendable {
    case synchronous(@Sendable () -> [any Action])
    case asynchronous(@Sendable () async throws -> [any Action])
  }

  let site: ActionOrigin.Site
  let work: Work

  /// Dispatches the action that a closure returns, if any, during delivery.
  public static func action(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () -> (any Action)?
  ) -> FollowUp {
    actions(fileID: fileID, line: line) { make().map { [$0] } ?? [] }
  }

  /// Dispatches the action that a closure returns, if any, in a separate task.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func action(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () async throws -> (any Action)?
  ) -> FollowUp {
    actions(fileID: fileID, line: line) { try await make().map { [$0] } ?? [] }
  }

  /// Dispatches the actions that a closure returns, in order, during delivery.
  public static func actions(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () -> [any Action]
  ) -> FollowUp {
    FollowUp(site: .followUp(fileID, line), work: .synchronous(make))
  }

  /// Dispatches the actions that a closure returns, in order, in a separate task.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func actions(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () async throws -> [any Action]
  ) -> FollowUp {
    FollowUp(site: .followUp(fileID, line), work: .asynchronous(make))
  }

  /// Executes a closure during delivery, and dispatches nothing.
  public static func fireAndForget(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () -> Void
  ) -> FollowUp {
    actions(fileID: fileID, line: line) {
      work()
      return []
    }
  }

  /// Executes a closure in a separate task, and dispatches nothing.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func fireAndForget(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> FollowUp {
    actions(fileID: fileID, line: line) {
      try await work()
      return []
    }
  }

  /// Returns the same work with each of its actions transformed, as a lift to larger actions does.
  public func map(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> FollowUp {
    switch work {
    case .synchronous(let make):
      FollowUp(site: site, work: .synchronous { make().map(transform) })
    case .asynchronous(let make):
      FollowUp(site: site, work: .asynchronous { try await make().map(transform) })
    }
  }

  /// Executes the work and returns its actions, for tests of a reducer in isolation.
  ///
  /// - Returns: The actions that a store would dispatch.
  /// - Throws: Any error the work throws.
  public func callAsFunction() async throws -> [any Action] {
    switch work {
    case .synchronous(let make): make()
    case .asynchronous(let make): try await make()
    }
  }
}

extension ActionOrigin.Site {
  fileprivate static func followUp(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "followUp")
  }
}
