import SluiceEntities
import SluiceLocks

/// What each type of action leads to: handlers, effects, and what it cancels.
@usableFromInline
@safe
package final class ActionRoute: Sendable {
  @usableFromInline let handlers: HandlerList
  /// What effects do with actions of the type; `nil` for nothing.
  package let stops: (any RunStops)?
  /// Whether actions of the type may cancel runs, or open scopes.
  let changesScopes: Bool
  /// Whether an effect reads the state after a commit.
  let retainsState: Bool
  /// Whether an effect also reads the state before a commit.
  let retainsOldState: Bool

  /// The route of an action that no store reduced.
  static let none = ActionRoute(
    StateRestored.self,
    HandlerList(for: StateRestored.self, among: []),
    nil
  )

  init(
    _ type: any Action.Type,
    _ handlers: HandlerList,
    _ stops: (any RunStops)?
  ) {
    self.handlers = handlers
    self.stops = stops
    changesScopes = stops?.changesScopes == true
    retainsOldState = stops?.retainsOldState == true
    retainsState = stops?.retainsState == true
  }

  var hasEffects: Bool { stops != nil }
}

/// A store's registered handlers, and the route of each type of action dispatched so far.
@usableFromInline
@safe
struct Routes {
  /// The routes made since reducers or effects were last registered or unregistered.
  @usableFromInline private(set) var table = unsafe TypeTable<ActionRoute>.none
  /// After a change, ``removeAll()`` is called.
  var registry = ReducerRegistry()
  /// The output of the current action's reducers.
  @usableFromInline var output = ReducerOutput()
  /// The list whose handlers are running; for the message if a reducer uses the store.
  @usableFromInline var running: Unmanaged<HandlerList>?
  /// The index of the running handler in that list.
  var runningIndex = 0
  /// Has reducers run twice; `nil` if they run once.
  private(set) var check: ReducerCheck?

  init() {}

  /// The running reducer and the action's type.
  var runningReducer: (name: String, action: any Action.Type)? {
    // Retained by the table while its handlers run.
    guard let list = unsafe running?.takeUnretainedValue() else { return nil }
    return list.handlers[runningIndex].reducer.map { ($0.id, list.actionType) }
  }

  /// Removes the routes; each is made again when an action of its type is next dispatched.
  ///
  /// - Returns: What was there before, to be released without the lock.
  mutating func removeAll() -> TypeTable<ActionRoute> {
    let old = table
    unsafe table = .none
    return old
  }

  /// - Returns: What was there before, to be released without the lock.
  mutating func setCheck(_ check: ReducerCheck?) -> TypeTable<ActionRoute> {
    self.check = check
    return removeAll()
  }

  mutating func make(
    for type: any Action.Type,
    _ stops: (any RunStops)?
  ) -> Unmanaged<ActionRoute> {
    if unsafe table === TypeTable<ActionRoute>.none { table = TypeTable() }
    assert(unsafe table.value(for: ObjectIdentifier(type)) == nil)
    let route = ActionRoute(type, registry.list(for: type, check), stops)
    return unsafe table.insert(route, for: ObjectIdentifier(type))
  }
}

extension Core {
  /// Returns the route of a type of action; the caller holds the lock.
  ///
  /// Unretained: the table retains it, and changes only under the lock.
  @inlinable
  @inline(__always)
  final func route(for type: any Action.Type) -> Unmanaged<ActionRoute> {
    unsafe routes.table.value(for: ObjectIdentifier(type)) ?? makeRoute(for: type)
  }

  /// Makes the route of a type that wasn't dispatched before.
  @usableFromInline
  @inline(never)
  final func makeRoute(for type: any Action.Type) -> Unmanaged<ActionRoute> {
    let route = unsafe routes.make(for: type, runs?.stops(for: type))
    #if DEBUG
      unsafe route._withUnsafeGuaranteedRef { route in
        // Actions made from templates differ by their ids: see `noteUnhandled(_:_:)`.
        if route.handlers.kind == .none, !route.hasEffects, !(type is any TemplateMade.Type) {
          reportUnhandled(type, nil)
        }
      }
    #endif
    return unsafe route
  }

  #if DEBUG
    /// Reports an action made from a template that no reducer handles, unless an effect takes it; the
    /// caller holds the lock.
    final func noteUnhandled(_ list: HandlerList, _ action: UnsafeRawPointer) {
      func load<A: Action>(_: A.Type) -> (any TemplateMade)? {
        unsafe action.assumingMemoryBound(to: A.self).pointee as? any TemplateMade
      }
      guard list.actionType is any TemplateMade.Type, let action = load(list.actionType) else {
        return
      }
      let isTaken = unsafe route(for: list.actionType)._withUnsafeGuaranteedRef { route in
        route.stops?.takes(action) == true
      }
      if !isTaken { reportUnhandled(list.actionType, action.id) }
    }

    /// Reports a type of action, or a template, that neither reducers nor effects take, unless an
    /// interceptor may.
    private final func reportUnhandled(_ type: any Action.Type, _ template: String?) {
      // Restoring a state is an action that needs no handler.
      if type is StateRestored.Type || hasTakingInterceptor() { return }
      if routes.registry.isEmpty {
        return routes.output.report(onceFor: Self.noReducersReporter, { .noReducers(type) })
      }
      let hasEffects = runs?.hasEffects == true
      routes.output.report(
        once: type,
        template,
        { .unhandledAction(type, template: template, hasEffects: hasEffects) }
      )
    }

    private static let noReducersReporter = UniqueNumbers.reporters.next()

    /// The number of elements that collections refused to append.
    @usableFromInline
    final var refusedAppendCount: Int {
      @inline(never) get { RefusedAppend.count }
    }

    /// Reports an element that a reducer has appended although one with its id was there; the caller
    /// holds the lock.
    @usableFromInline
    @inline(never)
    final func noteRefused(since count: Int, _ list: Unmanaged<HandlerList>) {
      guard let refused = RefusedAppend.latest(since: count) else { return }
      let type = unsafe list._withUnsafeGuaranteedRef(\.actionType)
      routes.output.report(
        once: type,
        "append \(refused.element)",
        { .elementPresent(id: refused.id, of: refused.element, action: type) }
      )
    }

    /// Reports an action that each reducer was given for a part, and none took, unless an effect or an
    /// interceptor takes it; the caller holds the lock.
    @usableFromInline
    @inline(never)
    final func noteMissed(
      _ route: Unmanaged<ActionRoute>,
      _ list: Unmanaged<HandlerList>,
      _ action: UnsafeRawPointer
    ) {
      func load<A: Action>(_: A.Type) -> any Action {
        unsafe action.assumingMemoryBound(to: A.self).pointee
      }
      let missed = routes.output.missed
      routes.output.isMissed = false
      if missed.count == 0 { return }
      routes.output.missed = MissedAction()
      let (type, count) = unsafe list._withUnsafeGuaranteedRef {
        ($0.actionType, $0.handlers.count)
      }
      guard missed.count == count else { return }
      routes.output.isMissed = true
      let action = load(type)
      let stops = unsafe route._withUnsafeGuaranteedRef(\.stops)
      switch missed.reason {
      case .missing: return
      case .absent(let part, let reporter):
        // An effect of the part takes nothing either.
        if stops?.reactsForWhole(to: action) == true { return }
        routes.output.report(
          onceFor: reporter,
          { .absentPart(part, action: "\(action)") }
        )
      case .unhandled, .notForIt:
        if stops?.takes(action) == true { return }
        if hasTakingInterceptor() { return }
        let inner = missed.reason.name(of: action)
        routes.output.report(once: type, inner, { .unhandledInside(inner, of: type) })
      }
    }
  #endif
}
