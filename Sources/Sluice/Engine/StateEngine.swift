/// A store's state and reducers: what of its engine depends on the state's type.
@usableFromInline
@safe
final class StateEngine<State: Sendable>: Engine, @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by `lock`, as in the superclass.

  @usableFromInline @exclusivity(unchecked) var box: StateBox<State>
  /// `nil` until there is one: a store must be cheap to make.
  private var registry: ReducerRegistry<State>?

  @usableFromInline
  init(_ box: StateBox<State>, clock: any Clock<Duration>) {
    unsafe self.box = box
    super.init(clock: clock)
  }

  override var anyBox: AnyStateBox { unsafe box.storage }

  override func reduceErased(_ action: any Action, into record: Unmanaged<CommitRecord>?) -> Bool {
    guard let record = unsafe record else { return unsafe reduceOpened(action) }
    let isHandled = unsafe reduceOpened(action, keepingOldStateIn: keeper(record))
    unsafe record._withUnsafeGuaranteedRef { noteStates(in: $0, isHandled: isHandled) }
    return isHandled
  }

  override func destroyState(at address: UnsafeMutableRawPointer) {
    unsafe address.assumingMemoryBound(to: State.self).deinitialize(count: 1)
  }

  deinit {
    // A box must not be freed without a value.
    if let spare = unsafe delivering.spareBox { unsafe StateBox(spare).fill(copying: box) }
  }

  override func removeReducers(_ held: borrowing Held) -> AnyObject? {
    guard let reducers = registry.take() else { return nil }
    return Removed(reducers: reducers, lists: dropLists())
  }

  /// What is to be released without the lock.
  private final class Removed {
    let reducers: ReducerRegistry<State>
    let lists: TypeTable<AnyHandlerList>

    init(reducers: ReducerRegistry<State>, lists: TypeTable<AnyHandlerList>) {
      self.reducers = reducers
      self.lists = lists
    }
  }

  /// The state as it is now: one reference, however large the state.
  @inlinable
  func snapshot(_ operation: StaticString = "state") -> StateBox<State> {
    let held = enter(operation)
    let box = unsafe box
    leave(held)
    return box
  }

  /// The state as it is now, and its version.
  @inlinable
  func versionedSnapshot(_ operation: StaticString) -> (box: StateBox<State>, version: Int) {
    let held = enter(operation)
    let snapshot = unsafe (box, version)
    leave(held)
    return snapshot
  }

  // MARK: - Reducers

  func register(_ reducer: Reducer<State>) {
    // Unowned: the handlers stand in this engine. In a task: reducers run under the lock, and whoever
    // is told may use the store.
    let handlers = reducer.handlers(
      tellingTo: ReducerOutlet(
        report: { [unowned self] diagnostic in
          // Held by the task: the store may be freed before that runs.
          let engine = self
          Task { engine.report(diagnostic) }
        },
        followUps: locked("register(reducer:)") { _ in
          let box = followUps ?? FollowUpBox()
          followUps = box
          return box
        }
      )
    )
    let leftovers = locked("register(reducer:)") { held -> TypeTable<AnyHandlerList>? in
      if isClosed { return nil }
      registry = registry ?? ReducerRegistry()
      registry?.add(handlers, reducerID: reducer.id)
      if followUps?.isUsed == true { refreshDemands(held) }
      return dropLists()
    }
    withExtendedLifetime(leftovers) {}
  }

  func unregister(reducerID: String) {
    let leftovers = locked("unregister(reducer:)") { _ in
      (registry?.remove(reducerID: reducerID), dropLists())
    }
    withExtendedLifetime(leftovers) {}
  }

  /// Lists are made anew when their types are dispatched next.
  private func dropLists() -> TypeTable<AnyHandlerList> {
    let old = unsafe lists
    unsafe lists = .none
    return old
  }

  /// The lists, not the empty table that stores share.
  private var ownLists: TypeTable<AnyHandlerList> {
    if unsafe lists === TypeTable<AnyHandlerList>.none { unsafe lists = TypeTable() }
    return unsafe lists
  }

  /// The list for a type that is no class; `nil` for one that is.
  @usableFromInline
  @inline(never)
  func makeList<A: Action>(for type: A.Type) -> Unmanaged<AnyHandlerList>? {
    if type is any AnyObject.Type { return nil }
    let list = (registry ?? ReducerRegistry()).list(for: type)
    return unsafe ownLists.insert(list, for: ObjectIdentifier(type))
  }

  @usableFromInline
  @inline(never)
  func makeList(opening action: any Action) -> Unmanaged<AnyHandlerList>? {
    func open<A: Action>(_: A) -> Unmanaged<AnyHandlerList>? { unsafe makeList(for: A.self) }
    return unsafe open(action)
  }

  /// An object's type may be a subclass of `A`, so its handlers take it as `any Action`.
  @usableFromInline
  @inline(never)
  func reduceObject(_ action: any Action, _ keeper: Unmanaged<CommitRecord>?) -> Bool {
    let type = type(of: action)
    let list: HandlerList<State>
    if let known = unsafe lists.value(for: ObjectIdentifier(type))?.takeUnretainedValue() {
      list = unsafe unsafeDowncast(known, to: HandlerList<State>.self)
    } else {
      list = (registry ?? ReducerRegistry()).classList(for: type)
      _ = unsafe ownLists.insert(list, for: ObjectIdentifier(type))
    }
    if list.isEmpty { return false }
    unsafe reducing = Unmanaged.passUnretained(list)
    defer { unsafe reducing = nil }
    unsafe withUnsafePointer(to: action) { unsafe runAll(list, UnsafeRawPointer($0), keeper) }
    return true
  }
}
