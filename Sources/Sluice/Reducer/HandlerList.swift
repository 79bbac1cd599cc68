/// The handlers that one type of action sets off, in order, ready to be called.
@usableFromInline
class AnyHandlerList {
  let actionType: any Action.Type
  /// Whether the type is a class, whose subclasses share the list's *call* with it.
  @usableFromInline let isClass: Bool
  /// The reducers' ids, in step with the handlers; for messages.
  let reducerIDs: ContiguousArray<String>

  init(actionType: any Action.Type, isClass: Bool, reducerIDs: ContiguousArray<String>) {
    self.actionType = actionType
    self.isClass = isClass
    self.reducerIDs = reducerIDs
  }
}

/// A list whose closures take the action as `A`: the type itself, or `any Action` where the type
/// is a class.
@usableFromInline
final class HandlerList<State: Sendable, A>: AnyHandlerList {
  @usableFromInline typealias Body = (inout State, A) -> Void

  /// Actions of one type that differ by id, made from templates.
  @usableFromInline
  struct Route {
    @usableFromInline let id: (A) -> String
    @usableFromInline let lists: [String: HandlerList]
  }

  @usableFromInline let bodies: ContiguousArray<Body>
  /// Where a list for the action's id takes the place of this one.
  @usableFromInline let route: Route?

  init(
    actionType: any Action.Type,
    isClass: Bool,
    handlers: [(reducerID: String, body: Body)],
    route: Route? = nil
  ) {
    bodies = ContiguousArray(handlers.map(\.body))
    self.route = route
    super.init(
      actionType: actionType,
      isClass: isClass,
      reducerIDs: ContiguousArray(handlers.map(\.reducerID))
    )
  }
}
