/// How much unsent data an ``ExplorerInterceptor`` holds.
public struct ExplorerLimits: Hashable, Sendable {
  /// The maximum number of commits that wait to be sent; 10,000 by default.
  public var commits: Int
  /// The maximum number of encoded bytes that wait to be sent; 64 MiB by default.
  public var encodedBytes: Int
  /// The maximum number of bytes of states and commits that wait to be encoded and sent; 24 MiB by
  /// default.
  ///
  /// The store can't change a state that waits in place, and copies what it changes. That is what
  /// counts: not what a state shares with the one before it, as estimated now and then. Beyond the
  /// limit the dispatching thread waits, or states coalesce, as ``ExplorerOverflow`` says: a commit then
  /// carries the changes of several, and their number.
  public var waitingBytes: Int
  /// The maximum number of states that wait to be encoded, whatever their size; 8,192 by default.
  public var heldStates: Int
  /// The number of last states that can be restored by number; 64 by default.
  ///
  /// Held where ``ExplorerConfiguration/allowsRestore`` is set.
  public var restorableStates: Int

  /// The number of last actions that can be reduced again without some of them; 1,000 by default.
  ///
  /// Where ``ExplorerConfiguration/allowsRestore`` is set and an Explorer is connected, the store
  /// records at least this number of actions, at most twice that, and the state before them.
  public var recordedActions: Int

  /// Creates limits; each is at least 1, and two states are always held.
  public init(
    commits: Int = 10_000,
    encodedBytes: Int = 64 << 20,
    waitingBytes: Int = 24 << 20,
    heldStates: Int = 8_192,
    restorableStates: Int = 64,
    recordedActions: Int = 1_000
  ) {
    self.commits = max(1, commits)
    self.encodedBytes = max(1, encodedBytes)
    self.waitingBytes = max(1, waitingBytes)
    self.heldStates = max(2, heldStates)
    self.restorableStates = max(1, restorableStates)
    self.recordedActions = max(1, recordedActions)
  }
}
