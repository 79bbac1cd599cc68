/// The handlers of the registered reducers, in order.
///
/// While there are few, finds those for a type by a linear search; otherwise by an index of types.
struct ReducerRegistry: Sendable {
  /// The maximum number of handlers that are searched without an index.
  private static var shortCount: Int { 8 }

  private var handlers: ContiguousArray<NamedHandler> = []
  /// The names of the handlers, which retain them.
  private var names: Set<ObjectIdentifier> = []
  /// The index by type; `nil` while there are few handlers.
  private var index: Index?

  private struct Index {
    /// The positions of the handlers of each type.
    var exact: [ObjectIdentifier: ContiguousArray<Int>] = [:]
    /// The positions of the handlers that may handle several types.
    var open: ContiguousArray<Int> = []

    mutating func add(_ handler: Handler, at position: Int) {
      switch handler.scope {
      case .type(let type): exact[ObjectIdentifier(type), default: []].append(position)
      case .templates(let templates):
        exact[ObjectIdentifier(templates.type), default: []].append(position)
      case .matching: open.append(position)
      }
    }

    /// The positions of the handlers that may handle a type, in order.
    func positions(of type: any Action.Type) -> ContiguousArray<Int> {
      let exact = exact[ObjectIdentifier(type)] ?? []
      return open.isEmpty ? exact : ContiguousArray((exact + open).sorted())
    }
  }

  /// Whether any handler may request follow-ups.
  private(set) var asksForFollowUps = false

  mutating func add(_ new: some Sequence<NamedHandler>) {
    let count = handlers.count
    for new in new {
      handlers.append(new)
      if let name = new.name { names.insert(ObjectIdentifier(name)) }
      if new.handler.asksForFollowUps { asksForFollowUps = true }
    }
    if handlers.count <= Self.shortCount { return }
    let unindexed = index == nil ? 0 : count
    // Moved out, so that it is mutated in place.
    var index = self.index.take() ?? Index()
    for position in unindexed..<handlers.count {
      index.add(handlers[position].handler, at: position)
    }
    self.index = index
  }

  var isEmpty: Bool { handlers.isEmpty }

  /// Whether the reducer that a name was made for is registered.
  func contains(_ name: ReducerName) -> Bool { names.contains(ObjectIdentifier(name)) }

  /// Removes the handlers that satisfy a predicate.
  ///
  /// - Returns: What was there before, to be released without a lock; `nil` if nothing was removed.
  mutating func remove(where predicate: (NamedHandler) -> Bool) -> ReducerRegistry? {
    guard handlers.contains(where: predicate) else { return nil }
    let old = self
    self = ReducerRegistry()
    add(old.handlers.filter { !predicate($0) })
    return old
  }

  /// Creates the list of a type of action.
  func list(for type: any Action.Type) -> HandlerList {
    HandlerList(for: type, among: candidates(for: type))
  }

  /// The handlers that may handle a type, in order.
  private func candidates(for type: any Action.Type) -> ContiguousArray<NamedHandler> {
    guard let index else { return handlers }
    return ContiguousArray(index.positions(of: type).map { handlers[$0] })
  }
}
