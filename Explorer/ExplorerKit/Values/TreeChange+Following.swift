import SluiceTree

extension [TreeChange] {
  /// The most changes whose paths are followed.
  private static var mostFollowed: Int { 500 }

  /// The paths of what was changed, in the state after all changes; that of what is no longer there as
  /// it was.
  var pathsAfterwards: [TreePath] {
    guard count <= Self.mostFollowed else { return map(\.path) }
    return indices.map { place in
      var path = self[place].path
      if case .move(_, let target) = self[place], case .index? = path.steps.last {
        path.steps[path.steps.count - 1] = .index(target)
      }
      for change in self[(place + 1)...] { path.follow(change) }
      return path
    }
  }
}

extension TreePath {
  /// Goes to where a change of a list moves the value.
  fileprivate mutating func follow(_ change: TreeChange) {
    let depth = change.path.steps.count - 1
    guard depth >= 0, depth < steps.count, case .index(let changed) = change.path.steps[depth],
      case .index(let index) = steps[depth],
      steps[..<depth].elementsEqual(change.path.steps[..<depth])
    else { return }
    let after: Int
    switch change {
    case .add: after = index >= changed ? index + 1 : index
    case .remove: after = index > changed ? index - 1 : index
    case .set: return
    case .move(_, let target):
      let without = index > changed ? index - 1 : index
      after = index == changed ? target : without >= target ? without + 1 : without
    }
    steps[depth] = .index(after)
  }
}
