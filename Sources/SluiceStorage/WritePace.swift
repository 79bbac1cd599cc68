/// Decides when to write what has changed; a value, without a clock.
///
/// After a quiet time, and at the latest after the longest time since the first change.
///
/// Instants are times since any moment.
struct WritePace: Sendable {
  let quietTime: Duration
  let longest: Duration
  private var first: Duration?
  private var last: Duration?
  /// Whether a task waits for the instant to write, or writes.
  private var isRunning = false

  init(quietTime: Duration, longest: Duration) {
    self.quietTime = quietTime
    self.longest = longest
  }

  /// Records a change.
  ///
  /// - Returns: Whether a task must be started.
  mutating func changed(at now: Duration) -> Bool {
    last = max(last ?? now, now)
    if first == nil { first = now }
    defer { isRunning = true }
    return !isRunning
  }

  /// Returns when to write, as far as is known now; `nil` if there is nothing to write, and the task
  /// ends.
  mutating func next() -> Duration? {
    guard let first, let last else {
      isRunning = false
      return nil
    }
    return min(last + quietTime, first + longest)
  }

  /// Records that what has changed so far is being written.
  mutating func begin() {
    first = nil
    last = nil
  }

  /// Records that it wasn't written: it is tried again after the longest time.
  mutating func failed(at now: Duration) {
    first = now
    last = now + longest - quietTime
  }

  /// Records that the task has ended early.
  mutating func end() { isRunning = false }
}
