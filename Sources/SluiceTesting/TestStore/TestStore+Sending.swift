public import Sluice

extension TestStore {
  /// Dispatches an action, and checks what it changes.
  ///
  /// Everything before must have been expected, and a reducer, an effect or an interceptor of the store
  /// must take the action. When this returns, the runs started by the action
  /// have begun, and have done all they can without time and external input. Expect what they
  /// dispatch with `receive`.
  /// - Parameters:
  ///   - action: The action to dispatch.
  ///   - note: A note that the commit's origin carries.
  ///   - timeout: The maximum wait for the commit if a middleware delays it; by default, while work
  ///     is pending, at most ten seconds.
  ///   - fileID: The origin's file.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - function: The origin's function.
  ///   - change: Applies the expected changes to a copy of the state before the action. If omitted,
  ///     the action must change nothing.
  /// - Returns: The work that the action leads to, to be awaited or cancelled.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func send<A: Action>(
    _ action: A,
    note: String? = nil,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    function: StaticString = #function,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async throws -> SentWork {
    let origin = SentOrigin(type: A.self, fileID: fileID, line: line, function: function)
    let place = SourcePlace(filePath, line)
    return try await expectations.send(
      origin,
      place,
      timeout,
      change,
      text: ActionDescription(action).line()
    ) {
      dispatchTracked(action: action, note: note, fileID: fileID, line: line, function: function)
    }
  }
}

/// Identifies the commit of an action that a test sent.
struct SentOrigin {
  /// The action's type; `nil` if a projection makes the action.
  let type: (any Action.Type)?
  let fileID: StaticString
  let line: UInt
  let function: StaticString

  func isOrigin(of entry: Ledger.Entry) -> Bool {
    let origin = entry.origin
    return origin.line == Int(line) && origin.fileID == fileID.description
      && origin.function == function.description
  }
}

extension Expectations {
  /// Calls a closure that dispatches, finds the commit, and checks it.
  /// - Parameters:
  ///   - text: The description of what is dispatched.
  ///   - dispatch: Dispatches.
  func send(
    _ origin: SentOrigin,
    _ place: SourcePlace,
    _ timeout: Duration?,
    _ change: Change?,
    text: String,
    dispatch: () -> DispatchedWork
  ) async throws -> SentWork {
    try await prepare(before: "another action is sent", place)
    let before = ledger.count
    let work = dispatching(dispatch)
    try await check(origin, after: before, place, timeout, change, text: text)
    return SentWork(work, of: text, self)
  }

  /// Requires that everything so far was expected.
  func prepare(before step: String, _ place: SourcePlace) async throws {
    await clock.settle()
    try requireNothingOpen("before \(step)", place)
  }

  /// Calls a closure that dispatches, as a step of the test.
  func dispatching<Result>(_ dispatch: () -> Result) -> Result {
    // Effects begin after the delivery, so that a test takes the same course each time.
    clock.holding {
      let result = dispatch()
      // What waited for this step sees the state after it; what it starts waits for the next one.
      clock.admitRuns()
      return result
    }
  }

  /// Finds the commit that came of a call, and checks it.
  func check(
    _ origin: SentOrigin,
    after before: Int,
    _ place: SourcePlace,
    _ timeout: Duration?,
    _ change: Change?,
    text: String
  ) async throws {
    let (index, entry) = try await commit(of: origin, after: before, text, place, timeout)
    ledger.settle(index)
    try requireTaken(entry, text, place)
    try check(entry, place, change)
    // The test's next step finds runs that have begun.
    await clock.settle()
  }

  /// Requires that somebody takes an action that the test sent.
  private func requireTaken(_ entry: Ledger.Entry, _ text: String, _ place: SourcePlace) throws {
    if entry.isTaken { return }
    if ledger.exhaustivity == .off {
      return ledger.skip(SkippedExpectation(place, "\(text) was sent, but nothing handles it"))
    }
    try failure(
      place,
      "\(text) was sent, but no reducer, effect or interceptor of the store handles it.",
      [],
      fix:
        "register what handles it with `reducers:`, `features:` or `effects:`, or do not send it."
    ).report()
  }

  private func commit(
    of origin: SentOrigin,
    after before: Int,
    _ text: String,
    _ place: SourcePlace,
    _ timeout: Duration?
  ) async throws -> (index: Int, entry: Ledger.Entry) {
    let patience = Patience(timeout)
    while true {
      let count = ledger.count
      // A middleware may dispatch others from the same place, or replace the action.
      let meant = ledger.commit(from: before) {
        origin.isOrigin(of: $0) && (origin.type ?? type(of: $0.action)) == type(of: $0.action)
      }
      if let found = meant ?? ledger.commit(from: before, where: origin.isOrigin) { return found }
      if try await waitForMore(than: count, patience) { continue }
      try failure(
        place,
        "\(text) was sent, but led to no commit.",
        [Listing("What came instead:", ledger.open().map(\.line))],
        fix: """
          let the middleware pass the action on, or dispatch it with `dispatch(action:)` where it is \
          to be dropped.
          """
      ).end()
    }
  }

  /// Requires that everything so far was expected.
  func requireNothingOpen(_ moment: String, _ place: SourcePlace) throws {
    let open = ledger.open()
    if open.isEmpty { return }
    try requireSound(open, place)
    if ledger.exhaustivity == .off { return skip(open, place) }
    try failure(
      place,
      "\(open.subject), and must be expected \(moment).",
      [Listing("What came:", open.map(\.line))],
      fix: open.advice()
    ).report()
    for open in open { ledger.settle(open.index) }
  }

  func skip(_ open: some Sequence<Ledger.Open>, _ place: SourcePlace) {
    for open in open {
      ledger.settle(open.index)
      ledger.skip(SkippedExpectation(place, open.line))
    }
  }
}
