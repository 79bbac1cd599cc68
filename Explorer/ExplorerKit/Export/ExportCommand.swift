import SluiceSocket
import SluiceWire

/// `sluice-explorer export FILE --to FORMAT`: the session, and where a format writes it.
struct ExportCommand {
  let settings: Settings
  let interruption: Interruption
  /// What reads the session and writes the export.
  var calls = SystemCalls.system

  func run() throws(ExplorerError) {
    try settings.exportFormat?.write(self)
  }

  /// The first argument.
  var path: String { settings.arguments.first ?? "" }

  /// The session's name for messages.
  var name: String { path == "-" ? "standard input" : "“\(path)”" }

  /// Returns an error about the file.
  ///
  /// - Parameter expected: A description of what can be used instead.
  func refusal(expected: String) -> ExplorerError {
    .usage(.badArgument(path, expected), .export)
  }

  /// The session to read.
  func makePlayer() throws(ExplorerError) -> SessionPlayer {
    try settings.makePlayer(speed: nil, calls)
  }

  /// Reads the session, and passes on the stores that were chosen.
  ///
  /// Damaged lines are named afterwards: what is left of the session is exported.
  func convertSession(
    _ convert: (ExportedSession) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    let player = try makePlayer()
    var session = ExportedSession(settings)
    try forEachEvent(of: player) { event throws(ExplorerError) in session.take(event) }
    session.remark()
    try convert(session)
    try finish(player)
  }

  /// Passes on what is read, redacted; throws an error when interrupted.
  func forEachEvent(
    of player: SessionPlayer,
    _ body: (HubEvent) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    var redaction = SessionRedaction(settings.redactions)
    while let events = try player.turn(alsoWaitingFor: [(interruption.descriptor, .reading)]) {
      // A part would look like the whole.
      guard !interruption.isRequested else { throw .output(.interrupted) }
      for event in events { try body(redaction.take(event)) }
    }
  }

  /// Throws an error about damaged lines.
  func finish(_ player: SessionPlayer) throws(ExplorerError) {
    try rethrow(player.finish(), as: ExplorerError.session)
  }

  func write(_ text: String) throws(ExplorerError) {
    try OutputStream.print(text, unless: interruption, calls)
  }

  func write(_ bytes: [UInt8]) throws(ExplorerError) {
    try OutputStream.print(bytes, unless: interruption, calls)
  }
}

extension ExportedSession {
  init(_ settings: Settings) {
    self.init(
      ProgramChoice(app: settings.app, store: settings.store),
      settings.pastLimits,
      filter: settings.filter
    )
  }

  /// Says on standard error what is left out.
  func remark() {
    if omitted > 0 {
      Remark.write(
        "\(NumberText.count(omitted, "store")) beyond \(Self.maximalStores) left out. "
          + "Choose with --app and --store."
      )
    }
    if let remark = filterRemark { Remark.write(remark) }
    for store in stores where store.history.isShortened {
      Remark.write("The oldest commits of \(store.label) are left out; --keep holds more.")
    }
  }
}
