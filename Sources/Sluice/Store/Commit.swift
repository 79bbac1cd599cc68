/// One action reduced into one new state.
///
/// A commit that is kept keeps its states alive, and the store then copies the state at the next
/// dispatch instead of changing it in place: keep numbers or parts rather than commits.
public struct Commit<State: Sendable>: Sendable {
  /// One reference and no more: a commit is made for each interceptor it is shown to.
  @usableFromInline let record: CommitRecord

  @inlinable
  init(_ record: CommitRecord) {
    self.record = record
  }

  @inlinable var old: StateBox<State>? { record.old.map { StateBox($0) } }
  /// Never missing where an interceptor is notified.
  @inlinable var new: StateBox<State> { unsafe StateBox(record.new.unsafelyUnwrapped) }

  /// 1, 2, 3, … for each store, without gap or repeat.
  public var number: Int { record.number }
  /// What was dispatched.
  public var action: any Action { record.action }
  /// Who dispatched it, and what led to it.
  public var origin: ActionOrigin { record.origin }
  /// When reducing began; `nil` unless an interceptor asked for ``InterceptorInterests/instant``.
  public var instant: ContinuousClock.Instant? {
    record.begin.map { CommitRecord.epoch.advanced(by: $0) }
  }
  /// How long the reducers took; `nil` unless an interceptor asked for
  /// ``InterceptorInterests/timing``.
  public var reducingTime: Duration? { record.reducingTime }
  /// Whether any reducer handled the action.
  public var isHandled: Bool { record.isHandled }
  /// The state before; `nil` unless an interceptor asked for ``InterceptorInterests/oldState``.
  @inlinable public var oldState: State? { old?.value }
  /// The state after.
  ///
  /// Reading one of its parts costs that part only.
  @inlinable public var newState: State { new.value }
}
