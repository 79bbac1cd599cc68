/// What the background thread does next, after a turn: a pure step between two calls of the world.
struct Pace {
  enum Next: Equatable {
    case again
    /// Waits until something is ready; at most for a time, unless that is `nil`.
    ///
    /// - evenIfBusy: Waits although there are events, since they can't be taken now.
    case wait(EventBuffer.Activity, atMost: Duration?, evenIfBusy: Bool = false)
    /// All is sent, or written.
    case end
    /// The time for the last records is over.
    case giveUp
  }

  /// What a turn led to.
  struct Turn {
    /// The number of events taken, or other work done.
    var work = 0
    /// Whether more is to be sent that there is room for.
    var mustGoOn = false
    var isWritten = true
    /// Whether nothing can be written, and so nothing be taken.
    var isBlocked = false
    var isClosing = false
    /// Whether the goodbye was enqueued.
    var isOver = false
    /// Whether something must be looked at after some time.
    var isExpectant = false
  }

  enum Way {
    /// Over a socket: a person waits for what happens, and the other side may not read.
    case stream
    /// Into a file: nobody looks at once, and a wake for each commit would cost the program more than
    /// the commit.
    case file
  }

  private let way: Way
  private var lastWork: ContinuousClock.Instant
  private var closingDeadline: ContinuousClock.Instant?

  /// The time for the last records, once the store is gone; long enough for a busy machine.
  static let closingTime = Duration.seconds(5)
  /// How long after the last event the next one is still expected.
  static let expectingTime = Duration.milliseconds(50)
  /// How often it tries again to write to a file what could not be written.
  static let retryTime = Duration.milliseconds(100)

  init(_ way: Way, now: ContinuousClock.Instant) {
    self.way = way
    lastWork = now
  }

  mutating func next(after turn: Turn, now: ContinuousClock.Instant) -> Next {
    if turn.isOver, turn.isWritten { return .end }
    if turn.isClosing, way == .stream || !turn.isWritten {
      let deadline = closingDeadline ?? now + Self.closingTime
      closingDeadline = deadline
      if now >= deadline { return .giveUp }
    }
    if turn.work > 0 { lastWork = now }
    if turn.mustGoOn { return .again }
    if turn.isClosing {
      let limit = way == .file ? Self.retryTime : .milliseconds(20)
      return turn.isWritten ? .again : .wait(.waiting, atMost: limit, evenIfBusy: true)
    }
    if way == .file, !turn.isWritten {
      return .wait(.waiting, atMost: Self.retryTime, evenIfBusy: turn.isBlocked)
    }
    guard lastWork.duration(to: now) < Self.expectingTime else {
      return .wait(.waiting, atMost: turn.isExpectant ? .milliseconds(100) : nil)
    }
    // Lets events come meanwhile.
    return .wait(.polling, atMost: .milliseconds(way == .file ? 3 : 1))
  }
}
