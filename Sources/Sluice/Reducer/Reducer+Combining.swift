extension Reducer {
  /// A reducer that does nothing: neutral where reducers are combined.
  public static var identity: Reducer { Reducer(name: ReducerName("identity"), handlers: []) }

  /// One reducer made of several, which run in this order.
  ///
  /// It is registered and unregistered as one. Combining costs nothing when an action is
  /// dispatched: the store's table has the parts' handlers in it. Without an id, the reducer gets
  /// the parts' ids, joined.
  public static func combine(id: String? = nil, _ parts: Reducer...) -> Reducer {
    combine(id: id, parts)
  }

  /// One reducer made of an array of them, which run in this order.
  ///
  /// Without an id, it gets the parts' ids, joined.
  public static func combine(id: String? = nil, _ parts: [Reducer]) -> Reducer {
    Reducer(
      name: id.map { ReducerName($0) } ?? ReducerName(joining: parts.map(\.name)),
      handlers: parts.flatMap(\.handlers)
    )
  }
}
