/// Commands that were passed to the program, and whose commits have not been seen.
///
/// Pure. Numbers commands on its own, across all connections, so that a late commit for a former
/// Explorer's command answers no other command.
struct PendingCommands {
  private struct Pending {
    let request: Int
    /// The store's last commit when the command completed, and the deadline for its own; `nil`
    /// before that, since the program may take any time.
    var done: (lastNumber: Int, deadline: ContinuousClock.Instant)?
  }

  /// The maximum time for a commit to arrive here.
  static let commitTimeout = Duration.seconds(5)

  private var pending: [Int: Pending] = [:]
  private var last = 0

  var count: Int { pending.count }
  var isEmpty: Bool { pending.isEmpty }

  /// Returns the number under which the program receives a command.
  mutating func add(request: Int) -> Int {
    last += 1
    assert(pending[last] == nil)
    pending[last] = Pending(request: request)
    return last
  }

  /// Returns the request that a commit answers.
  mutating func commit(of command: Int) -> Int? {
    pending.removeValue(forKey: command)?.request
  }

  /// Marks a command as executed.
  mutating func done(_ command: Int, lastNumber: Int, now: ContinuousClock.Instant) {
    pending[command]?.done = (lastNumber, now + Self.commitTimeout)
  }

  /// Removes the commands whose commit will not come, or is overdue.
  ///
  /// - Parameter lastSent: The last commit that was sent.
  mutating func failed(
    lastSent: Int?,
    now: ContinuousClock.Instant
  ) -> [(request: Int, refusal: CommandRefusal)] {
    var failed: [(request: Int, refusal: CommandRefusal)] = []
    for (command, pending) in pending.sorted(by: { $0.key < $1.key }) {
      guard let done = pending.done else { continue }
      if let lastSent, lastSent >= done.lastNumber {
        failed.append((pending.request, .noCommit))
      } else if now >= done.deadline {
        failed.append((pending.request, .noCommitYet))
      } else {
        continue
      }
      self.pending[command] = nil
    }
    return failed
  }

  /// Forgets the requests: the connection is a new one.
  mutating func removeAll() {
    pending = [:]
  }
}
