import SluiceSocket

/// `sluice-explorer log`.
struct LogCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    let watcher = try settings.makeWatcher()
    var session = LogSession(
      watcher: watcher,
      output: output,
      interruption: interruption,
      writer: settings.writer(on: Terminal(descriptor: output.descriptor))
    )
    try session.run()
  }
}

extension PlainLog {
  init(_ settings: Settings, _ terminal: Terminal) {
    self.init(
      palette: Palette(isColored: settings.isColored(on: terminal)),
      columns: terminal.columns
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

  /// How events are printed.
  func writer(on terminal: Terminal) -> any EventWriter {
    isJSON ? JSONLog() : PlainLog(self, terminal)
  }

  /// Whose programs may connect.
  var policy: PeerPolicy { PeerPolicy(alsoAdmitting: allowedUserIDs) }
}
