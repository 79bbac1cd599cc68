/// What reducers say beside their change of the state.
///
/// A store has one, which its lock guards: it is written while an action is reduced, and emptied
/// before the lock is released. A reducer that is called by itself gets a new one.
@usableFromInline
struct ReducerOutput: Sendable {
  /// The work that the reducers ask for, in order.
  private(set) var followUps: [FollowUp] = []
  private var diagnostics: [StoreDiagnostic] = []
  /// Who reported already; see ``report(onceFor:_:)``.
  private var reporters: Set<Int> = []

  /// Whether there is something to report; what a dispatch reads when it has reduced.
  @usableFromInline private(set) var hasDiagnostics = false

  mutating func ask(for new: [FollowUp]) { followUps += new }

  /// Replaces the follow-ups from an index on.
  mutating func mapFollowUps(from index: Int, _ transform: (FollowUp) -> FollowUp) {
    for index in index..<followUps.count { followUps[index] = transform(followUps[index]) }
  }

  mutating func takeFollowUps() -> [FollowUp] {
    if followUps.isEmpty { return [] }
    defer { followUps = [] }
    return followUps
  }

  /// Reports something the first time that `reporter` does so.
  /// - Parameter reporter: One of ``UniqueNumbers/reporters``.
  mutating func report(onceFor reporter: Int, _ diagnostic: @autoclosure () -> StoreDiagnostic) {
    guard reporters.insert(reporter).inserted else { return }
    diagnostics.append(diagnostic())
    hasDiagnostics = true
  }

  mutating func takeDiagnostics() -> [StoreDiagnostic] {
    if !hasDiagnostics { return [] }
    hasDiagnostics = false
    defer { diagnostics = [] }
    return diagnostics
  }
}
