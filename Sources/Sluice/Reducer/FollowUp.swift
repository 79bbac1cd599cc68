/// Work that a reducer asks for beside its change of the state.
///
/// A handler that returns follow-ups stays pure: it says what is to be done, and the store does it
/// when the commit has been delivered, without a lock. The actions that come of it are dispatched.
///
/// ```swift
/// ReduceOn(SaveTapped.self) { state, _ in
///   state.isSaving = true
///   let primes = state.primes
///   return [.action { Saved(error: try? await file.write(primes)) }]
/// }
/// ```
///
/// Follow-ups know no environment; what needs one, or is to be cancelled, is an ``Effect``.
public struct FollowUp: Sendable {
  enum Work: Sendable {
    case synchronous(@Sendable () -> [any Action])
    case asynchronous(@Sendable () async throws -> [any Action])
  }

  let site: ActionOrigin.Site
  let work: Work

  /// Dispatches what a closure makes, in the delivery: one action, or none.
  public static func action(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () -> (any Action)?
  ) -> FollowUp {
    actions(fileID: fileID, line: line) { make().map { [$0] } ?? [] }
  }

  /// Dispatches what a closure makes in a task of its own: one action, or none.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func action(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () async throws -> (any Action)?
  ) -> FollowUp {
    actions(fileID: fileID, line: line) { try await make().map { [$0] } ?? [] }
  }

  /// Dispatches what a closure makes, in the delivery: any number of actions, in order.
  public static func actions(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () -> [any Action]
  ) -> FollowUp {
    FollowUp(site: .followUp(fileID, line), work: .synchronous(make))
  }

  /// Dispatches what a closure makes in a task of its own: any number of actions, in order.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func actions(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () async throws -> [any Action]
  ) -> FollowUp {
    FollowUp(site: .followUp(fileID, line), work: .asynchronous(make))
  }

  /// Does something in the delivery, and dispatches nothing.
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

  /// Does something in a task of its own, and dispatches nothing.
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

  /// The same work, with each of its actions made into another: what a lift to larger actions does.
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

  /// Does the work, and returns its actions: for tests of a reducer alone.
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
