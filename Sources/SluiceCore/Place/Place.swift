/// Where a part of a state is: a property, an optional property, the value of a case, or each element of
/// a collection.
///
/// ```swift
/// cartReducer.lift(.state(\App.cart))
/// matchReducer.lift(.optional(\Room.match))
/// rowReducer.lift(.each(\Table.rows))
/// ```
///
/// A ``Reducer`` and a ``Feature`` are written for a part, and lifted to the place where a larger state
/// has it; which of the larger actions are theirs is said by a ``Wrapping``. Places in places make
/// features in features, to any depth.
///
/// The closures of a place must be pure: they are also called while the store reduces.
@frozen
public struct Place<Whole: Sendable, Key: Hashable & Sendable, Part: Sendable>: Sendable {
  /// Calls a closure with the key of each part that isn't the same in a state and in the one before.
  ///
  /// - Returns: Whether it knows; if not, any part may have changed.
  @usableFromInline package typealias Changes = (Whole, _ body: (Key) -> Void) -> Bool

  /// What is known of the parts at a place.
  @usableFromInline
  package enum Kind: Sendable {
    /// There always is one.
    case property(Key, any WritableKeyPath<Whole, Part> & Sendable)
    /// There is one with this key, or none; another one, by its identity, may take its place. Returns
    /// the identity of the one in a whole; `nil` if there is none.
    case optional(Key, identity: @Sendable (Whole) -> (any Hashable & Sendable)?)
    /// There are any number, each with its own key.
    case elements(ElementActions<Whole, Key, Part>?)
  }

  @usableFromInline package let kind: Kind
  /// Returns the part with a key; `nil` if there is none.
  @usableFromInline package let find: @Sendable (Whole, Key) -> Part?
  @usableFromInline let contains: @Sendable (Whole, Key) -> Bool
  /// Returns the keys of all parts, in order.
  @usableFromInline let keys: @Sendable (Whole) -> [Key]
  /// Changes the part with a key in place; returns whether there is one.
  @usableFromInline
  let update: @Sendable (inout Whole, Key, _ change: (inout Part) -> Void) -> Bool
  /// Changes all parts in place, in order.
  @usableFromInline
  let updateAll: @Sendable (inout Whole, _ change: (Key, inout Part) -> Void) -> Void
  /// Returns what finds the changes since a state; `nil` if that takes as long as searching.
  @usableFromInline package let changes: (@Sendable (Whole) -> Changes)?

  @inlinable
  init(
    _ kind: Kind,
    find: @escaping @Sendable (Whole, Key) -> Part?,
    contains: @escaping @Sendable (Whole, Key) -> Bool,
    keys: @escaping @Sendable (Whole) -> [Key],
    update: @escaping @Sendable (inout Whole, Key, (inout Part) -> Void) -> Bool,
    updateAll: @escaping @Sendable (inout Whole, (Key, inout Part) -> Void) -> Void,
    changes: (@Sendable (Whole) -> Changes)? = nil
  ) {
    self.kind = kind
    self.find = find
    self.contains = contains
    self.keys = keys
    self.update = update
    self.updateAll = updateAll
    self.changes = changes
  }
}

/// The key of a part that is the only one at its ``Place``.
public enum Only: Hashable, Sendable {
  /// The only part.
  case part
}
