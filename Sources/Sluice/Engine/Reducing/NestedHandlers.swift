/// Handlers that another handler calls, with actions that it unwraps or passes on.
///
/// Which of them apply is found once for each type of action.
final class NestedHandlers<State: Sendable>: Sendable {
  private let handlers: [Handler]
  private let lists = Locked<[ObjectIdentifier: HandlerList]>([:])
  /// The list that most callers need, found without the lock.
  private let expected: HandlerList?

  let asksForFollowUps: Bool

  /// - Parameter type: The type that the actions have, if there is one and it has no subclasses.
  init(_ handlers: [Handler], expecting type: (any Action.Type)? = nil) {
    self.handlers = handlers
    expected = type.map { HandlerList(for: $0, among: handlers) }
    asksForFollowUps = handlers.contains(where: \.asksForFollowUps)
  }

  /// Whether some handler handles a type of action.
  func handles(_ type: any Action.Type) -> Bool { list(for: type).kind != .none }

  /// Calls the handlers that apply.
  func reduce<A: Action>(_ state: inout State, _ action: A, _ output: inout ReducerOutput) {
    list(for: type(of: action)).reduce(&state, action, &output)
  }

  private func list(for type: any Action.Type) -> HandlerList {
    let id = ObjectIdentifier(type)
    if let expected, ObjectIdentifier(expected.actionType) == id { return expected }
    if let known = lists.withLock({ $0[id] }) { return known }
    // Unlocked: a test of types is the user's.
    let list = HandlerList(for: type, among: handlers)
    return lists.withLock { lists in
      if let known = lists[id] { return known }
      lists[id] = list
      return list
    }
  }
}
