import Sluice
import SluiceTree

/// Implements the expectations of an ``ExpectingStore``.
public struct Expectations<State: Sendable>: Sendable {
  typealias Change = (inout State) throws -> Void
  typealias Judge =
    @Sendable (_ entry: Ledger.Entry, Exhaustivity, Change?) throws -> StateVerdict

  let ledger: Ledger
  let clock: TestClock
  /// Returns what can still happen without the test.
  let prospects: @Sendable () -> Prospects
  /// Waits until the store is idle.
  let idle: @Sendable () async -> Void
  /// Returns the state after the last action that the test has stated.
  let stated: @Sendable () -> State
  let judge: Judge
  /// Whether time passes by itself, as for a runner, where all that is pending waits for it.
  var movesClock = false

  /// Returns the same expectations, on a part of the state or a value derived from it.
  func about<Part>(
    _ read: @escaping @Sendable (State) -> Part,
    judge: @escaping Expectations<Part>.Judge
  ) -> Expectations<Part> {
    Expectations<Part>(
      ledger: ledger,
      clock: clock,
      prospects: prospects,
      idle: idle,
      stated: { [stated] in read(stated()) },
      judge: judge,
      movesClock: movesClock
    )
  }

  func failure(
    _ place: SourcePlace,
    _ happened: String,
    _ difference: [any CustomStringConvertible],
    fix: String
  ) -> ExpectationFailure {
    ExpectationFailure(place, happened: happened, difference, fix: fix)
  }

  /// Checks the state after a commit.
  func check(_ entry: Ledger.Entry, _ place: SourcePlace, _ change: Change?) throws {
    let verdict = try judge(entry, ledger.exhaustivity, change)
    let action = ActionDescription(entry.action).line()
    switch verdict.problem {
    case .different(let difference):
      try failure(
        place,
        change == nil
          ? "\(action) changed the state, but no change was expected."
          : "\(action) left another state than expected.",
        change == nil && !difference.fromExpected.isEmpty
          ? [Listing("What \(action) changed:", difference.fromOld)]
          : [difference.listing, Listing("What \(action) changed:", difference.fromOld)],
        fix: difference.fix(isClosureMissing: change == nil)
      ).report()
    case .closureChangesNothing:
      try failure(
        place,
        "\(action) left the state as it was, but a change was expected.",
        [Listing("What \(action) changed:", [TreeChange]())],
        fix: "leave out the closure, which changes nothing, or let a reducer change the state."
      ).report()
    case nil:
      if !verdict.skipped.isEmpty {
        let listing = Listing("changes of \(action):", verdict.skipped)
        ledger.skip(SkippedExpectation(place, listing.description))
      }
    }
  }

  /// Waits until there are more than `count` events.
  /// - Returns: `false` if none can follow, or none did in time.
  func waitForMore(than count: Int, _ limit: Patience) async throws -> Bool {
    if movesClock { return try await passTime(than: count, limit) }
    if limit.isUntilRest, !prospects().isPromising() { return ledger.count > count }
    guard let left = limit.left else { return ledger.count > count }
    return try await ledger.waitForMore(than: count, timeout: left)
  }

  /// Returns the limit of a wait.
  ///
  /// - Parameter timeout: The maximum wait; `nil` waits while work is pending, at most ten seconds.
  func patience(_ timeout: Duration?) -> Patience {
    Patience(timeout ?? .seconds(10), isUntilRest: timeout == nil || movesClock)
  }

  /// Waits until there may be more events; lets time pass if all that is pending waits for it.
  ///
  /// - Parameter countingListeners: As for ``Prospects/isPromising(countingListeners:)``.
  /// - Returns: `false` if nothing is left to wait for, or the time to wait is up.
  func passTime(
    than count: Int,
    _ limit: Patience,
    countingListeners: Bool = true
  ) async throws -> Bool {
    guard let left = limit.left else { return ledger.count > count }
    guard prospects().isPromising(countingListeners: countingListeners) else {
      return await clock.advanceToNextDeadline()
    }
    // Nothing says when a task beside a stream's own falls asleep on the clock, hence the steps.
    _ = try await ledger.waitForMore(than: count, timeout: min(left, .milliseconds(2)))
    return true
  }

  /// Waits until there are more events, or the store is idle.
  /// - Returns: `false` if neither can happen, or neither did in time.
  func waitForMoreOrRest(than count: Int, _ limit: Patience) async throws -> Bool {
    // Waiting for idleness doesn't include feedbacks and external sequences.
    let prospects = prospects()
    if prospects.unfinished.isEmpty, !prospects.hasActionsInStreams {
      return try await waitForMore(than: count, limit)
    }
    return try await waitForMore(than: count, limit, or: idle)
  }

  /// Waits until there are more events, or something else has happened.
  /// - Returns: `false` if neither can happen, or neither did in time.
  func waitForMore(
    than count: Int,
    _ limit: Patience,
    or other: @escaping @Sendable () async -> Void
  ) async throws -> Bool {
    if limit.isUntilRest, !prospects().isPromising() { return ledger.count > count }
    guard let left = limit.left else { return ledger.count > count }
    return try await withThrowingTaskGroup { [ledger] group in
      group.addTask { try await ledger.waitForMore(than: count, timeout: left) }
      group.addTask {
        await other()
        return true
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
  }
}

extension StateVerdict.Difference {
  fileprivate var listing: Listing {
    fromExpected.isEmpty
      ? Listing("From the expected state to the one that came:", ["nothing to see; `==` differs"])
      : Listing("From the expected state to the one that came:", fromExpected)
  }

  fileprivate func fix(isClosureMissing: Bool) -> String {
    if fromExpected.isEmpty { return "let `==` compare what the state shows, or encode the rest." }
    return isClosureMissing
      ? "expect the change in a closure, or correct the reducer."
      : "change in the closure what the action changes, or correct the reducer."
  }
}
