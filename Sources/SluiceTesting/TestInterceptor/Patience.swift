import Sluice
import SluiceLocks
import Synchronization

/// A limit on the time to wait for something to happen.
///
/// Counted in small steps, each made by a task. On a machine so busy that no task gets a turn, the
/// awaited work gets none either, and that time doesn't count.
final class Patience: @unchecked Sendable {
  // `@unchecked`: `ticker` is guarded by `lock`.

  private static var step: Duration { .milliseconds(100) }

  let limit: Duration
  /// Whether waiting ends when no pending work could bring the event.
  let isUntilRest: Bool
  private let stepsLeft: StepsLeft
  private let lock = PlainLock()
  private var ticker: Task<Void, Never>?

  /// The steps are counted separately, so that the counting task doesn't retain its owner.
  private final class StepsLeft: Sendable {
    let count: Synchronization.Atomic<Int>

    init(_ count: Int) { self.count = .init(count) }
  }

  init(_ limit: Duration, isUntilRest: Bool) {
    self.limit = limit
    self.isUntilRest = isUntilRest
    stepsLeft = StepsLeft(Self.steps(in: limit))
  }

  /// - Parameter timeout: `nil` waits while work is pending, at most ten seconds.
  convenience init(_ timeout: Duration?) {
    self.init(timeout ?? .seconds(10), isUntilRest: timeout == nil)
  }

  deinit {
    ticker?.cancel()
  }

  /// The time left, counted from the first access; `nil` if there is none.
  var left: Duration? {
    lock.withLock {
      if ticker != nil { return }
      ticker = Task { [stepsLeft, limit] in
        while stepsLeft.count.load(ordering: .relaxed) > 0 {
          do { try await Task.sleep(for: min(limit, Self.step)) } catch { return }
          stepsLeft.count.subtract(1, ordering: .relaxed)
        }
      }
    }
    let count = stepsLeft.count.load(ordering: .relaxed)
    return count > 0 ? min(limit, Self.step * count) : nil
  }

  private static func steps(in limit: Duration) -> Int {
    max(1, Int(min(limit / step, 1e9)))
  }

  /// Sleeps for `limit`, in steps.
  static func sleep(for limit: Duration) async throws {
    for _ in 0..<steps(in: limit) { try await Task.sleep(for: min(limit, step)) }
  }
}
