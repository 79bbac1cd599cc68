import ExplorerTerminal
import SluiceSocket

/// `sluice-explorer demo`.
struct DemoCommand {
  private static let socketName = "explorer.sock"
  /// The time that a shop may take to close.
  private static let grace = Duration.seconds(5)

  let settings: Settings
  let interruption: Interruption
  private let output = OutputStream.standardOutput()

  init(settings: Settings, interruption: Interruption) {
    self.settings = settings
    self.interruption = interruption
  }

  func run() throws(ExplorerError) {
    if settings.showsScreen { return try runScreen() }
    switch settings.part {
    case .both: try runBoth()
    case .app: try runApp()
    case .watch: try runWatcher()
    }
  }

  /// Runs both halves in one process, with the screen in the place of the log.
  private func runScreen() throws(ExplorerError) {
    guard Terminal.isInteractive else { throw .usage(.needsTerminal(.screen), settings.command) }
    let directory = try makeDirectory()
    let endpoint = try ExplorerError.endpoint { () throws(SocketError) in
      try settings.endpoint == nil
        ? Self.endpoint(in: directory) : settings.resolveEndpoint().endpoint
    }
    let watcher = try ExplorerError.endpoint { () throws(SocketError) in
      try Watcher(
        at: endpoint,
        policy: settings.policy,
        longestRecord: settings.longestRecord,
        pasts: settings.screenPasts
      )
    }
    // The shop stays open until somebody leaves.
    var open = settings
    open.isForever = true
    let shop = try ExplorerError.endpoint { () throws(SocketError) in
      try ShopRun(open, pace: .person, endpoint: endpoint)
    }
    var state = ScreenState(settings)
    state.notice = Notice("A small shop at work: ? shows the keys, q leaves.")
    try ScreenSession(settings: settings, interruption: interruption)
      .run(ScreenSource(watcher), state)
    shop.close()
    // The socket has to go before its directory.
    _ = consume watcher
    _ = consume directory
  }

  /// Runs both halves in one process, over a private socket.
  private func runBoth() throws(ExplorerError) {
    let directory = try makeDirectory()
    let endpoint = Self.endpoint(in: directory)
    var session = try makeSession(at: endpoint)
    try say(DemoText.introduction)
    let pace = Terminal(descriptor: output.descriptor).isTerminal ? ShopPace.person : .fast
    let shop = try ExplorerError.endpoint { () throws(SocketError) in
      try ShopRun(settings, pace: pace, endpoint: endpoint)
    }
    var isOver = false
    try session.run { events in
      isOver = events.contains(where: \.isGoodbye)
      return isOver
    }
    if !isOver {
      // Interrupted: the last customer is served, and the books are closed.
      shop.close()
      let deadline = ContinuousClock.now + Self.grace
      try session.run(isInterruptible: false) { events in
        events.contains(where: \.isGoodbye) || ContinuousClock.now > deadline
      }
    }
    try waitForTotals(of: shop)
    try sayClosing(of: shop)
    try say(DemoText.asking)
    // The socket has to go before its directory.
    _ = consume session
    _ = consume directory
  }

  private func makeDirectory() throws(ExplorerError) -> PrivateDirectory {
    try ExplorerError.endpoint { () throws(SocketError) in
      try PrivateDirectory(removing: [Self.socketName, Self.socketName + ".lock"])
    }
  }

  private static func endpoint(in directory: borrowing PrivateDirectory) -> Endpoint {
    .unix(path: directory.path + "/" + socketName)
  }

  /// Runs the shop alone, for a watcher elsewhere.
  private func runApp() throws(ExplorerError) {
    let resolution = try ExplorerError.endpoint { () throws(SocketError) in
      try Endpoint.resolve(argument: settings.endpoint)
    }
    try say(DemoText.shopIsOpen(resolution))
    let shop = try ExplorerError.endpoint { () throws(SocketError) in
      let shop = try ShopRun(settings, pace: .person, endpoint: resolution.endpoint)
      var poller = Poller()
      poller.add(shop.done.descriptor, for: .reading)
      poller.add(interruption.descriptor, for: .reading)
      _ = try poller.wait()
      return shop
    }
    shop.close()
    try waitForTotals(of: shop)
    try sayClosing(of: shop)
  }

  /// Runs the watcher alone, for a shop elsewhere.
  private func runWatcher() throws(ExplorerError) {
    let resolution = try rethrow(settings.resolveEndpoint(), as: ExplorerError.endpoint)
    var session = try makeSession(at: resolution.endpoint)
    try say(DemoText.introduction + DemoText.watcherWaits(resolution))
    let isForever = settings.isForever
    try session.run { events in !isForever && events.contains(where: \.isGoodbye) }
  }

  /// Waits until a shop that closes has its totals.
  private func waitForTotals(of shop: ShopRun) throws(ExplorerError) {
    try ExplorerError.endpoint { () throws(SocketError) in
      var poller = Poller()
      poller.add(shop.done.descriptor, for: .reading)
      _ = try poller.wait(timeout: Self.grace)
    }
  }

  private func makeSession(
    at endpoint: Endpoint
  ) throws(ExplorerError) -> LogSession {
    let watcher = try ExplorerError.endpoint { () throws(SocketError) in
      try Watcher(
        at: endpoint,
        policy: settings.policy,
        longestRecord: settings.longestRecord
      )
    }
    return LogSession(
      source: LiveEvents(watcher: watcher),
      output: output,
      interruption: interruption,
      writer: PlainLog(settings, on: output, since: HostProcess.microsecondsSince1970)
    )
  }

  private func sayClosing(of shop: ShopRun) throws(ExplorerError) {
    try say([""] + (shop.closing?.lines ?? ["The shop was left before it closed."]))
  }

  private func say(_ lines: [String]) throws(ExplorerError) {
    let width = Terminal.columns(of: output.descriptor).map { $0 - 1 } ?? .max
    for line in lines {
      let text = StyledText(VisibleText(line).description)
      for piece in text.lines(of: width, hanging: 2) { output.writeLine(piece.text) }
    }
    try output.write()
  }
}

extension HubEvent {
  /// Whether a program has disconnected.
  fileprivate var isGoodbye: Bool {
    if case .disconnected = self { true } else { false }
  }
}
