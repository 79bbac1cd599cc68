import ExplorerTerminal
import Sluice

extension ExportFormat {
  /// A picture of the log, or of the screen.
  static let svg = ExportFormat(
    name: "svg",
    discussion: """
      svg is a picture of the log, in its colours, for a page or a report; with --screen it is one of
      the screen, with the state after the last commit, or after that of --at.
      """,
    options: [.filter, .redact, .screen, .at]
  ) { export throws(ExplorerError) in
    if export.settings.showsScreen {
      try export.write(try export.screenPicture().svg)
    } else {
      try export.write(try export.logPicture().svg)
    }
  }
}

extension ExportCommand {
  fileprivate static let title = "sluice-explorer"

  /// Draws the screen with the whole session.
  fileprivate func screenPicture() throws(ExplorerError) -> TextPicture {
    let player = try makePlayer()
    var pasts = settings.screenPasts
    var state = ScreenState(settings)
    state.watching.isSession = true
    state.watching.file = (settings.arguments.first ?? "").split(separator: "/").last.map(
      String.init
    )
    state.size = TextPicture.screenSize
    try forEachEvent(of: player) { event in pasts.take(event) }
    _ = state.watching.take(pasts.all)
    try finish(player)
    if let number = settings.at {
      try rethrow(requireState(after: number, in: pasts), as: ExplorerError.question)
      state.go(to: number)
    }
    state.toggleBlame()
    state.answerAll()
    let grid = ScreenSelectors.grid.value(in: state)
    return TextPicture(title: Self.title, grid: grid)
  }

  /// Throws the error of `state --at` unless a store has such a state.
  private func requireState(after number: Int, in pasts: Pasts) throws(QuestionError) {
    var problem = QuestionError.nothingRecorded(file: name)
    for past in pasts.all {
      do throws(QuestionError) {
        _ = try past.history.answer(.state(StatePath(), at: number), file: name)
        return
      } catch {
        problem = error
      }
    }
    throw problem
  }

  /// Draws the log of the session as `replay` prints it on a terminal.
  fileprivate func logPicture() throws(ExplorerError) -> TextPicture {
    let player = try makePlayer()
    let clock = ReplayClock(player)
    var filter = settings.filter
    var log = PlainLog(
      palette: Palette(isColored: true),
      options: settings.log,
      columns: { TextPicture.logColumns + 1 },
      now: { clock.now }
    )
    var lines: [StyledText] = []
    try forEachEvent(of: player) { event throws(ExplorerError) in
      clock.advance(to: event)
      guard filter?.admits(event) ?? true else { return }
      lines += log.lines(of: event)
      guard lines.count <= TextPicture.maximalLines else {
        throw refusal(
          expected:
            "a session whose log has at most \(TextPicture.maximalLines) lines; head shortens it"
        )
      }
    }
    try finish(player)
    if let remark = filter?.remark { Remark.write(remark) }
    return TextPicture(title: Self.title, lines: lines)
  }
}
