/// One action reduced into one new state.
///
/// A commit that is kept keeps its states alive, and the store then copies the state at the next
/// dispatch instead of changing it in place: keep numbers or parts rather than commits.
public struct Commit<State: Sendable>: Sendable {
  /// 1, 2, 3, … for each store, without gap or repeat.
  public let number: Int
  /// What was dispatched.
  public let action: any Action
  /// Who dispatched it, and what led to it.
  public let origin: ActionOrigin
  /// When reducing began; `nil` unless an interceptor asked for ``InterceptorInterests/instant``.
  public let instant: ContinuousClock.Instant?
  /// How long the reducers took; `nil` unless an interceptor asked for
  /// ``InterceptorInterests/timing``.
  public let reducingTime: Duration?

  private let old: StateBox<State>?
  private let new: StateBox<State>

  @usableFromInline
  init(_ record: CommitRecord, old: AnyObject?, new: AnyObject) {
    number = record.number
    action = record.action
    origin = record.origin
    instant = record.instant
    reducingTime = record.reducingTime
    self.old = old.map { StateBox($0) }
    self.new = StateBox(new)
  }

  /// The state before; `nil` unless an interceptor asked for ``InterceptorInterests/oldState``.
  public var oldState: State? { old?.value }
  /// The state after. Reading one of its parts costs that part only.
  public var newState: State { new.value }
}
