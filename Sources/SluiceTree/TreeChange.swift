/// One step of the way from one tree to another.
///
/// Changes apply in order, and each path is one in the tree as it then is.
package enum TreeChange: Sendable, Hashable {
  /// A new element of an array, or a new member of an object.
  ///
  /// The last step of the path says where: an index in front of whose element the new one is put,
  /// or a key. A new member is put at `position` among the members, at the end if that is nil.
  case add(TreePath, Tree, position: Int? = nil)

  /// An element or member that is gone, and what it was, unless that was left out.
  case remove(TreePath, old: Tree?)

  /// A value in place of another, and what it was, unless that was left out.
  case set(TreePath, old: Tree?, new: Tree)

  /// An element or member that is elsewhere in the same container.
  ///
  /// It is taken out, then put in at the index `to` of what is left.
  case move(TreePath, to: Int)
}

extension TreeChange {
  package enum Kind: String, Sendable, CaseIterable {
    case add
    case remove
    case set
    case move

    /// The character with which a line about the change begins.
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

  /// What was there before, where that is known.
  package var old: Tree? {
    switch self {
    case .remove(_, let old), .set(_, let old, _): old
    case .add, .move: nil
    }
  }

  /// What is there now.
  package var new: Tree? {
    switch self {
    case .add(_, let new, _), .set(_, _, let new): new
    case .remove, .move: nil
    }
  }

  /// The change without what was there before, which a receiver knows.
  package var withoutOld: TreeChange {
    switch self {
    case .remove(let path, _): .remove(path, old: nil)
    case .set(let path, _, let new): .set(path, old: nil, new: new)
    case .add, .move: self
    }
  }
}
