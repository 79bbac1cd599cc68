/// Commands that were handed to the program, and whose commits have not been seen.
///
/// Pure. Commands have numbers of their own here, over all connections, so that a late commit of
/// one that a former Explorer sent answers nobody else's.
struct PendingCommands {
  private struct Pending {
    let request: Int
    /// The store's last commit once the command was done, and how long its own is waited for; nil
    /// before that, when the program takes the time that it takes.
    var done: (lastNumber: Int, deadline: ContinuousClock.Instant)?
  }

  /// How long a commit may take to come here.
  static let patience = Duration.seconds(5)

  private var pending: [Int: Pending] = [:]
  private var last = 0

  var count: Int { pending.count }
  var isEmpty: Bool { pending.isEmpty }

  /// The number under which the program is commanded.
  mutating func add(request: Int) -> Int {
    last += 1
    pending[last] = Pending(request: request)
    return last
  }

  /// The request that a commit answers.
  mutating func commit(of command: Int) -> Int? {
    pending.removeValue(forKey: command)?.request
  }

  /// Says that a command was obeyed.
  mutating func done(_ command: Int, lastNumber: Int, now: ContinuousClock.Instant) {
    pending[command]?.done = (lastNumber, now + Self.patience)
  }

  /// Takes out the commands of which no commit will come, or none has come for too long.
  ///
  /// - Parameter told: The last commit that was told.
  mutating func failed(
    told: Int?,
    now: ContinuousClock.Instant
  ) -> [(request: Int, refusal: CommandRefusal)] {
    var failed: [(request: Int, refusal: CommandRefusal)] = []
    for (command, pending) in pending.sorted(by: { $0.key < $1.key }) {
      guard let done = pending.done else { continue }
      if let told, told >= done.lastNumber {
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

  /// Forgets who asked: the connection is another one.
  mutating func removeAll() {
    pending = [:]
  }
}
