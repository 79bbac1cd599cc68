public import Sluice
import Synchronization

/// An effect's run that is held back until the test runs it.
public struct PendingEffect: Sendable, CustomStringConvertible {
  /// The effect's name, such as `"TodosEffects.fetch"`.
  public let effect: String
  /// The source position of the effect, such as `"Shop/Todos.swift:12"`.
  public let position: String
  /// The action that starts the run; `nil` for a feedback's.
  public let action: (any Action)?
  private let line: String

  fileprivate init(_ work: PendingWork) {
    effect = work.effect
    position = work.position
    action = work.action
    line = work.line
  }

  /// The effect, its position and the action.
  public var description: String { line }
}

extension TestStore {
  /// Whether runs of effects are held back before they begin, until the test calls
  /// ``runEffects(strict:filePath:line:)``.
  ///
  /// ```swift
  /// store.holdsEffects = true
  /// try await store.send(FetchTodos()) { $0.isLoading = true }
  /// #expect(store.pendingEffects.map(\.effect) == ["TodosEffects.fetch"])
  /// try await store.runEffects()
  /// try await store.receive(TodosFetched.self) { $0.isLoading = false }
  /// ```
  ///
  /// So a test says when an answer comes, and what happens before. Debounce and overlap decide as ever
  /// which runs there are; delays and time limits begin with the run. Effects that need no task
  /// (`Effect.map`) and those that read a stream are not held. Setting it to `false` runs what is held.
  public var holdsEffects: Bool {
    get { gate.isClosed }
    set { gate.close(newValue) }
  }

  /// The runs that are held back, in the order of the actions that start them.
  public var pendingEffects: [PendingEffect] {
    activity.work.filter { $0.stage == .held }.map { PendingEffect($0) }
  }

  /// Lets the pending effects run, in their order, until they need time or external input.
  ///
  /// Expect what they dispatch with `receive`. The runs that this starts are held back in turn.
  /// - Parameters:
  ///   - strict: Whether the test fails if no effect is pending.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  public func runEffects(
    strict: Bool = true,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    await clock.advance()
    try Task.checkCancellation()
    if strict, pendingEffects.isEmpty {
      try expectations.failure(
        SourcePlace(filePath, line),
        "Effects that are held back were to run, and there are none.",
        [
          Listing("What came:", ledger.open().map(\.line)),
          Listing("Under way:", expectations.prospects().work.map(\.line)),
        ],
        fix: holdsEffects
          ? "send an action that an effect answers, or pass `strict: false`."
          : "set `holdsEffects` to `true` before the action is sent, or pass `strict: false`."
      ).report()
    }
    gate.admitWaiting()
    await clock.advance()
  }
}

/// Holds runs back while it is closed.
final class EffectGate: RunGate, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = PlainLock()
  private var isShut = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber = 0

  var isClosed: Bool { lock.withLock { isShut } }

  /// Closes the gate, or opens it and lets the waiting runs pass.
  func close(_ isClosed: Bool) {
    lock.withLock { isShut = isClosed }
    if !isClosed { admitWaiting() }
  }

  /// Lets the waiting runs pass, in the order in which they came.
  func admitWaiting() {
    let runs = lock.withLock {
      defer { waiting = [:] }
      return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
    for run in runs { run.resume() }
  }

  func pass() async {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          if isShut { waiting[number] = continuation }
          return isShut
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

  var taskExecutor: any TaskExecutor { clock.taskExecutor }
  var now: TestClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
