/// How much unsent data an ``ExplorerInterceptor`` holds.
public struct ExplorerLimits: Hashable, Sendable {
  /// The maximum number of commits that wait to be sent; 10,000 by default.
  public var commits: Int
  /// The maximum number of encoded bytes that wait to be sent; 64 MiB by default.
  public var encodedBytes: Int
  /// The maximum number of states that wait to be encoded; 64 by default.
  ///
  /// The store can't change a held state in place, and copies it. Beyond the limit the dispatching
  /// thread waits, or states coalesce, as ``ExplorerOverflow`` says: a commit then carries the
  /// changes of several, and their number.
  public var heldStates: Int

  /// The number of last actions that can be reduced again without some of them; 1,000 by default.
  ///
  /// Where ``ExplorerConfiguration/allowsRestore`` is set and an Explorer is connected, the store
  /// records at least this number of actions, at most twice that, and the state before them.
  public var recordedActions: Int

  /// Creates limits; each is at least 1, and two states are always held.
  public init(
    commits: Int = 10_000,
    encodedBytes: Int = 64 << 20,
    heldStates: Int = 64,
    recordedActions: Int = 1_000
  ) {
    self.commits = max(1, commits)
    self.encodedBytes = max(1, encodedBytes)
    self.heldStates = max(2, heldStates)
    self.recordedActions = max(1, recordedActions)
  }
}
