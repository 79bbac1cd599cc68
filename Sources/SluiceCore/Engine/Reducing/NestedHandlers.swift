import SluiceLocks

/// Handlers that another handler calls with actions that it unwraps or forwards.
///
/// Finds the applicable handlers once for each type of action.
final class NestedHandlers<State: Sendable>: Sendable {
  private let handlers: [Handler]
  private let lists = Locked<[ObjectIdentifier: HandlerList]>([:])
  /// The list that most callers need, read without the lock.
  private let expected: HandlerList?

  /// Whether any handler may request follow-ups.
  let requestsFollowUps: Bool

  /// - Parameter type: The type of the actions, if there is a single one without subclasses.
  init(_ handlers: [Handler], expecting type: (any Action.Type)? = nil) {
    self.handlers = handlers
    expected = type.map { HandlerList(for: $0, among: handlers) }
    requestsFollowUps = handlers.contains(where: \.requestsFollowUps)
  }

  /// Returns whether any handler handles a type of action.
  func handles(_ type: any Action.Type) -> Bool { list(for: type).kind != .none }

  /// Calls the applicable handlers.
  func reduce<A: Action>(_ state: inout State, _ action: A, _ output: inout ReducerOutput) {
    let list = list(for: type(of: action))
    #if DEBUG
      let start = output.missed.count
      list.reduce(&state, action, &output)
      let count = list.count(for: action)
      if count == 0 { output.missed.add(.unhandled(action)) }
      output.missed.join(from: start, max(count, 1))
    #else
      list.reduce(&state, action, &output)
    #endif
  }

  /// Returns the reducers that handle an action; `nil` for one that has no name of its own.
  func names(for action: any Action) -> [ReducerName?] {
    list(for: Swift.type(of: action)).names(for: action)
  }

  func list(for type: any Action.Type) -> HandlerList {
    let id = ObjectIdentifier(type)
    if let expected, ObjectIdentifier(expected.actionType) == id { return expected }
    if let known = lists.withLock({ $0[id] }) { return known }
    // Unlocked: a predicate of types is user code.
    let list = HandlerList(for: type, among: handlers)
    return lists.withLock { lists in
      if let known = lists[id] { return known }
      lists[id] = list
      return list
    }
  }
}
