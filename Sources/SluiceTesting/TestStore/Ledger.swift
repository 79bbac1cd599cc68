package import Sluice
import SluiceLocks

/// The events in a store under test, and which of them no expectation has consumed.
package final class Ledger: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  package enum Event: Sendable {
    case commit(Entry)
    case failure(EffectFailure)
    /// An invariant doesn't hold.
    case broken(StoreDiagnostic)
    /// A run began or ended; only wakes waiters.
    case run(EffectEvent)
  }

  /// A commit; whoever reads its states knows their type.
  package struct Entry: Sendable {
    /// The number of the commit; `nil` for what a runner's effect dispatched, which isn't committed.
    package let number: Int?
    package let action: any Action
    package let origin: ActionOrigin
    /// Whether a reducer, an effect or another interceptor takes the action.
    var isTaken = true
    let oldState: any Sendable
    let newState: any Sendable
  }

  /// An event that no expectation has consumed.
  struct Open: Sendable {
    let index: Int
    let event: Event
  }

  private let log = EventLog<Event>()
  private let executor = TestExecutor.current
  private let lock = PlainLock()
  /// All events before this one are consumed, as are those whose indices are in `settledAhead`.
  private var firstOpen = 0
  private var settledAhead: Set<Int> = []
  /// The last commit that an expectation has consumed, and its state.
  private var stated: (number: Int, state: any Sendable)?
  private var choice: Exhaustivity
  private var passedOver: [SkippedExpectation] = []

  init(_ exhaustivity: Exhaustivity) { choice = exhaustivity }

  var exhaustivity: Exhaustivity {
    get { lock.withLock { choice } }
    set { lock.withLock { choice = newValue } }
  }

  /// The state after the last commit that an expectation has consumed; `nil` if none has.
  var statedState: (any Sendable)? { lock.withLock { stated?.state } }

  var skipped: [SkippedExpectation] { lock.withLock { passedOver } }

  var count: Int { log.events.count }

  func append(_ event: Event) {
    executor?.happened(event)
    log.append(event)
  }

  func skip(_ skipped: SkippedExpectation) {
    lock.withLock { passedOver.append(skipped) }
  }

  /// Returns the events to be consumed, in order.
  func open() -> [Open] {
    let events = log.events
    let (first, ahead) = lock.withLock { (firstOpen, settledAhead) }
    return events.indices[first...].compactMap { index in
      if case .run = events[index] { return nil }
      return ahead.contains(index) ? nil : Open(index: index, event: events[index])
    }
  }

  /// Returns the first commit at or after an index that satisfies a predicate.
  func commit(from index: Int, where predicate: (Entry) -> Bool) -> (index: Int, entry: Entry)? {
    let events = log.events
    for index in events.indices[index...] {
      if case .commit(let entry) = events[index], predicate(entry) { return (index, entry) }
    }
    return nil
  }

  /// Marks an event as consumed.
  func settle(_ index: Int) {
    let events = log.events
    lock.withLock {
      if case .commit(let entry) = events[index], let number = entry.number,
        number > stated?.number ?? 0
      {
        stated = (number, entry.newState)
      }
      settledAhead.insert(index)
      while firstOpen < events.count {
        if case .run = events[firstOpen] {} else if settledAhead.remove(firstOpen) == nil { return }
        firstOpen += 1
      }
    }
  }

  /// Waits until there are more than `count` events.
  /// - Returns: Whether there are.
  func waitForMore(than count: Int, timeout: Duration) async throws -> Bool {
    try await log.wait(timeout: timeout) { _, place in place > count } != nil
  }
}

/// Records a store's commits in a ledger.
struct LedgerInterceptor<State: Sendable>: EffectInterceptor {
  let ledger: Ledger
  /// Returns whether an interceptor beside this one may take actions.
  let othersTake: @Sendable () -> Bool

  var interests: InterceptorInterests { [.oldState, .effects] }

  func committed(_ commit: Commit<State>) {
    guard let oldState = commit.oldState else { return }
    ledger.append(
      .commit(
        Ledger.Entry(
          number: commit.number,
          action: commit.action,
          origin: commit.origin,
          isTaken: commit.isTaken || othersTake(),
          oldState: oldState,
          newState: commit.newState
        )
      )
    )
  }

  func effectChanged(_ event: EffectEvent) { ledger.append(.run(event)) }

  func diagnosed(_ diagnostic: StoreDiagnostic) {
    if diagnostic.id == .brokenInvariant { ledger.append(.broken(diagnostic)) }
  }
}
