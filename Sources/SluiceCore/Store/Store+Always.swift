import SluiceLocks

extension Store {
  /// Checks from now on that a condition holds after each commit.
  ///
  /// ```swift
  /// store.always("stock is never negative") { $0.stock >= 0 }
  /// ```
  ///
  /// What doesn't hold is reported once, as ``StoreDiagnostic/ID/brokenInvariant``. A test store fails the test with it.
  /// The current state is checked as well.
  ///
  /// Called on the thread that delivers, in order with the commits.
  /// - Parameters:
  ///   - invariant: A sentence that says what holds.
  ///   - fileID: The caller's file, for the report.
  ///   - line: The caller's line.
  ///   - holds: Returns whether the invariant holds in a state.
  /// - Returns: The registration, with which the checks end.
  @discardableResult
  public final func always(
    _ invariant: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ holds: @escaping @Sendable (State) -> Bool
  ) -> StoreRegistration {
    let core = core
    let check = Invariant(holds: holds) { [weak core] action, commit in
      core?.report(
        .brokenInvariant(
          invariant,
          action: action.map { ActionDescription($0).line() },
          commit: commit,
          position: "\(fileID):\(line)"
        )
      )
    }
    let registration = register(interceptor: check)
    check.require(state, after: nil, commit: 0)
    return registration
  }
}

/// Reports the first state in which a condition doesn't hold.
private final class Invariant<State: Sendable>: WatchingInterceptor {
  private let holds: @Sendable (State) -> Bool
  private let report: @Sendable ((any Action)?, Int) -> Void
  private let isBroken = Atomic<Bool>(false)

  init(
    holds: @escaping @Sendable (State) -> Bool,
    report: @escaping @Sendable ((any Action)?, Int) -> Void
  ) {
    self.holds = holds
    self.report = report
  }

  func committed(_ commit: Commit<State>) {
    require(commit.newState, after: commit.action, commit: commit.number)
  }

  func require(_ state: State, after action: (any Action)?, commit: Int) {
    if !holds(state), !isBroken.exchange(true, ordering: .relaxed) { report(action, commit) }
  }
}
