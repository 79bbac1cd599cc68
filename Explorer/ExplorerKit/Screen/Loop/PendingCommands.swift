import SluiceWire

/// The commands that programs have not answered yet, and who waits for the answers.
struct PendingCommands {
  private struct Key: Hashable {
    let instance: String
    let request: Int
  }

  private struct Waiter {
    let continuation: CheckedContinuation<WireRecord, any Error>
    let deadline: ContinuousClock.Instant
  }

  /// The time in which a program has to answer.
  static let patience = Duration.seconds(30)

  private var waiting: [Key: Waiter] = [:]

  /// When to call ``expire(at:)``; `nil` if no command is pending.
  var nextDeadline: ContinuousClock.Instant? { waiting.values.map(\.deadline).min() }

  /// Adds a command that was sent.
  mutating func add(
    _ request: Int,
    of instance: String,
    at now: ContinuousClock.Instant = .now,
    _ continuation: CheckedContinuation<WireRecord, any Error>
  ) {
    waiting[Key(instance: instance, request: request)] = Waiter(
      continuation: continuation,
      deadline: now + Self.patience
    )
  }

  /// Fails the commands whose time to answer is over.
  mutating func expire(at now: ContinuousClock.Instant = .now) {
    for (key, waiter) in waiting where waiter.deadline <= now {
      waiting[key] = nil
      let message = "The program has not answered for \(Self.patience.components.seconds) seconds."
      waiter.continuation.resume(throwing: ScreenFailure(description: message))
    }
  }

  /// Passes an answer on to who waits for it.
  mutating func take(_ event: HubEvent) {
    switch event {
    case .record(let label, let instance, let record):
      guard let request = record.reply,
        let continuation = waiting.removeValue(forKey: Key(instance: instance, request: request))?
          .continuation
      else { return }
      if case .error(let failure) = record {
        let message = "\(label) refused the command. \(failure.message)"
        continuation.resume(throwing: ScreenFailure(description: message))
      } else {
        continuation.resume(returning: record)
      }
    case .disconnected(let label, let instance, _):
      for (key, waiter) in waiting where key.instance == instance {
        waiting[key] = nil
        let message = "\(label) disconnected before it answered."
        waiter.continuation.resume(throwing: ScreenFailure(description: message))
      }
    case .connected, .problem, .answer: break
    }
  }

  /// Ends all waits.
  mutating func cancelAll() {
    for waiter in waiting.values { waiter.continuation.resume(throwing: CancellationError()) }
    waiting = [:]
  }
}
