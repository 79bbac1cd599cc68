import SluiceSocket

/// What the demo says to a newcomer.
enum DemoText {
  static let introduction = [
    "A small shop that keeps its state in Sluice, watched over a socket as any program can be.",
    "Each line with a number is an action; below it is what it changed in the state:",
    "  + added   - removed   ~ old → new   > moved",
    "▸ ■ ✗ are effects that start, end and fail; ← names the action that led to this one.",
    "",
  ]

  /// How to ask about a day, at the end of one.
  static let asking = [
    "Keep a day: sluice-explorer record day.session, and demo --app in another terminal.",
    "Then ask: sluice-explorer why revenue day.session. See it again: sluice-explorer replay"
      + " day.session. In full screen: sluice-explorer demo --screen",
  ]

  static func shopIsOpen(_ resolution: Endpoint.Resolution) -> [String] {
    [
      "The shop is open and reports to \(resolution.endpoint).",
      "Watch it from another terminal: sluice-explorer demo --watch\(option(resolution))",
    ]
  }

  static func watcherWaits(_ resolution: Endpoint.Resolution) -> [String] {
    [
      "Listening at \(resolution.endpoint).",
      "Open the shop in another terminal: sluice-explorer demo --app\(option(resolution))",
      "Ask about it in a third, while this runs: sluice-explorer why revenue\(option(resolution))",
      "",
    ]
  }

  /// What leads another command to the same endpoint, where it doesn't find it by itself.
  private static func option(_ resolution: Endpoint.Resolution) -> String {
    resolution.source == .argument ? " --endpoint \(resolution.endpoint)" : ""
  }
}
