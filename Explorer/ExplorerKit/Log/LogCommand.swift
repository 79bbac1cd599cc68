import SluiceSocket

/// `sluice-explorer log`.
struct LogCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    let beginning = HostProcess.microsecondsSince1970
    let watcher = try settings.makeWatcher()
    let notice = try settings.idleNotice(of: watcher, on: output)
    var session = LogSession(
      source: LiveEvents(
        watcher: watcher,
        ifAlone: settings.aloneNotice(watcher, drawn: notice)
      ),
      output: output,
      interruption: interruption,
      filter: settings.filter,
      writer: settings.writer(on: output, since: beginning),
      notice: notice
    )
    try session.run()
  }
}

extension PlainLog {
  /// Creates a log on a terminal, a pipe or a file.
  ///
  /// - Parameters:
  ///   - beginning: When the Explorer began to listen, in microseconds since 1970; `nil` for a session.
  ///   - now: Returns the microseconds since 1970; `nil` for the system's clock.
  init(
    _ settings: Settings,
    on output: OutputStream,
    since beginning: Int64?,
    now: (() -> Int64)? = nil
  ) {
    let descriptor = output.descriptor
    let terminal = Terminal(descriptor: descriptor)
    self.init(
      palette: Palette(isColored: settings.isColored(on: terminal)),
      options: settings.log,
      since: beginning,
      columns: terminal.isTerminal ? { Terminal.columns(of: descriptor) } : { nil },
      now: now ?? { HostProcess.microsecondsSince1970 }
    )
  }
}

extension Settings {
  /// Listens at the endpoint or attaches to who does, and with `--verbose` says which.
  ///
  /// - Parameters:
  ///   - pasts: What is filled with what it hears, for others who ask; `nil` for what the settings ask for.
  ///   - takesBacklog: Whether another is to send what it holds.
  func makeWatcher(
    filling pasts: Pasts? = nil,
    takesBacklog: Bool = false,
    in world: World = .system
  ) throws(ExplorerError) -> Watcher {
    try ExplorerError.endpoint { () throws(SocketError) in
      let resolution = try resolveEndpoint()
      let watcher = try Watcher(
        at: resolution.endpoint,
        policy: policy,
        longestRecord: longestRecord,
        pasts: pasts ?? Pasts(pastLimits),
        takesBacklog: takesBacklog,
        world: world
      )
      // Not sooner: a script may wait for this line to start its program.
      if isVerbose {
        Remark.write("\(watcher.seat) at \(resolution.explanation).")
      }
      return watcher
    }
  }

  /// Finds the endpoint to listen at; a directory that was named must be there, since it may be mistyped.
  func resolveEndpoint() throws(SocketError) -> Endpoint.Resolution {
    let resolution = try Endpoint.resolve(argument: endpoint)
    switch resolution.source {
    case .runtimeDirectory, .temporaryDirectory: break
    case .argument, .environment:
      let directory = SocketDirectory.path(ofSocket: try resolution.endpoint.socketPath)
      if try PathFacts(at: directory) == nil { throw .directoryMissing(path: directory) }
    }
    return resolution
  }

  /// What is held of the past.
  var pastLimits: Pasts.Limits { Pasts.Limits(commits: keep) }

  /// What a screen fills.
  var screenPasts: Pasts { Pasts(pastLimits, isTallying: true) }

  /// The users whose programs may connect.
  var policy: PeerPolicy { PeerPolicy(alsoAdmitting: allowedUserIDs) }
}
