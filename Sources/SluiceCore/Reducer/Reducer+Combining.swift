extension Reducer {
  /// A reducer that does nothing: the neutral element of combining.
  public static var identity: Reducer { Reducer(name: ReducerName("identity"), handlers: []) }

  /// Returns one reducer that combines several, which run in this order.
  ///
  /// It is registered and unregistered as one. Combining costs nothing when an action is
  /// dispatched: the store's table contains the parts' handlers. Without an id, the reducer's id
  /// joins those of the parts. Messages, and ``Commit/reducers``, name the part that has an id.
  public static func combine(id: String? = nil, _ parts: Reducer...) -> Reducer {
    combine(id: id, parts)
  }

  /// Returns one reducer that combines an array of them, which run in this order.
  ///
  /// Without an id, its id joins those of the parts.
  public static func combine(id: String? = nil, _ parts: [Reducer]) -> Reducer {
    Reducer(
      name: id.map { ReducerName($0) } ?? ReducerName(joining: parts.map(\.name)),
      handlers: parts.flatMap { part in
        // Where the whole has an id, that says more than a part's place in the source.
        if id != nil, !part.name.isGiven { return part.handlers }
        return part.handlers.map { $0.belonging(to: part.name) }
      }
    )
  }
}
