/// Which actions are for a part of the state, and how those of the part are wrapped in them.
///
/// ```swift
/// enum RoomAction: Action {
///   case match(MatchAction)
///   case row(Row.ID, RowAction)
///   var match: MatchAction? { if case .match(let action) = self { action } else { nil } }
///   var row: (Row.ID, RowAction)? { if case .row(let id, let action) = self { (id, action) } else { nil } }
/// }
///
/// match.lift(.optional(\Room.match), action: .case(\.match, RoomAction.match))
/// row.lift(.each(\Room.rows), action: .element(\.row, RoomAction.row))
/// ```
///
/// The key is that of the ``Place``. What a lifted reducer, effect or middleware dispatches is wrapped if
/// it is a `Local`; actions of other types stay unchanged.
public struct Wrapping<Global: Action, Key: Hashable & Sendable, Local: Action>: Sendable {
  /// Returns the wrapped action and the key of the part; `nil` for the key of every part.
  package let extract: @Sendable (Global) -> (key: Key?, action: Local)?
  let embed: @Sendable (Key, Local) -> Global
}

extension Wrapping where Key == Only {
  /// Actions that wrap those of the part, such as the cases of an enum.
  ///
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if the action is not for the part. Must be pure: it
  ///     may be called while the store reduces, and several times for an action.
  ///   - embed: Wraps an action of the part.
  public static func `case`(
    _ extract: @escaping @Sendable (Global) -> Local?,
    _ embed: @escaping @Sendable (Local) -> Global
  ) -> Wrapping {
    Wrapping(extract: { extract($0).map { (.part, $0) } }, embed: { embed($1) })
  }
}

extension Wrapping {
  /// Actions that name one element, or every element, and wrap an action for it.
  ///
  /// - Parameters:
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element. Must
  ///     be pure: it may be called while the store reduces, and several times for an action.
  ///   - embed: Wraps an action of an element.
  ///   - every: Returns the action of every element; `nil` if the action is not for all.
  public static func element(
    _ extract: @escaping @Sendable (Global) -> (Key, Local)?,
    _ embed: @escaping @Sendable (Key, Local) -> Global,
    every: (@Sendable (Global) -> Local?)? = nil
  ) -> Wrapping {
    Wrapping(
      extract: { action in
        if let (key, local) = extract(action) { return (key, local) }
        return every?(action).map { (nil, $0) }
      },
      embed: embed
    )
  }
}
