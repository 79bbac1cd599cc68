extension Store {
  /// Reduces the recorded actions again without those of some commits, as one commit.
  ///
  /// Actions are recorded while a ``ReplayInterceptor`` is registered.
  package final func replay(
    leavingOut commits: Set<Int>,
    note: String?,
    fileID: StaticString,
    line: UInt,
    function: StaticString
  ) throws(ReplayRefusal) {
    try engine.replay(
      without: commits,
      at: \State.self,
      StateRestored(reason: .replay(without: commits.sorted())),
      .restoring(note, fileID, line, function)
    )
  }
}
