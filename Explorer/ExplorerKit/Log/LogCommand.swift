import SluiceSocket

/// `sluice-explorer log`.
struct LogCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    let hub = try ExplorerError.endpoint { () throws(SocketError) in
      let resolution = try Endpoint.resolve(argument: settings.endpoint)
      let hub = try Hub(
        at: resolution.endpoint,
        policy: settings.policy,
        longestRecord: settings.longestRecord
      )
      // Only now can a program connect that waits for this line.
      if settings.isVerbose { Remark.write("Listening at \(resolution.explanation).") }
      return hub
    }
    let writer: any EventWriter =
      settings.isJSON ? JSONLog() : PlainLog(settings, Terminal(descriptor: output.descriptor))
    var session = LogSession(
      hub: hub,
      output: output,
      interruption: interruption,
      writer: writer
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
  /// Whose programs may connect.
  var policy: PeerPolicy { PeerPolicy(alsoAdmitting: allowedUserIDs) }
}
