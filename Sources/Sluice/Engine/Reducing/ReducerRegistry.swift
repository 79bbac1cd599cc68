/// The handlers of the registered reducers, in order.
///
/// While there are few, those that may handle a type are found one after the other; beyond, by the
/// type that a handler handles.
struct ReducerRegistry: Sendable {
  /// How many handlers are searched without an index.
  private static var shortCount: Int { 8 }

  private var handlers: ContiguousArray<NamedHandler> = []
  /// The positions of the handlers of each type; empty while there are few.
  private var positions: [ObjectIdentifier: ContiguousArray<Int>] = [:]
  /// The positions of those that may handle several types; empty while there are few.
  private var openPositions: ContiguousArray<Int> = []

  /// Whether some handler may ask for follow-ups.
  private(set) var asksForFollowUps = false

  mutating func add(_ new: [Handler], name: ReducerName) {
    let indexed = handlers.count > Self.shortCount ? handlers.count : 0
    for handler in new {
      handlers.append(NamedHandler(name: name, handler: handler))
      if handler.asksForFollowUps { asksForFollowUps = true }
    }
    guard handlers.count > Self.shortCount else { return }
    for position in indexed..<handlers.count { index(position) }
  }

  /// Removes the handlers of a reducer.
  /// - Returns: What was there before, to be released without a lock.
  mutating func remove(_ name: ReducerName) -> ReducerRegistry {
    let old = self
    self = ReducerRegistry()
    for registered in old.handlers where registered.name?.hasSameID(as: name) != true {
      if let name = registered.name { add([registered.handler], name: name) }
    }
    return old
  }

  /// The list of a type of action.
  func list(for type: any Action.Type) -> HandlerList {
    HandlerList(for: type, among: candidates(for: type))
  }

  private mutating func index(_ position: Int) {
    switch handlers[position].handler.scope {
    case .type(let type): positions[ObjectIdentifier(type), default: []].append(position)
    case .templates(let scope):
      positions[ObjectIdentifier(scope.type), default: []].append(position)
    case .matching: openPositions.append(position)
    }
  }

  /// The handlers that may handle a type, in order.
  private func candidates(for type: any Action.Type) -> ContiguousArray<NamedHandler> {
    if handlers.count <= Self.shortCount { return handlers }
    let exact = positions[ObjectIdentifier(type)] ?? []
    let all = openPositions.isEmpty ? exact : ContiguousArray((exact + openPositions).sorted())
    return ContiguousArray(all.map { handlers[$0] })
  }
}
