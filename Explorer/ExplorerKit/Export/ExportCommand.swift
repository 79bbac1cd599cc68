import SluiceSocket

/// `sluice-explorer export FILE --to FORM`.
struct ExportCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let text =
      switch settings.exportForm {
      case .svg: try picture()
      case .swiftTest, nil: try test()
      }
    let output = OutputStream.standardOutput()
    output.write(text)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
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
        longestRecord: settings.longestRecord
      )
      _ = try reader.next()
    }
    return SwiftTest(session: path).source
  }

  /// Draws the log of the session as `replay` prints it on a terminal.
  private func picture() throws(ExplorerError) -> String {
    let player = try settings.makePlayer(speed: nil)
    let clock = ReplayClock(player)
    var log = PlainLog(
      palette: Palette(isColored: true),
      options: settings.log,
      columns: { LogPicture.columns + 1 },
      now: { clock.now }
    )
    var lines: [StyledText] = []
    while !interruption.isRequested,
      let events = try player.turn(alsoWaitingFor: [(interruption.descriptor, .reading)])
    {
      for event in events {
        clock.advance(to: event)
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
    }
    try ExplorerError.session { () throws(SessionError) in try player.finish() }
    return LogPicture(title: "sluice-explorer", lines: lines).svg
  }
}
