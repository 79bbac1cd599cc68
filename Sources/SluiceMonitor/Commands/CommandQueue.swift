import Sluice
import SluiceLocks

/// Executes commands for the program one after another, on a task of its own.
///
/// Not on the background thread: a dispatch leads to the program's code, which may take long, or
/// wait for the background thread.
final class CommandQueue: Sendable {
  typealias Work = @Sendable (StateSource, _ command: Int) throws(CommandRefusal) -> Void

  /// The outcome of a command.
  struct Outcome: Sendable {
    let command: Int
    let refusal: CommandRefusal?
    /// The store's last commit when the command completed.
    let lastNumber: Int
  }

  private struct Entry: Sendable {
    let command: Int
    let source: StateSource
    let work: Work
  }

  private struct State {
    var entries = Deque<Entry>()
    var outcomes: [Outcome] = []
    var isExecuting = false
  }

  private let shared = Locked(State())
  private let isDone: @Sendable () -> Void

  /// - Parameter isDone: Called when there is an outcome, on any thread.
  init(isDone: @escaping @Sendable () -> Void) {
    self.isDone = isDone
  }

  func add(_ command: Int, to source: StateSource, _ work: @escaping Work) {
    let mustStart = shared.withLock { state in
      state.entries.append(Entry(command: command, source: source, work: work))
      defer { state.isExecuting = true }
      return !state.isExecuting
    }
    if mustStart { Task.detached { [self] in executePending() } }
  }

  func takeOutcomes() -> [Outcome] {
    shared.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }

  private func executePending() {
    while let entry = nextEntry() {
      var refusal: CommandRefusal?
      do throws(CommandRefusal) {
        try entry.work(entry.source, entry.command)
      } catch {
        refusal = error
      }
      let outcome = Outcome(
        command: entry.command,
        refusal: refusal,
        lastNumber: entry.source.snapshot().number
      )
      shared.withLock { $0.outcomes.append(outcome) }
      isDone()
    }
  }

  private func nextEntry() -> Entry? {
    shared.withLock { state in
      let entry = state.entries.popFirst()
      assert(state.isExecuting)
      if entry == nil { state.isExecuting = false }
      return entry
    }
  }
}
