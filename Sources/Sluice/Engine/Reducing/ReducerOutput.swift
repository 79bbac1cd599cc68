/// What reducers say beside their change of the state.
///
/// A store has one, which its lock guards: it is written while an action is reduced, and emptied
/// before the lock is released. A reducer that is called by itself gets a new one.
@usableFromInline
struct ReducerOutput: Sendable {
  /// The work that the reducers ask for, in order.
  private(set) var followUps: [FollowUp] = []
  /// `nil` until something is reported, which most stores never do.
  private var reports: Reports?

  private struct Reports {
    var diagnostics: [StoreDiagnostic] = []
    /// Who reported already.
    var reporters: Set<Int> = []
  }

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
    var reports = self.reports.take() ?? Reports()
    if reports.reporters.insert(reporter).inserted {
      reports.diagnostics.append(diagnostic())
      hasDiagnostics = true
    }
    self.reports = reports
  }

  mutating func takeDiagnostics() -> [StoreDiagnostic] {
    guard hasDiagnostics, let diagnostics = reports?.diagnostics else { return [] }
    hasDiagnostics = false
    reports?.diagnostics = []
    return diagnostics
  }
}
