import SluiceSocket

/// `sluice-explorer log`.
struct LogCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    var session = LogSession(
      source: LiveEvents(watcher: try settings.makeWatcher()),
      output: output,
      interruption: interruption,
      writer: settings.writer(on: Terminal(descriptor: output.descriptor))
    )
    try session.run()
  }
}

extension PlainLog {
  /// - Parameter now: Microseconds since the beginning of 1970; nil for the system's clock.
  init(_ settings: Settings, _ terminal: Terminal, now: (() -> Int64)? = nil) {
    self.init(
      palette: Palette(isColored: settings.isColored(on: terminal)),
      columns: terminal.columns,
      now: now ?? { HostProcess.microsecondsSince1970 }
    )
  }
}

extension Settings {
  /// Takes a place at the endpoint, and says where and as what if that is asked for.
  func makeWatcher() throws(ExplorerError) -> Watcher {
    try ExplorerError.endpoint { () throws(SocketError) in
      let resolution = try Endpoint.resolve(argument: endpoint)
      let watcher = try Watcher(
        at: resolution.endpoint,
        policy: policy,
        longestRecord: longestRecord
      )
      // Only now can a program connect that waits for this line.
      if isVerbose {
        let seat = watcher.isHub ? "Listening" : "Attached to the sluice-explorer that listens"
        Remark.write("\(seat) at \(resolution.explanation).")
      }
      return watcher
    }
  }

  /// Whose programs may connect.
  var policy: PeerPolicy { PeerPolicy(alsoAdmitting: allowedUserIDs) }
}
