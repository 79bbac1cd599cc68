/// The handlers that one type of action sets off, in order, ready to be called.
@usableFromInline
class AnyHandlerList {
  final let actionType: any Action.Type
  /// Whether the type is a class: its handlers may be those of base classes, and take `any Action`.
  @usableFromInline final let isClass: Bool
  // What a dispatch asks first, here and not in the subclass: that does without its metadata.
  @usableFromInline final let isEmpty: Bool
  @usableFromInline final let hasOthers: Bool
  @usableFromInline final let hasRoute: Bool
  /// The reducers' ids, in step with the handlers; for messages.
  final let reducerIDs: ContiguousArray<String>

  /// Runs the handlers for an action of this list's type, with the lock held.
  ///
  /// - Returns: Whether there were any.
  func run(_ action: any Action, in core: StoreCore) -> Bool {
    fatalError("\(Self.self) has handlers.")
  }

  init(
    actionType: any Action.Type,
    isClass: Bool,
    hasRoute: Bool,
    reducerIDs: ContiguousArray<String>
  ) {
    self.actionType = actionType
    self.isClass = isClass
    self.hasRoute = hasRoute
    isEmpty = reducerIDs.isEmpty
    hasOthers = reducerIDs.count > 1
    self.reducerIDs = reducerIDs
  }
}

/// A list whose closures take the action as `A`: the type itself, or `any Action` where the type
/// is a class.
@usableFromInline
final class HandlerList<State: Sendable, A>: AnyHandlerList {
  /// A closure in a struct: in an array of its own it would be called through one more thunk.
  @usableFromInline
  struct Body {
    @usableFromInline let reduce: (inout State, A) -> Void
  }

  /// Actions of one type that differ by id, made from templates.
  @usableFromInline
  struct Route {
    @usableFromInline let id: (A) -> String
    @usableFromInline let lists: [String: HandlerList]
  }

  /// The first handler; most types have no other.
  ///
  /// A constant field of an object that is there for the whole call, so that calling it retains
  /// nothing.
  @usableFromInline let first: (inout State, A) -> Void
  @usableFromInline let others: ContiguousArray<Body>
  /// Where a list for the action's id takes the place of this one.
  @usableFromInline let route: Route?

  init(
    actionType: any Action.Type,
    isClass: Bool,
    handlers: [(reducerID: String, reduce: (inout State, A) -> Void)],
    route: Route? = nil
  ) {
    first = handlers.first?.reduce ?? { _, _ in }
    others = ContiguousArray(handlers.dropFirst().map { Body(reduce: $0.reduce) })
    self.route = route
    super.init(
      actionType: actionType,
      isClass: isClass,
      hasRoute: route != nil,
      reducerIDs: ContiguousArray(handlers.map(\.reducerID))
    )
  }

  override func run(_ action: any Action, in core: StoreCore) -> Bool {
    // The core that made this list has its state; and the action has its type, by which the list was
    // found. Neither is asked again: that would cost more than the handlers.
    let core = unsafe unsafeDowncast(core, to: StateCore<State>.self)
    // `as any Action`: without, the compiler opens the box and passes the object in it.
    if isClass { return core.run(self, unsafe unsafeBitCast(action as any Action, to: A.self)) }
    func open<Dynamic: Action>(_ action: Dynamic) -> Bool {
      core.run(self, unsafe unsafeBitCast(action, to: A.self))
    }
    return open(action)
  }
}
