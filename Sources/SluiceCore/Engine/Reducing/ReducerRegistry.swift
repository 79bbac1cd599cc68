/// The handlers of the registered reducers, in order, and by the types that they handle.
struct ReducerRegistry: Sendable {
  typealias Group = RegistrationTable<String, Int, Entry>.Group

  struct Entry: Sendable {
    let order: Int
    let handler: NamedHandler
  }

  private var table = RegistrationTable<String, Int, Entry>()
  /// The handlers of each type, by their position in the order.
  private var exact: [ObjectIdentifier: [Int: NamedHandler]] = [:]
  /// The handlers that may handle several types.
  private var open: [Int: NamedHandler] = [:]
  /// The number of handlers of each name, which they retain.
  private var nameCounts: [ObjectIdentifier: Int] = [:]
  /// The number of handlers of the reducers without ids that one line makes.
  private var positionCounts: [ReducerName.Position: Int] = [:]
  private var positionsReported: Set<ReducerName.Position> = []
  private var followUpCount = 0
  private var lastOrder = 0

  var isEmpty: Bool { table.isEmpty }

  /// Whether any handler may request follow-ups.
  var asksForFollowUps: Bool { followUpCount > 0 }

  /// Whether the reducer that a name was made for is registered.
  func contains(_ name: ReducerName) -> Bool { nameCounts[ObjectIdentifier(name)] != nil }

  /// Returns whether another reducer that the same line made, without an id and for the same type of
  /// action, is registered; once for each line.
  mutating func isMadeTwice(_ handlers: [Handler], _ name: ReducerName) -> Bool {
    guard let position = name.position, positionCounts[position] != nil, !contains(name),
      !positionsReported.contains(position)
    else { return false }
    let isTwice = handlers.contains { handler in
      let new = NamedHandler(name: name, handler: handler)
      let others = new.onlyType.map { exact[$0] ?? [:] } ?? open
      return others.values.contains { $0.name?.position == position && $0.isForSame(as: new) }
    }
    if isTwice { positionsReported.insert(position) }
    return isTwice
  }

  /// Adds the handlers of a reducer.
  mutating func add(_ handlers: [Handler], name: ReducerName, registration: Int) {
    let id = name.id
    for handler in handlers {
      lastOrder += 1
      let new = NamedHandler(name: name, handler: handler)
      table.add(Entry(order: lastOrder, handler: new), id: id, registration: registration)
      if let type = new.onlyType {
        exact[type, default: [:]][lastOrder] = new
      } else {
        open[lastOrder] = new
      }
      count(new, 1)
    }
  }

  /// - Returns: What was removed, to be released without a lock.
  mutating func remove(_ group: Group) -> [Entry] {
    let removed = table.remove(group)
    for entry in removed {
      if let type = entry.handler.onlyType {
        assert(exact[type]?[entry.order] != nil)
        exact[type]?[entry.order] = nil
        if exact[type]?.isEmpty == true { exact[type] = nil }
      } else {
        assert(open[entry.order] != nil)
        open[entry.order] = nil
      }
      count(entry.handler, -1)
    }
    return removed
  }

  private mutating func count(_ handler: NamedHandler, _ difference: Int) {
    if handler.handler.requestsFollowUps { followUpCount += difference }
    if let position = handler.name?.position {
      let count = positionCounts[position, default: 0] + difference
      positionCounts[position] = count == 0 ? nil : count
    }
    guard let name = handler.name.map(ObjectIdentifier.init) else { return }
    let count = nameCounts[name, default: 0] + difference
    assert(count >= 0 && followUpCount >= 0)
    nameCounts[name] = count == 0 ? nil : count
  }

  /// Creates the list of a type of action.
  ///
  /// - Parameter check: Has the handlers run twice.
  func list(for type: any Action.Type, _ check: ReducerCheck? = nil) -> HandlerList {
    let candidates = [exact[ObjectIdentifier(type)] ?? [:], open].joined()
    return HandlerList(
      for: type,
      among: ContiguousArray(candidates.inOrder(of: \.key).map(\.value)),
      check
    )
  }
}

extension NamedHandler {
  /// Whether it handles the actions that another one of the same type does: those of the same templates.
  fileprivate func isForSame(as other: NamedHandler) -> Bool {
    switch (handler.scope, other.handler.scope) {
    case (.templates(let own), .templates(let others)): own.ids == others.ids
    default: true
    }
  }

  /// The type of the actions that it handles; `nil` if there may be several.
  fileprivate var onlyType: ObjectIdentifier? {
    switch handler.scope {
    case .type(let type): ObjectIdentifier(type)
    case .templates(let templates): ObjectIdentifier(templates.type)
    case .matching: nil
    }
  }
}
