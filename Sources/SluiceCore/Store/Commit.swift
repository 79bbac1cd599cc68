/// One action reduced into one new state.
///
/// Retaining a commit retains its states, so the store copies the state at the next dispatch
/// instead of changing it in place. Retain numbers or parts rather than commits.
@frozen
public struct Commit<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: the boxes are those of `Sendable` states, and never change while retained.

  @usableFromInline package let record: CommitRecord
  @usableFromInline let oldBox: AnyStateBox?
  @usableFromInline let newBox: AnyStateBox

  @inlinable
  package init(_ record: CommitRecord, _ old: AnyStateBox?, _ new: AnyStateBox) {
    self.record = record
    oldBox = old
    newBox = new
  }

  @inlinable package var old: StateBox<State>? { oldBox.map { StateBox($0) } }
  @inlinable package var new: StateBox<State> { StateBox(newBox) }

  /// The commit's number in its store: 1, 2, 3, … without gaps or repeats.
  public var number: Int { record.number }
  /// The dispatched action.
  public var action: any Action { record.action }
  /// The caller that dispatched the action, and what led to it.
  public var origin: ActionOrigin { record.origin }
  /// When reducing began; `nil` unless an interceptor requested ``InterceptorInterests/instant``.
  public var instant: ContinuousClock.Instant? {
    record.begin.map { CommitRecord.epoch.advanced(by: $0) }
  }
  /// How long the reducers took; `nil` unless an interceptor requested
  /// ``InterceptorInterests/timing``.
  public var reducingTime: Duration? { record.reducingTime }
  /// Whether any reducer handled the action.
  public var isHandled: Bool { record.isHandled }
  /// The ids of the reducers that handled the action, in order.
  ///
  /// Of a combined reducer, the part is named that has an id. A reducer that is lifted to wrapping
  /// actions handles all of them, those of others too, which change nothing. Empty if no reducer
  /// handled the action, or a state was restored. Found when it is read.
  public var reducers: [String] { record.reducers.map(\.id) }
  /// The state before; `nil` unless an interceptor requested ``InterceptorInterests/oldState``.
  @inlinable public var oldState: State? {
    if let old { return old.value }
    record.missOldState()
    return nil
  }
  /// The state after.
  ///
  /// Reading a part of it copies only that part.
  @inlinable public var newState: State { new.value }
}
