extension Commit {
  /// Creates a commit for a test that calls an interceptor directly.
  ///
  /// ```swift
  /// let logger = DrawingLogger()
  /// logger.committed(Commit(action: Clear(), oldState: drawing, newState: Drawing()))
  /// ```
  ///
  /// - Parameters:
  ///   - number: The number of the commit in its store.
  ///   - action: The dispatched action.
  ///   - oldState: The state before the commit.
  ///   - newState: The state after the commit.
  ///   - origin: The origin of the action; by default, the caller.
  ///   - instant: When reducing began.
  ///   - reducingTime: How long the reducers took.
  ///   - isHandled: Whether any reducer handled the action.
  ///   - fileID: The file of the default origin.
  ///   - line: The line of the default origin.
  ///   - function: The function of the default origin.
  public init(
    number: Int = 1,
    action: any Action,
    oldState: State? = nil,
    newState: State,
    origin: ActionOrigin? = nil,
    instant: ContinuousClock.Instant? = nil,
    reducingTime: Duration? = nil,
    isHandled: Bool = true,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    let origin = origin ?? ActionOrigin(fileID: fileID, line: line, function: function)
    let record = CommitRecord(
      action,
      DispatchContext(site: origin.site, note: origin.note, source: NamedSource(origin)),
      Cause(number: number),
      causeNumber: origin.cause?.commit ?? 0,
      isHandled: isHandled,
      .none,
      begin: instant.map { CommitRecord.epoch.duration(to: $0) },
      reducingTime: reducingTime
    )
    self.init(
      record,
      oldState.map { StateBox(holding: $0).storage },
      StateBox(holding: newState).storage
    )
  }
}

/// The source named by the origin of a commit that no store made; dispatches nothing.
private final class NamedSource: DispatchSource {
  let effectID: EffectRunID?
  let precededAction: (any Action.Type)?

  init(_ origin: ActionOrigin) {
    effectID = origin.cause?.effect
    precededAction = origin.precededAction
  }

  func isCancelled(_ held: borrowing Held) -> Bool { false }
  func cause(_ held: borrowing Held) -> Cause? { nil }
}
