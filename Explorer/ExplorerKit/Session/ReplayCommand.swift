import SluiceSocket

/// `sluice-explorer replay FILE`.
struct ReplayCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    if settings.showsScreen { return try runScreen() }
    let output = OutputStream.standardOutput()
    let player = try settings.makePlayer(speed: settings.speed, isStepped: settings.isStepped)
    if settings.isStepped {
      Remark.write("Enter shows the next commit, q and Enter ends.")
    }
    let clock = ReplayClock(player)
    var session = LogSession(
      source: player,
      output: output,
      interruption: interruption,
      clock: clock,
      filter: settings.filter,
      writer: settings.writer(on: output, since: nil) { clock.now }
    )
    try session.run()
    try rethrow(player.finish(), as: ExplorerError.session)
  }

  /// Shows the session in full screen.
  private func runScreen() throws(ExplorerError) {
    guard Terminal.isInteractive else { throw .usage(.needsTerminal(.screen), settings.command) }
    let path = settings.arguments.first ?? ""
    guard path != "-" else {
      throw .usage(.badArgument(path, "a file, since keys are read from standard input"), .replay)
    }
    let session = ScreenSession(settings: settings, interruption: interruption)
    var state = ScreenState(settings)
    state.watching.isSession = true
    state.watching.file = path.split(separator: "/").last.map(String.init) ?? path
    // All of it at once, however long it is, unless somebody wants to see how it went.
    guard settings.isPlayed else {
      let (file, pasts) = try settings.readSession(at: path, interruption)
      try session.run(ScreenSource(pasts), state)
      return try rethrow(file.finish(), as: ExplorerError.session)
    }
    state.watching.isPlaying = true
    let player = try settings.makePlayer(speed: settings.speed, filling: settings.screenPasts)
    try session.run(ScreenSource(player), state)
    try rethrow(player.finish(), as: ExplorerError.session)
  }
}

extension Settings {
  /// The session that the first argument names.
  ///
  /// - Parameter pasts: What is filled with what the session says.
  func makePlayer(
    speed: Double?,
    isStepped: Bool = false,
    filling pasts: Pasts = Pasts(.none),
    _ calls: SystemCalls = .system
  ) throws(ExplorerError) -> SessionPlayer {
    let path = arguments.first ?? ""
    guard !(isStepped && path == "-") else {
      throw .usage(.badArgument(path, "a file, since --step reads standard input"), command)
    }
    let file = try rethrow(InputFile(at: path, calls), as: ExplorerError.session)
    return SessionPlayer(
      file,
      longestLine: longestLine,
      pace: ReplayPace(speed: speed),
      isStepped: isStepped,
      filling: pasts
    )
  }

  /// Reads a session as a whole.
  func readSession(
    at path: String,
    _ interruption: Interruption
  ) throws(ExplorerError) -> (SessionFile, Pasts) {
    try ExplorerError.session { () throws(SessionError) in
      let file = try SessionFile(
        at: path,
        longestLine: longestLine,
        isInterrupted: { interruption.isRequested }
      )
      return (file, try file.held())
    }
  }

  /// Returns what prints events as these settings ask for, without their filter.
  func writer(
    on output: OutputStream,
    since beginning: Int64?,
    now: (() -> Int64)? = nil
  ) -> any EventWriter {
    isJSON ? JSONLog() : PlainLog(self, on: output, since: beginning, now: now)
  }
}
