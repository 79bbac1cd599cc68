/// What a store reduces with: the registered handlers, and the list of each type of action that was
/// dispatched.
@usableFromInline
@safe
struct Reducers {
  /// The lists that were made since reducers were registered or unregistered last.
  @usableFromInline private(set) var lists = unsafe TypeTable<HandlerList>.none
  private var registry = ReducerRegistry()
  /// What the reducers of the current action say.
  @usableFromInline var output = ReducerOutput()
  /// The list whose handlers are running; for the message when a reducer uses the store.
  @usableFromInline var running: Unmanaged<HandlerList>?
  /// The place of the running handler in that list.
  var runningIndex = 0

  init() {}

  var asksForFollowUps: Bool { registry.asksForFollowUps }

  /// The reducer that is running, and the type of the action.
  var runningReducer: (name: String, action: any Action.Type)? {
    // Retained by the table while its handlers run.
    guard let list = unsafe running?.takeUnretainedValue() else { return nil }
    return (list.names[runningIndex].id, list.actionType)
  }

  /// - Returns: What was there before, to be released without the lock.
  mutating func add(_ handlers: some Sequence<NamedHandler>) -> TypeTable<HandlerList> {
    registry.add(handlers)
    return dropLists()
  }

  /// - Returns: What was there before, to be released without the lock; `nil` if nothing was removed.
  mutating func remove(
    where predicate: (NamedHandler) -> Bool
  ) -> (ReducerRegistry, TypeTable<HandlerList>)? {
    registry.remove(where: predicate).map { ($0, dropLists()) }
  }

  /// Lists are made anew when their types are dispatched next.
  private mutating func dropLists() -> TypeTable<HandlerList> {
    let old = lists
    unsafe lists = .none
    return old
  }

  mutating func makeList(for type: any Action.Type) -> Unmanaged<HandlerList> {
    if unsafe lists === TypeTable<HandlerList>.none { lists = TypeTable() }
    return unsafe lists.insert(registry.list(for: type), for: ObjectIdentifier(type))
  }
}

extension Engine {
  /// Registers a reducer's handlers; returns the number of the registration.
  @usableFromInline
  @discardableResult
  final func register(
    _ handlers: [Handler],
    name: ReducerName,
    registration: Int = StoreRegistration.nextNumber()
  ) -> Int {
    let held = enter("register(reducer:)")
    if isClosed {
      leave(held)
      return registration
    }
    let old = reducers.add(
      handlers.lazy.map { NamedHandler(name: name, registration: registration, handler: $0) }
    )
    if reducers.asksForFollowUps { refreshDemands(held) }
    leave(held)
    withExtendedLifetime(old) {}
    return registration
  }

  /// Unregisters the handlers of a reducer.
  final func unregister(_ name: ReducerName) {
    unregister("unregister(reducer:)") { $0.name?.hasSameID(as: name) == true }
  }

  /// Unregisters the handlers that satisfy a predicate.
  final func unregister(_ operation: StaticString, where predicate: (NamedHandler) -> Bool) {
    let held = enter(operation)
    let old = reducers.remove(where: predicate)
    refreshDemands(held)
    leave(held)
    withExtendedLifetime(old) {}
  }

  /// Makes the list of a type that was not dispatched yet.
  @usableFromInline
  @inline(never)
  final func makeList(for type: any Action.Type) -> Unmanaged<HandlerList> {
    unsafe reducers.makeList(for: type)
  }

  /// The list for an action whose type has not exactly one handler; `nil` if no handler handles it.
  @usableFromInline
  @inline(never)
  final func resolve(
    _ list: Unmanaged<HandlerList>,
    for action: UnsafeRawPointer
  ) -> Unmanaged<HandlerList>? {
    // Retained by the table, as is the list that it resolves to.
    unsafe list._withUnsafeGuaranteedRef { list in
      unsafe list.resolved(for: action).map { unsafe Unmanaged.passUnretained($0) }
    }
  }

  /// Calls the handlers after the first, which has returned.
  @usableFromInline
  @inline(never)
  final func runOthers(
    of list: HandlerList,
    _ state: UnsafeMutableRawPointer,
    _ action: UnsafeRawPointer
  ) {
    for index in list.others.indices {
      // Not in a method of `Reducers`: within one, nothing else can read the index, and the
      // optimizer removes the assignment.
      reducers.runningIndex = index + 1
      unsafe list.others[index].reduce(state, action, &reducers.output)
    }
    reducers.runningIndex = 0
  }

  /// Reports what the reducers noticed, without the lock.
  @usableFromInline
  @inline(never)
  final func reportDiagnostics() {
    let diagnostics = locked("dispatch(action:)") { _ in
      reducers.output.takeDiagnostics()
    }
    for diagnostic in diagnostics { report(diagnostic) }
  }
}
