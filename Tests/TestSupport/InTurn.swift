import Synchronization
public import Testing

/// Runs a few tests concurrently, and the others in turn.
///
/// By default, all tests begin together. A thousand tests that share the threads of one pool, some
/// with a separate process, then each take as long as all of them, and exceed their time limits.
public struct InTurn: SuiteTrait, TestTrait, TestScoping {
  private static let turnstile = Turnstile(capacity: 6)

  /// Whether it also applies to the tests of nested suites.
  public let isRecursive = true

  /// Waits before the test's time begins to count, which it does with its first case.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil && !test.isSuite ? self : nil
  }

  /// Runs one test when it is its turn.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.turnstile.enter()
    defer { Self.turnstile.leave() }
    try await function()
  }
}

extension Trait where Self == InTurn {
  /// Runs tests when it is their turn.
  public static var inTurn: InTurn { InTurn() }
}

/// A semaphore for tasks, first in, first out.
private final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(capacity: Int) {
    state = Mutex(State(free: capacity))
  }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
