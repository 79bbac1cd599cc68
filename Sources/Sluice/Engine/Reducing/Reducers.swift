/// A store's registered handlers, and the list for each type of action dispatched so far.
@usableFromInline
@safe
struct Reducers {
  /// The lists created since reducers were last registered or unregistered.
  @usableFromInline private(set) var lists = unsafe TypeTable<HandlerList>.none
  private var registry = ReducerRegistry()
  /// The output of the current action's reducers.
  @usableFromInline var output = ReducerOutput()
  /// The list whose handlers are running; for the message if a reducer uses the store.
  @usableFromInline var running: Unmanaged<HandlerList>?
  /// The index of the running handler in that list.
  var runningIndex = 0
  /// Counts the changes of what is registered.
  private(set) var revision = 0

  init() {}

  var asksForFollowUps: Bool { registry.asksForFollowUps }

  /// Whether no reducer is registered.
  var isEmpty: Bool { registry.isEmpty }

  /// Whether the reducer that a name was made for is registered.
  func contains(_ name: ReducerName) -> Bool { registry.contains(name) }

  /// The running reducer and the action's type.
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

  /// Removes the lists; they are created again when their types are next dispatched.
  private mutating func dropLists() -> TypeTable<HandlerList> {
    let old = lists
    revision += 1
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
    let isTwice = reducers.contains(name)
    let old = reducers.add(
      handlers.lazy.map { NamedHandler(name: name, registration: registration, handler: $0) }
    )
    if reducers.asksForFollowUps { refreshDemands(held) }
    leave(held)
    withExtendedLifetime(old) {}
    if isTwice { report(.registeredTwice("The reducer \(name.id)")) }
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

  /// Creates the list of a type that wasn't dispatched before.
  @usableFromInline
  @inline(never)
  final func makeList(for type: any Action.Type) -> Unmanaged<HandlerList> {
    let list = unsafe reducers.makeList(for: type)
    #if DEBUG
      if unsafe list._withUnsafeGuaranteedRef({ $0.kind }) == .none, !reducers.isEmpty, !takes(type)
      {
        let hasEffects = runs?.effects.entries.isEmpty == false
        reducers.output.report(once: type, .unhandledAction(type, hasEffects: hasEffects))
      }
    #endif
    return unsafe list
  }

  /// Whether effects or interceptors take a type of action; the caller holds the lock.
  private final func takes(_ type: any Action.Type) -> Bool {
    // Restoring a state is an action that needs no handler.
    if type is StateRestored.Type { return true }
    var isTaken = runs?.effects.entries.contains { !$0.role(of: type).isEmpty } == true
    observers.forEachInterceptor { entry in
      if !(entry.interceptor is any WatchingInterceptor) { isTaken = true }
    }
    return isTaken
  }

  /// The list for an action whose type has not exactly one handler; `nil` if no handler handles it.
  @usableFromInline
  @inline(never)
  final func resolve(
    _ list: Unmanaged<HandlerList>,
    for action: UnsafeRawPointer
  ) -> Unmanaged<HandlerList>? {
    // Retained by the table, as is the list to which it resolves.
    unsafe list._withUnsafeGuaranteedRef { list in
      unsafe list.resolved(for: action).map { unsafe Unmanaged.passUnretained($0) }
    }
  }

  /// Calls the handlers after the first one, which has returned.
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

  /// Reports the reducers' diagnostics, without the lock.
  @usableFromInline
  @inline(never)
  final func reportDiagnostics() {
    let diagnostics = locked("dispatch(action:)") { _ in
      reducers.output.takeDiagnostics()
    }
    for diagnostic in diagnostics { report(diagnostic) }
  }
}
