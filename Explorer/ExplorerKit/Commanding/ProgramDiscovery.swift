import SluiceWire

/// Whether all programs that are running have been reported.
///
/// A viewer asks the hub for its list of pasts, which the hub answers, even with a refusal, behind the
/// hellos of all that are connected. To a hub the programs connect by themselves, if they have lost
/// another one.
struct ProgramDiscovery {
  /// How long programs that lost another hub may take to connect.
  static let reconnectionTime = Duration.milliseconds(700)

  private let start: ContinuousClock.Instant
  /// The request whose answer follows the hellos; `nil` before.
  private var request: Int?
  private var isAnswered = false

  init(from start: ContinuousClock.Instant = .now) {
    self.start = start
  }

  mutating func take(_ event: HubEvent) {
    switch event {
    case .held(let request, .page), .held(let request, .error):
      if request == self.request { isAnswered = true }
    case .connected, .record, .problem, .disconnected, .held:
      break
    }
  }

  /// Asks the hub, if this is a viewer; call it after each turn.
  mutating func ask(_ source: some HistorySource, asHub isHub: Bool) {
    guard !isHub, request == nil else { return }
    // Without room it is asked after the next turn.
    request = try? source.send(.history(WireRecord.History(request: 0)), to: nil)
  }

  func isComplete(asHub isHub: Bool, now: ContinuousClock.Instant) -> Bool {
    isHub ? start.duration(to: now) >= Self.reconnectionTime : isAnswered
  }
}
