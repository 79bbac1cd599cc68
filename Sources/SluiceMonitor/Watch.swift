import Sluice
import Synchronization

/// Whether an Explorer watches, in a form that costs a dispatch next to nothing.
///
/// Commits are recorded until the first attempt to connect fails: an Explorer that is there already
/// shows a program from its first action on. After that, nothing is needed until one connects.
final class Watch: Sendable {
  private enum Phase: Int {
    case firstAttempt, unwatched, watched
  }

  /// Whether to keep commits before the first connection.
  let keepsBacklog: Bool
  /// Whether selectors and observers are measured.
  let showsReads: Bool
  private let phase = Atomic(Phase.firstAttempt.rawValue)
  private let last = Atomic(-1)
  private let isConnected = Atomic(false)

  init(keepsBacklog: Bool, showsReads: Bool = false) {
    self.keepsBacklog = keepsBacklog
    self.showsReads = showsReads
  }

  /// What each commit must provide.
  var interests: InterceptorInterests {
    guard phase.load(ordering: .acquiring) == Phase.unwatched.rawValue else {
      let interests: InterceptorInterests = [.instant, .timing, .effects]
      return showsReads ? interests.union(.reads) : interests
    }
    return keepsBacklog ? .instant : []
  }

  /// Whether no commit is needed.
  var isDormant: Bool {
    !keepsBacklog && phase.load(ordering: .acquiring) == Phase.unwatched.rawValue
  }

  /// Whether an Explorer may ask for actions to be reduced again.
  var needsActions: Bool {
    isConnected.load(ordering: .acquiring)
      || phase.load(ordering: .acquiring) == Phase.firstAttempt.rawValue
  }

  /// Notes whether an Explorer is connected.
  func setConnected(_ isConnected: Bool) {
    self.isConnected.store(isConnected, ordering: .releasing)
  }

  /// Notes a commit, and returns whether to record it.
  ///
  /// Stores the number before it reads the phase, and ``begin()`` does the reverse: either this
  /// sees the watcher, or ``lastNumber`` is seen there.
  func shouldRecord(_ number: Int) -> Bool {
    if keepsBacklog || phase.load(ordering: .relaxed) != Phase.unwatched.rawValue { return true }
    last.store(number, ordering: .sequentiallyConsistent)
    return phase.load(ordering: .sequentiallyConsistent) != Phase.unwatched.rawValue
  }

  /// Marks the first attempt to connect as failed; returns whether kept events may be released.
  func markUnwatched() -> (isFirst: Bool, forgets: Bool) {
    let (isFirst, _) = phase.compareExchange(
      expected: Phase.firstAttempt.rawValue,
      desired: Phase.unwatched.rawValue,
      ordering: .sequentiallyConsistent
    )
    return (isFirst, isFirst && !keepsBacklog)
  }

  /// Records commits from now on; returns whether they provided less before.
  func begin() -> Bool {
    phase.exchange(Phase.watched.rawValue, ordering: .sequentiallyConsistent)
      == Phase.unwatched.rawValue
  }

  /// The last commit that was noted and not recorded; `nil` for none.
  var lastNumber: Int? {
    let number = last.load(ordering: .sequentiallyConsistent)
    return number < 0 ? nil : number
  }
}
