import SluiceLocks
import SluiceSocket
import SluiceTree

/// Finds out whether a program could start again from what is recorded, now and then.
///
/// Decodes the last state as the next start of the program will, which takes about as long as reading
/// it: at the beginning, then in a hundredth of the time, and at the end. On a thread of its own, since
/// commits wait to be written meanwhile.
final class RestoringCheck: Sendable {
  private struct Progress {
    var isRunning = false
    var checkedNumber: Int?
    var due: ContinuousClock.Instant?
    var reasons: Set<String> = []
  }

  private let progress = Locked(Progress())
  /// The number of reasons after which no other is searched for.
  private static let maximumReasons = 8

  /// Begins to decode the last state if it is time; decodes it at once if it is the last one.
  ///
  /// - Parameter report: Called with why it can't be decoded, once for each reason; on any thread.
  func begin(
    for maker: RecordMaker,
    isLast: Bool,
    in world: World,
    _ report: @escaping @Sendable (String) -> Void
  ) {
    let now = world.clock.now
    guard let number = maker.lastNumber, isDue(number, isLast: isLast, now) else { return }
    let check: @Sendable () -> Void = { [self, find = maker.decodingCheck] in
      let start = now()
      let reason = find?()
      let end = now()
      let isNew = progress.withLock { progress in
        progress.isRunning = false
        progress.due = max(start + .seconds(1), end + start.duration(to: end) * 100)
        return reason.map { progress.reasons.insert($0).inserted } ?? false
      }
      if isNew, let reason { report(reason) }
    }
    if isLast { return check() }
    do throws(SocketError) {
      try world.threads.start("SluiceMonitor check", check)
    } catch {
      // The state is checked at the end.
      progress.withLock { $0.isRunning = false }
    }
  }

  /// Returns whether to check the state of a commit, which then counts as checked.
  private func isDue(
    _ number: Int,
    isLast: Bool,
    _ now: () -> ContinuousClock.Instant
  ) -> Bool {
    progress.withLock { progress in
      guard number != progress.checkedNumber, progress.reasons.count < Self.maximumReasons else {
        return false
      }
      let isDue = isLast || !progress.isRunning && progress.due.map { $0 <= now() } ?? true
      guard isDue else { return false }
      progress.isRunning = true
      progress.checkedNumber = number
      return true
    }
  }
}
