/// Whether all programs that are running have been reported.
///
/// A hub says when it has told a viewer of all that are connected. To a hub the programs connect by themselves, if
/// they have lost another one.
struct ProgramDiscovery {
  /// How long programs that lost another hub may take to connect.
  static let reconnectionTime = Duration.milliseconds(700)

  private let start: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    self.start = start
  }

  func isComplete(_ watcher: Watcher, now: ContinuousClock.Instant) -> Bool {
    watcher.isHub ? start.duration(to: now) >= Self.reconnectionTime : watcher.isLive
  }
}
