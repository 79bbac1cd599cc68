import Sluice
import SluiceLocks

/// Decides when the runs of one test store begin.
final class EffectGate: RunGate, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = PlainLock()
  private var choice = RunBeginning.atOnce
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber = 0

  var beginning: RunBeginning { lock.withLock { choice } }

  var isClosed: Bool { beginning != .atOnce }

  /// Chooses when runs begin; the waiting ones do now if none is to wait.
  func set(_ beginning: RunBeginning) {
    lock.withLock { choice = beginning }
    if beginning == .atOnce { admit() }
  }

  /// Lets the waiting runs pass, in the order in which they came.
  /// - Returns: Whether there were any.
  @discardableResult
  func admit() -> Bool {
    let runs = lock.withLock {
      defer { waiting = [:] }
      return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
    for run in runs { run.resume() }
    return !runs.isEmpty
  }

  /// Lets the waiting runs pass if they wait for the test's next step, which is now.
  func admitOnStep() -> Bool { beginning == .onNextStep && admit() }

  func pass() async {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          if choice != .atOnce { waiting[number] = continuation }
          return choice != .atOnce
        }
        if !mustWait { return continuation.resume() }
        // Checked only now: an earlier cancellation found no waiting run.
        if Task.isCancelled { admit(number) }
      }
    } onCancel: {
      admit(number)
    }
  }

  private func admit(_ number: Int) {
    lock.withLock { waiting.removeValue(forKey: number) }?.resume()
  }
}

/// A test's clock, with the gate of one store.
struct GatedClock: RunGatingClock, TaskExecutingClock {
  let clock: TestClock
  let runGate: any RunGate

  init(clock: TestClock, gate: EffectGate) {
    self.clock = clock
    runGate = gate
    clock.add(gate)
  }

  var taskExecutor: any TaskExecutor { clock.taskExecutor }
  var now: TestClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
