/// The registered middleware, put in order when an action passes through it.
///
/// So adding and removing take time proportional to what is added or removed. Used with the store's
/// lock held.
struct RegisteredMiddleware {
  typealias Group = RegistrationTable<Int, Int, MiddlewareEntry>.Group

  private var table = RegistrationTable<Int, Int, MiddlewareEntry>()
  /// All entries, in order; `nil` from a change to the next action.
  private(set) var ordered: ContiguousArray<MiddlewareEntry>?

  var isEmpty: Bool { table.isEmpty }

  /// All entries, in order.
  var entries: [MiddlewareEntry] { table.elements }

  /// Returns all entries, in order; takes constant time unless there was a change.
  mutating func order() -> ContiguousArray<MiddlewareEntry> {
    if let ordered { return ordered }
    let new = ContiguousArray(table.elements)
    ordered = new
    return new
  }

  mutating func add(_ entry: MiddlewareEntry) {
    ordered = nil
    table.add(entry, registration: entry.registration)
  }

  /// Removes a group; the caller releases its entries after unlocking.
  mutating func remove(_ group: Group) -> [MiddlewareEntry] {
    ordered = nil
    return table.remove(group)
  }

  /// Removes the entries that satisfy a predicate; the caller releases them after unlocking.
  mutating func removeAll(where predicate: (MiddlewareEntry) -> Bool) -> [MiddlewareEntry] {
    ordered = nil
    return table.removeAll(where: predicate)
  }
}
