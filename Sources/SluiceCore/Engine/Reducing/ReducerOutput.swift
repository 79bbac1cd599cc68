/// The output of reducers besides the changed state.
///
/// A store has one, guarded by its lock: written while an action is reduced, and emptied before the
/// lock is released. A reducer that is called directly gets a new one.
@usableFromInline
package struct ReducerOutput: Sendable {
  /// The work that the reducers request, in order.
  private(set) var followUps: [FollowUp] = []
  /// `nil` until a problem is reported; in most stores, none ever is.
  private var reports: Reports?

  package init() {}

  private struct Reports {
    var pending: [PendingDiagnostic] = []
    /// The reporters so far.
    var reporters: Set<Int> = []
    /// The types of actions, and the templates, reported so far.
    var actions: Set<Subject> = []
  }

  private struct Subject: Hashable {
    let type: ObjectIdentifier
    let template: String?
  }

  /// The maximum number of types and templates to report; ids may be made without end.
  private static var maximumSubjects: Int { 1_000 }

  #if DEBUG
    /// The handlers that missed the current action.
    var missed = MissedAction()
    /// Whether all handlers of the last action missed it.
    var isMissed = false
  #endif

  /// Whether there is something to report; a dispatch reads it after reducing.
  @usableFromInline private(set) var hasDiagnostics = false

  mutating func ask(for new: [FollowUp]) { followUps += new }

  /// Replaces the follow-ups from an index on.
  mutating func mapFollowUps(from index: Int, _ transform: (FollowUp) -> FollowUp) {
    assert(index <= followUps.count)
    for index in index..<followUps.count { followUps[index] = transform(followUps[index]) }
  }

  mutating func takeFollowUps() -> [FollowUp] {
    if followUps.isEmpty { return [] }
    defer { followUps = [] }
    return followUps
  }

  /// Reports a diagnostic after unlocking, once for each reporter.
  ///
  /// - Parameters:
  ///   - reporter: One of ``UniqueNumbers/reporters``.
  ///   - diagnostic: A closure that makes it, evaluated only if it is to be reported.
  mutating func report(onceFor reporter: Int, _ diagnostic: @autoclosure () -> PendingDiagnostic) {
    if isFirst({ $0.reporters.insert(reporter).inserted }) { reportLater(diagnostic()) }
  }

  /// Reports a diagnostic after unlocking, once for each type of action, or for each template.
  ///
  /// - Parameter diagnostic: A closure that makes it, evaluated only if it is to be reported.
  mutating func report(
    once type: any Action.Type,
    _ template: String?,
    _ diagnostic: @autoclosure () -> PendingDiagnostic
  ) {
    let subject = Subject(type: ObjectIdentifier(type), template: template)
    let isNew = isFirst {
      $0.actions.count < Self.maximumSubjects && $0.actions.insert(subject).inserted
    }
    if isNew { reportLater(diagnostic()) }
  }

  /// Reports what a closure finds out when it is called, after unlocking.
  mutating func reportLater(_ find: @escaping PendingDiagnostic) {
    reports = reports ?? Reports()
    reports?.pending.append(find)
    hasDiagnostics = true
  }

  private mutating func isFirst(_ insert: (inout Reports) -> Bool) -> Bool {
    var reports = self.reports.take() ?? Reports()
    defer { self.reports = reports }
    return insert(&reports)
  }

  mutating func takeDiagnostics() -> [PendingDiagnostic] {
    guard hasDiagnostics, let found = reports else { return [] }
    assert(!found.pending.isEmpty)
    hasDiagnostics = false
    reports?.pending = []
    return found.pending
  }
}
