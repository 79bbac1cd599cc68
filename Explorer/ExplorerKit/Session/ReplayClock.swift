/// The time within a session, for what prints events that bring none.
///
/// Shared between who reads the events and who prints them, on one thread.
final class ReplayClock {
  private let player: SessionPlayer
  private var time: Int64?

  init(_ player: SessionPlayer) {
    self.player = player
  }

  /// Microseconds since 1970: the time of the last event that had one, or else the session's first.
  var now: Int64 { time ?? player.firstTime ?? 0 }

  func advance(to event: HubEvent) {
    time = event.time ?? time
  }
}
