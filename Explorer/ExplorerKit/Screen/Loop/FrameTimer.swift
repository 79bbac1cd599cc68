/// When to draw a frame.
struct FrameTimer {
  /// The shortest time between two frames that nobody waits for.
  static let frameTime = Duration.milliseconds(16)
  /// How long a frame waits for the lines of the pane, so that a key is drawn once, and in time.
  static let paneTime = Duration.milliseconds(6)

  /// Whether something has changed that isn't drawn.
  private var isNeeded = true
  /// Whether more is found or counted, beside the keys.
  private var hasProgress = false
  /// When what comes is shown next.
  private var next: ContinuousClock.Instant
  /// Until when the next frame waits for the pane; `nil` if it doesn't.
  private var paneDeadline: ContinuousClock.Instant?

  init(at now: ContinuousClock.Instant) {
    next = now
  }

  /// Asks for a frame.
  mutating func need() { isNeeded = true }

  /// Asks for a frame because of a key, which may wait for the pane.
  mutating func noteInput(at now: ContinuousClock.Instant) {
    isNeeded = true
    paneDeadline = now + Self.paneTime
  }

  /// Asks for a frame when it is time for one.
  mutating func noteProgress() { hasProgress = true }

  /// When something is to be done; `nil` if nothing is.
  ///
  /// - Parameters:
  ///   - hasNews: Whether something came.
  ///   - isBlocked: Whether nothing can be drawn now.
  func deadline(hasNews: Bool, isBlocked: Bool) -> ContinuousClock.Instant? {
    let news = hasNews || hasProgress ? next : nil
    let pane = isNeeded && !isBlocked ? paneDeadline : nil
    return [news, pane].compactMap(\.self).min()
  }

  /// Returns whether it is time to show what came, if anything did; then a frame is needed.
  mutating func showsNews(_ hasNews: Bool, at now: ContinuousClock.Instant) -> Bool {
    guard hasNews || hasProgress, now >= next else { return false }
    hasProgress = false
    isNeeded = true
    next = now + Self.frameTime
    return true
  }

  /// Returns whether to draw a frame now.
  ///
  /// - Parameter isAwaited: Whether somebody waits for the pane.
  mutating func draws(at now: ContinuousClock.Instant, isAwaited: Bool) -> Bool {
    guard isNeeded else { return false }
    if let paneDeadline, isAwaited, now < paneDeadline { return false }
    paneDeadline = nil
    isNeeded = false
    return true
  }
}
