/// From an action's type to the handlers that apply, however many are registered.
///
/// Lists are made when a type is dispatched for the first time, and dropped when a reducer comes
/// or goes. Registered handlers are indexed by the type they take, so that making a list looks
/// only at those which may apply.
@usableFromInline
struct HandlerTable<State: Sendable> {
  fileprivate struct Registered {
    let reducerID: String
    let order: Int
    let handler: Handler<State>
  }

  @usableFromInline private(set) var lists = TypeTable()
  private var exact: [ObjectIdentifier: [Registered]] = [:]
  /// Handlers of classes, of several types, and of every action.
  private var open: [Registered] = []
  private var registeredCount = 0

  /// What a change of the table leaves behind, to be released without the lock.
  struct Leftovers {
    fileprivate let lists: TypeTable
    fileprivate var handlers: [Registered] = []
  }

  mutating func add(_ reducer: Reducer<State>) -> Leftovers {
    for handler in reducer.handlers {
      registeredCount += 1
      let registered = Registered(
        reducerID: reducer.id,
        order: registeredCount,
        handler: handler
      )
      if let type = handler.exactType {
        exact[type, default: []].append(registered)
      } else {
        open.append(registered)
      }
    }
    return dropLists()
  }

  mutating func remove(reducerID: String) -> Leftovers {
    var leftovers = dropLists()
    leftovers.handlers = open.filter { $0.reducerID == reducerID }
    open.removeAll { $0.reducerID == reducerID }
    for (type, registered) in exact where registered.contains(where: { $0.reducerID == reducerID })
    {
      leftovers.handlers += registered
      let others = registered.filter { $0.reducerID != reducerID }
      exact[type] = others.isEmpty ? nil : others
    }
    return leftovers
  }

  mutating func removeAll() -> Leftovers {
    var leftovers = dropLists()
    leftovers.handlers = open + exact.values.joined()
    open = []
    exact = [:]
    return leftovers
  }

  private mutating func dropLists() -> Leftovers {
    defer { lists = TypeTable() }
    return Leftovers(lists: lists)
  }

  /// Makes the list for a type that is no class.
  @usableFromInline
  mutating func makeList<A: Action>(for type: A.Type) -> HandlerList<State, A> {
    let candidates = candidates(for: ObjectIdentifier(type))
    let ids = candidates.reduce(into: Set<String>()) { $0.formUnion($1.handler.templateIDs ?? []) }
    func bodies(id: String?) -> [(reducerID: String, body: (inout State, A) -> Void)] {
      candidates.compactMap { candidate in
        if let ids = candidate.handler.templateIDs {
          guard let id, ids.contains(id) else { return nil }
        }
        return candidate.handler.body(for: type).map { (candidate.reducerID, $0) }
      }
    }
    func list(id: String?, route: HandlerList<State, A>.Route?) -> HandlerList<State, A> {
      HandlerList(actionType: type, isClass: false, handlers: bodies(id: id), route: route)
    }
    var route: HandlerList<State, A>.Route?
    if !ids.isEmpty {
      route = HandlerList<State, A>.Route(
        id: { ($0 as? any IdentifiableAction)?.id ?? "" },
        lists: Dictionary(uniqueKeysWithValues: ids.map { ($0, list(id: $0, route: nil)) })
      )
    }
    let made = list(id: nil, route: route)
    lists.insert(made, for: ObjectIdentifier(type))
    return made
  }

  /// Makes the list for a class: its base classes' handlers apply too, so it is not typed.
  mutating func makeClassList(for type: any Action.Type) -> HandlerList<State, any Action> {
    let made = HandlerList<State, any Action>(
      actionType: type,
      isClass: true,
      handlers: candidates(for: ObjectIdentifier(type)).compactMap { candidate in
        candidate.handler.erasedBody(for: type).map { (candidate.reducerID, $0) }
      }
    )
    lists.insert(made, for: ObjectIdentifier(type))
    return made
  }

  private func candidates(for type: ObjectIdentifier) -> [Registered] {
    (exact[type, default: []] + open).sorted { $0.order < $1.order }
  }
}
