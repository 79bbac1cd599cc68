public import SluiceCore

extension FollowUp {
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
    FollowUp(.synchronous(make), fileID, line)
  }

  /// Dispatches the actions that a closure returns, in order, in a separate task.
  ///
  /// An error is reported to ``Store/onEffectFailure``.
  public static func actions(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable () async throws -> [any Action]
  ) -> FollowUp {
    FollowUp(.asynchronous(make), fileID, line)
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

  private init(_ work: Work, _ fileID: StaticString, _ line: UInt) {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: "followUp")
    self.init(site: site, work: work) { $0.scheduler }
  }
}
