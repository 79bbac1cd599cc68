import SluiceWire

/// The commands that programs have not answered yet, and who waits for the answers.
struct PendingCommands {
  private struct Key: Hashable {
    let instance: String
    let request: Int
  }

  private var waiting: [Key: CheckedContinuation<WireRecord, any Error>] = [:]

  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(
    _ request: Int,
    of instance: String,
    _ continuation: CheckedContinuation<WireRecord, any Error>
  ) {
    waiting[Key(instance: instance, request: request)] = continuation
  }

  /// Passes an answer on to who waits for it.
  mutating func take(_ event: HubEvent) {
    switch event {
    case .record(let label, let instance, let record):
      guard let request = record.reply,
        let continuation = waiting.removeValue(forKey: Key(instance: instance, request: request))
      else { return }
      if case .error(let failure) = record {
        let message = "\(label) refused the command. \(failure.message)"
        continuation.resume(throwing: ScreenFailure(description: message))
      } else {
        continuation.resume(returning: record)
      }
    case .disconnected(let label, let instance, _):
      for (key, continuation) in waiting where key.instance == instance {
        waiting[key] = nil
        let message = "\(label) disconnected before it answered."
        continuation.resume(throwing: ScreenFailure(description: message))
      }
    case .connected, .problem, .held: break
    }
  }

  /// Ends all waits.
  mutating func cancelAll() {
    for continuation in waiting.values { continuation.resume(throwing: CancellationError()) }
    waiting = [:]
  }
}
