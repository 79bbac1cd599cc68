import Sluice
import SluiceSocket
import SluiceWire

/// `sluice-explorer export FILE --to FORM`.
struct ExportCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    switch settings.exportForm {
    case .svg where settings.showsScreen:
      try write(Array(try screenPicture().utf8))
    case .svg:
      try write(Array(try picture().utf8))
    case .swiftTest, nil:
      try write(Array(try test().utf8))
    case .html:
      try convertSession { session, file throws(ExplorerError) in
        try ask { () throws(QuestionError) in try session.check(file) }
        let page = SessionPage(session, pins: settings.pins, filter: settings.filter?.text)
        try page.write { bytes throws(ExplorerError) in try write(bytes) }
      }
    case .reduxDevTools:
      try convertSession { session, file throws(ExplorerError) in
        let store = try ask { () throws(QuestionError) in try session.onlyStore(in: file) }
        if session.stores.count > 1 {
          Remark.write("\(store.label) was started several times; this is about the last time.")
        }
        let form = ReduxDevToolsFile(history: store.history)
        try check(form, file)
        try form.write { bytes throws(ExplorerError) in try write(bytes) }
      }
    case .chromeTrace:
      try convertSession { session, file throws(ExplorerError) in
        try ask { () throws(QuestionError) in try session.check(file) }
        let form = ChromeTrace(stores: session.stores)
        try form.write { bytes throws(ExplorerError) in try write(bytes) }
      }
    }
  }

  /// Throws an error if there is nothing to write, or too much to be read.
  private func check(_ form: ReduxDevToolsFile, _ file: String) throws(ExplorerError) {
    guard form.history.numbers != nil else { throw .question(.nothingRecorded(file: file)) }
    let size = form.estimatedSize
    guard size <= ReduxDevToolsFile.maximumSize else {
      throw .usage(
        .badArgument(
          settings.arguments.first ?? "",
          "a shorter session: each action has a whole state here, which makes about "
            + "\(ByteCount(size)), and at most \(ByteCount(ReduxDevToolsFile.maximumSize)) are "
            + "written; --keep and --filter shorten it"
        ),
        .export
      )
    }
  }

  private func test() throws(ExplorerError) -> String {
    let path = settings.arguments.first ?? ""
    guard path != "-" else {
      throw .usage(.badArgument(path, "a file, which the test reads"), .export)
    }
    try ExplorerError.session { () throws(SessionError) in
      // Only looked at: a test of what is no session would be no help.
      var reader = SessionReader(
        try InputFile(at: path),
        longestLine: settings.longestLine
      )
      _ = try reader.next()
    }
    return SwiftTest(session: path).source
  }

  /// Draws the screen with the whole session.
  private func screenPicture() throws(ExplorerError) -> String {
    let player = try settings.makePlayer(speed: nil)
    var pasts = settings.screenPasts
    var state = ScreenState(settings)
    state.watching.isSession = true
    let store = Store(initialState: state, environment: ScreenEnvironment.unavailable)
    store.registerScreen()
    store.dispatch(action: Resized(size: ScreenPicture.size))
    try forEachEvent(of: player) { event in pasts.take(event) }
    store.dispatch(action: Arrived(pasts: pasts.all))
    try ExplorerError.session { () throws(SessionError) in try player.finish() }
    if let number = settings.at { store.dispatch(action: SelectCommit(number: number)) }
    store.dispatch(action: ShowTab(tab: .state))
    store.dispatch(action: ShowBlame(isShown: true))
    let grid = store.selectCurrent(ScreenSelectors.grid)
    return ScreenPicture(title: "sluice-explorer", grid: grid).svg
  }

  /// Draws the log of the session as `replay` prints it on a terminal.
  private func picture() throws(ExplorerError) -> String {
    let player = try settings.makePlayer(speed: nil)
    let clock = ReplayClock(player)
    var filter = settings.filter
    var log = PlainLog(
      palette: Palette(isColored: true),
      options: settings.log,
      columns: { LogPicture.columns + 1 },
      now: { clock.now }
    )
    var lines: [StyledText] = []
    try forEachEvent(of: player) { event throws(ExplorerError) in
      clock.advance(to: event)
      guard filter?.admits(event) ?? true else { return }
      lines += log.lines(of: event)
      guard lines.count <= LogPicture.maximalLines else {
        throw .usage(
          .badArgument(
            settings.arguments.first ?? "",
            "a session whose log has at most \(LogPicture.maximalLines) lines; head shortens it"
          ),
          .export
        )
      }
    }
    try ExplorerError.session { () throws(SessionError) in try player.finish() }
    return LogPicture(title: "sluice-explorer", lines: lines).svg
  }

  /// Reads the session, and passes it on with its name for messages.
  ///
  /// Damaged lines are named afterwards: what is left of the session is exported.
  private func convertSession(
    _ convert: (ExportedSession, _ file: String) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    let player = try settings.makePlayer(speed: nil)
    var session = ExportedSession(settings)
    try forEachEvent(of: player) { event throws(ExplorerError) in session.take(event) }
    session.remark()
    let path = settings.arguments.first ?? ""
    try convert(session, path == "-" ? "standard input" : "“\(path)”")
    try ExplorerError.session { () throws(SessionError) in try player.finish() }
  }

  private func forEachEvent(
    of player: SessionPlayer,
    _ body: (HubEvent) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    try forEachTurn(of: player) { events throws(ExplorerError) in
      for event in events { try body(event) }
    }
  }

  /// Passes on what is read, redacted; throws an error when interrupted.
  private func forEachTurn(
    of player: SessionPlayer,
    _ body: ([HubEvent]) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    var redaction = SessionRedaction(settings.redactions)
    while let events = try player.turn(alsoWaitingFor: [(interruption.descriptor, .reading)]) {
      // A part would look like the whole.
      guard !interruption.isRequested else { throw .output(.interrupted) }
      try body(events.map { redaction.take($0) })
    }
  }

  private func ask<Result>(
    _ body: () throws(QuestionError) -> Result
  ) throws(ExplorerError) -> Result {
    do throws(QuestionError) {
      return try body()
    } catch {
      throw .question(error)
    }
  }

  private func write(_ bytes: [UInt8]) throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    output.buffer = bytes
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
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
    for store in stores where store.history.isShortened {
      Remark.write("The oldest commits of \(store.label) are left out; --keep holds more.")
    }
  }
}
