/// The handlers that one type of action sets off, in order, ready to be called.
@usableFromInline
class AnyHandlerList {
  /// How a dispatch goes about the handlers; asked first, and once.
  @usableFromInline
  enum Kind: UInt8 {
    /// No handler takes the type.
    case none
    /// One does: most types have no other.
    case one
    case several
    /// Actions of this type differ by id; see ``HandlerRoute``.
    case routed
    /// The type is a class: its handlers may be those of base classes, and take `any Action`.
    case object
  }

  final let actionType: any Action.Type
  // Here and not in the subclass: a dispatch asks without the subclass's metadata.
  @usableFromInline final let kind: Kind
  /// The reducers' ids, in step with the handlers; for messages.
  final let reducerIDs: ContiguousArray<String>

  init(actionType: any Action.Type, kind: Kind, reducerIDs: ContiguousArray<String>) {
    self.actionType = actionType
    self.kind = kind
    self.reducerIDs = reducerIDs
  }
}

/// A list with what it does to one type of state.
///
/// Its closures find the action at an address: an action of the list's type, or an `any Action` where
/// that is a class.
@usableFromInline
@safe
final class HandlerList<State: Sendable>: AnyHandlerList {
  /// The first handler.
  ///
  /// A constant field of an object that is there for the whole call, so that calling it retains
  /// nothing.
  @usableFromInline let first: HandlerBody<State>
  @usableFromInline let others: ContiguousArray<HandlerBody<State>>
  /// Where a list for the action's id takes the place of this one.
  let route: HandlerRoute?

  init(
    actionType: any Action.Type,
    isClass: Bool,
    handlers: [(reducerID: String, body: HandlerBody<State>)],
    route: HandlerRoute? = nil
  ) {
    first = handlers.first?.body ?? HandlerBody { (_, _: Void) in }
    others = ContiguousArray(handlers.dropFirst().map(\.body))
    self.route = route
    let kind: Kind =
      if isClass {
        .object
      } else if route != nil {
        .routed
      } else {
        switch handlers.count {
        case 0: .none
        case 1: .one
        default: .several
        }
      }
    super.init(
      actionType: actionType,
      kind: kind,
      reducerIDs: ContiguousArray(handlers.map(\.reducerID))
    )
  }

  var isEmpty: Bool { reducerIDs.isEmpty }
}

/// Tells actions of one type apart by their ids: those that are made from templates.
@safe
struct HandlerRoute {
  let id: (UnsafeRawPointer) -> String
  let lists: [String: AnyHandlerList]
}
