/// The registered reducers' handlers, and from them the list for an action's type.
///
/// Indexed by the type that a handler takes, so that making a list looks only at those which may
/// apply.
struct ReducerRegistry<State: Sendable> {
  private struct Registered {
    let reducerID: String
    let order: Int
    let handler: Handler<State>
  }

  private var exact: [ObjectIdentifier: [Registered]] = [:]
  /// Handlers of classes, of several types, and of every action.
  private var open: [Registered] = []
  private var registeredCount = 0

  var isEmpty: Bool { exact.isEmpty && open.isEmpty }

  mutating func add(_ handlers: [Handler<State>], reducerID: String) {
    for handler in handlers {
      registeredCount += 1
      let registered = Registered(
        reducerID: reducerID,
        order: registeredCount,
        handler: handler
      )
      if let type = handler.exactType {
        exact[type, default: []].append(registered)
      } else {
        open.append(registered)
      }
    }
  }

  /// - Returns: What was removed, to be released without a lock.
  mutating func remove(reducerID: String) -> [Any] {
    let removed = self
    open.removeAll { $0.reducerID == reducerID }
    for (type, registered) in exact {
      let others = registered.filter { $0.reducerID != reducerID }
      exact[type] = others.isEmpty ? nil : others
    }
    return [removed]
  }

  /// The list for a type that is no class.
  func list<A: Action>(for type: A.Type) -> HandlerList<State> {
    let candidates = candidates(for: ObjectIdentifier(type))
    func list(id: String?, route: HandlerRoute?) -> HandlerList<State> {
      HandlerList(
        actionType: type,
        isClass: false,
        handlers: candidates.compactMap { candidate in
          if let ids = candidate.handler.templateIDs {
            guard let id, ids.contains(id) else { return nil }
          }
          return candidate.handler.body(for: type).map {
            (reducerID: candidate.reducerID, body: $0)
          }
        },
        route: route
      )
    }
    let ids = candidates.reduce(into: Set<String>()) { $0.formUnion($1.handler.templateIDs ?? []) }
    if ids.isEmpty { return list(id: nil, route: nil) }
    return list(
      id: nil,
      route: unsafe HandlerRoute(
        id: { action in
          let action = unsafe action.assumingMemoryBound(to: A.self).pointee
          return (action as? any IdentifiableAction)?.id ?? ""
        },
        lists: Dictionary(uniqueKeysWithValues: ids.map { ($0, list(id: $0, route: nil)) })
      )
    )
  }

  /// The list for a class: its base classes' handlers apply too, so it is not typed.
  func classList(for type: any Action.Type) -> HandlerList<State> {
    HandlerList<State>(
      actionType: type,
      isClass: true,
      handlers: candidates(for: ObjectIdentifier(type)).compactMap { candidate in
        candidate.handler.erasedBody(for: type).map {
          (reducerID: candidate.reducerID, body: HandlerBody($0))
        }
      }
    )
  }

  private func candidates(for type: ObjectIdentifier) -> [Registered] {
    (exact[type, default: []] + open).sorted { $0.order < $1.order }
  }
}
