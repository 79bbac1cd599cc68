import SluiceTree

extension Tree {
  /// Returns a copy with the changes applied.
  func applying(_ changes: some Sequence<TreeChange>) throws(TreeApplyError) -> Tree {
    var copy = self
    try copy.apply(changes)
    return copy
  }
}
