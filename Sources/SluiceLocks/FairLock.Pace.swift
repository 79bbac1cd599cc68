extension FairLock {
  /// What a lock is held for, and so the times of waiting for it, in nanoseconds.
  ///
  /// Measured with up to eight threads on two cores.
  @usableFromInline
  package enum Pace: Sendable {
    /// For a moment, by reducers.
    case state
    /// For a delivery, with its observers.
    case turn

    /// The time that a thread spins: about the cost of a wake-up if it would be the first to sleep,
    /// and much less behind others, which come first.
    func spinning(behindSleepers: Bool) -> UInt64 {
      switch self {
      case .state: behindSleepers ? 3_000 : 20_000
      case .turn: 5_000
      }
    }

    /// The wait after which a thread is handed the lock.
    var longWait: UInt64 { self == .state ? 50_000 : 500_000 }

    /// The time between two such hand-overs.
    var betweenHandOvers: UInt64 { self == .state ? 200_000 : 500_000 }

    private static let rareAfter: UInt = 300_000

    /// Whether the calling thread waits rarely.
    ///
    /// Measured from the end of its last wait: measured from its beginning, a thread that waits long
    /// would always be rare.
    func isRare(_ now: UInt64) -> Bool {
      UInt(truncatingIfNeeded: now) &- endOfLastWait > Self.rareAfter
    }

    /// Records that a wait of the calling thread ends.
    func noteEndOfWait(_ now: UInt64) {
      let now = UInt(truncatingIfNeeded: now)
      switch self {
      case .state: Self.lastWaitForState.value = now
      case .turn: Self.lastWaitForTurn.value = now
      }
    }

    private var endOfLastWait: UInt {
      switch self {
      case .state: Self.lastWaitForState.value
      case .turn: Self.lastWaitForTurn.value
      }
    }

    private static let lastWaitForState = ThreadLocalNumber()
    private static let lastWaitForTurn = ThreadLocalNumber()
  }
}
