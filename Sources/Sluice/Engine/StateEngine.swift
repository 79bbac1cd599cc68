/// A store's state and reducers: the part of its engine that depends on the state's type.
@usableFromInline
@safe
final class StateEngine<State: Sendable>: Engine, @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by `lock`, as in the superclass.

  @usableFromInline @safe @exclusivity(unchecked) var box: StateBox<State>
  /// The recorded actions; `nil` unless an observer wants them.
  @safe @exclusivity(unchecked) var log: ReplayLog<State>?

  @usableFromInline
  init(_ box: StateBox<State>, clock: any Clock<Duration>) {
    self.box = box
    super.init(clock: clock)
  }

  override var stateType: Any.Type { State.self }

  override var anyBox: AnyStateBox { box.storage }

  override func reduceErased(_ action: any Action, into record: Unmanaged<CommitRecord>?) -> Bool {
    guard let record = unsafe record else { return unsafe reduceOpened(action) }
    let isHandled = unsafe reduceOpened(action, keepingOldStateIn: keeper(record))
    unsafe record._withUnsafeGuaranteedRef { noteStates(in: $0, isHandled: isHandled) }
    return isHandled
  }

  override func recordActions(atLeast limit: Int) { beginLog(atLeast: limit) }

  override func recordAction(of record: CommitRecord) -> AnyObject? {
    // A restored state is recorded where it is committed.
    record.startsEffects ? addToLog(.action(record.action), number: number) : nil
  }

  override func takeLog() -> AnyObject? { removeLog() }

  override func destroyState(at address: UnsafeMutableRawPointer) {
    unsafe address.assumingMemoryBound(to: State.self).deinitialize(count: 1)
  }

  deinit {
    // A box must not be freed without a value.
    if let spare = delivering.spareBox { StateBox(spare).fill(copying: box) }
  }

  /// The current state: one reference, however large the state.
  @inlinable
  func snapshot(_ operation: StaticString = "state") -> StateBox<State> {
    let held = enter(operation)
    let box = box
    leave(held)
    return box
  }

  /// The current state and its version.
  @inlinable
  func versionedSnapshot(_ operation: StaticString) -> (box: StateBox<State>, version: Int) {
    let held = enter(operation)
    let snapshot = (box, version)
    leave(held)
    return snapshot
  }
}
