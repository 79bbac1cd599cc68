import Sluice
import Synchronization

/// How long to wait for something to happen.
///
/// Counted in small steps, each of which a task makes. On a machine so busy that no task gets a turn,
/// what is waited for gets none either, and that time does not count.
final class Patience: @unchecked Sendable {
  // `@unchecked`: `ticker` is guarded by `lock`.

  private static var step: Duration { .milliseconds(100) }

  let limit: Duration
  /// Whether nothing is waited for when nothing is under way that could bring it.
  let isUntilRest: Bool
  private let stepsLeft: StepsLeft
  private let lock = OwnedLock()
  private var ticker: Task<Void, Never>?

  /// The steps are counted elsewhere, so that who counts them holds nobody's patience.
  private final class StepsLeft: Sendable {
    let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }
  }

  init(_ limit: Duration, isUntilRest: Bool) {
    self.limit = limit
    self.isUntilRest = isUntilRest
    stepsLeft = StepsLeft(Self.steps(in: limit))
  }

  /// - Parameter timeout: `nil` waits as long as something is under way, ten seconds at most.
  convenience init(_ timeout: Duration?) {
    self.init(timeout ?? .seconds(10), isUntilRest: timeout == nil)
  }

  deinit {
    ticker?.cancel()
  }

  /// How much is left, counted from the first question on; `nil` when there is none.
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

  /// Sleeps so long in steps.
  static func sleep(for limit: Duration) async throws {
    for _ in 0..<steps(in: limit) { try await Task.sleep(for: min(limit, step)) }
  }
}
