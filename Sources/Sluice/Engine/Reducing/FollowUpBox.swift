import Synchronization

/// Where the handlers of one store put the follow-ups of the action that is being reduced.
final class FollowUpBox: @unchecked Sendable {
  // `@unchecked`: `followUps` is guarded by the lock under which the store reduces; outside of a
  // store, a box serves one call.
  private var followUps: [FollowUp] = []
  private let isNeeded = Atomic<Bool>(false)
  /// Where they go instead, each changed.
  private let other: (box: FollowUpBox, change: @Sendable (FollowUp) -> FollowUp)?

  init() { other = nil }

  /// A box that puts everything into another one.
  init(into box: FollowUpBox, _ change: @escaping @Sendable (FollowUp) -> FollowUp) {
    other = (box, change)
  }

  /// Whether some handler may ask for follow-ups.
  var isUsed: Bool { isNeeded.load(ordering: .relaxed) }

  func willBeUsed() {
    isNeeded.store(true, ordering: .relaxed)
    other?.box.willBeUsed()
  }

  func add(_ new: [FollowUp]) {
    if let other { return other.box.add(new.map(other.change)) }
    followUps += new
  }

  func take() -> [FollowUp] {
    if followUps.isEmpty { return [] }
    defer { followUps = [] }
    return followUps
  }
}

/// What handlers that are made for a store may tell it.
struct ReducerOutlet: Sendable {
  let report: DiagnosticReport
  let followUps: FollowUpBox

  func callAsFunction(_ diagnostic: StoreDiagnostic) { report(diagnostic) }
}
