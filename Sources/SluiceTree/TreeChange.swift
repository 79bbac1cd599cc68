/// One step from one tree to another.
///
/// Changes apply in order, and each path is one in the tree at that moment.
package enum TreeChange: Sendable, Hashable {
  /// Adds an element to an array, or a member to an object.
  ///
  /// The last step of the path is the place: the index before which to insert the new element, or a
  /// key. Inserts a new member at `position` among the members; at the end if that is `nil`.
  case add(TreePath, Tree, position: Int? = nil)

  /// Removes an element or member; `old` is its value, unless omitted.
  case remove(TreePath, old: Tree?)

  /// Replaces a value; `old` is its former value, unless omitted.
  case set(TreePath, old: Tree?, new: Tree)

  /// Moves an element or member within its container.
  ///
  /// Removes it, then inserts it at the index `to` of what is left.
  case move(TreePath, to: Int)
}

extension TreeChange {
  package enum Kind: String, Sendable, CaseIterable {
    case add
    case remove
    case set
    case move

    /// The character that begins a line about the change.
    package var mark: String {
      switch self {
      case .add: "+"
      case .remove: "-"
      case .set: "~"
      case .move: ">"
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .add: .add
    case .remove: .remove
    case .set: .set
    case .move: .move
    }
  }

  package var path: TreePath {
    switch self {
    case .add(let path, _, _), .remove(let path, _), .set(let path, _, _), .move(let path, _): path
    }
  }

  /// The former value, if known.
  package var old: Tree? {
    switch self {
    case .remove(_, let old), .set(_, let old, _): old
    case .add, .move: nil
    }
  }

  /// The new value.
  package var new: Tree? {
    switch self {
    case .add(_, let new, _), .set(_, _, let new): new
    case .remove, .move: nil
    }
  }

  /// The change without the former value, which a receiver knows.
  package var withoutOld: TreeChange {
    switch self {
    case .remove(let path, _): .remove(path, old: nil)
    case .set(let path, _, let new): .set(path, old: nil, new: new)
    case .add, .move: self
    }
  }
}
