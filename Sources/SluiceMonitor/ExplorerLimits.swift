/// How much an ``ExplorerInterceptor`` holds of what was not sent yet.
public struct ExplorerLimits: Hashable, Sendable {
  /// Commits that wait to be sent; 10,000 by default.
  public var commits: Int
  /// Bytes of encoded records that wait to be sent; 64 MiB by default.
  public var encodedBytes: Int
  /// States that wait to be encoded; 64 by default.
  ///
  /// The store cannot change a state in place that is held here, and copies it. Beyond the limit
  /// states coalesce: a commit then carries the changes of several, and says of how many.
  public var heldStates: Int

  /// Makes limits; each is at least 1, and two states are always held.
  public init(commits: Int = 10_000, encodedBytes: Int = 64 << 20, heldStates: Int = 64) {
    self.commits = max(1, commits)
    self.encodedBytes = max(1, encodedBytes)
    self.heldStates = max(2, heldStates)
  }
}

/// What happens when an Explorer is slower than the program.
public enum ExplorerOverflow: Hashable, Sendable {
  /// The program goes on; the oldest commits that were not sent are left out, and the Explorer is
  /// told how many.
  case dropOldest
  /// The dispatching thread waits for room, at most so long; then as ``dropOldest``.
  ///
  /// Waits only while an Explorer is connected, and not again until it has made progress.
  case wait(upTo: Duration)
}
