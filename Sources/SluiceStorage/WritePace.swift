/// Decides when to write what has changed; a value, without a clock.
///
/// After a quiet time, and at the latest after the longest time since the first change.
struct WritePace<Instant: InstantProtocol> where Instant.Duration == Duration {
  let quietTime: Duration
  let longest: Duration
  private var first: Instant?
  private var last: Instant?
  /// Whether a task waits for the instant to write, or writes.
  private var isRunning = false

  init(quietTime: Duration, longest: Duration) {
    self.quietTime = quietTime
    self.longest = longest
  }

  /// Records a change.
  ///
  /// - Returns: Whether a task must be started.
  mutating func changed(at now: Instant) -> Bool {
    last = now
    if first == nil { first = now }
    defer { isRunning = true }
    return !isRunning
  }

  /// Returns when to write, as far as is known now; `nil` if there is nothing to write, and the task
  /// ends.
  mutating func next() -> Instant? {
    guard let first, let last else {
      isRunning = false
      return nil
    }
    return min(last.advanced(by: quietTime), first.advanced(by: longest))
  }

  /// Records that what has changed so far is being written.
  mutating func begin() {
    first = nil
    last = nil
  }

  /// Records that it wasn't written: it is tried again after the longest time, or after the quiet time
  /// of the next change.
  mutating func failed(at now: Instant) {
    first = first ?? now
    last = last ?? now.advanced(by: longest - quietTime)
  }

  /// Records that the task has ended early.
  mutating func end() { isRunning = false }
}
