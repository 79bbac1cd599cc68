import ExplorerTerminal
import SluiceSocket
import SluiceWire

/// `sluice-explorer stats`.
struct StatsCommand {
  /// The minimum time between two drawings on a terminal.
  private static let redrawing = Duration.milliseconds(250)
  /// The columns of a line where nothing limits them.
  private static let standardWidth = 100

  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    if settings.arguments.isEmpty {
      let watcher = try settings.makeWatcher()
      let notice = try settings.idleNotice(of: watcher, on: output)
      let source = LiveEvents(
        watcher: watcher,
        ifAlone: settings.aloneNotice(watcher, drawn: notice)
      )
      try show(source, on: output, notice)
    } else {
      let player = try settings.makePlayer(speed: nil)
      try show(player, on: output, nil, finish: player.finish)
    }
  }

  /// Counts until it is interrupted or the source is at its end, and prints the tables.
  ///
  /// - Parameter notice: What stands on a terminal until something is counted; `nil` for a source whose
  ///   tables are printed at the end only.
  ///   - finish: Throws what is said in front of the tables, which are of a part then.
  private func show(
    _ source: any EventSource,
    on output: OutputStream,
    _ notice: [String]?,
    finish: () throws(SessionError) -> Void = {}
  ) throws(ExplorerError) {
    var statistics = Statistics()
    var picture = Picture()
    let isLive =
      notice != nil && !settings.isJSON && Terminal(descriptor: output.descriptor).canRedraw
    if isLive {
      try watch(source, on: output, notice ?? [], &statistics, &picture)
    } else {
      try count(source, on: nil, &statistics) { _ in }
    }
    picture.erase(on: output)
    var failure: SessionError?
    do throws(SessionError) {
      try finish()
    } catch {
      ExplorerMain.warn(error.description)
      failure = error
    }
    if settings.isJSON {
      output.writeLine(json: statistics.json)
    } else {
      let terminal = Terminal(descriptor: output.descriptor)
      for line in lines(statistics, on: terminal) { output.writeLine(line) }
    }
    try Self.flush(output, unless: nil)
    if failure != nil { throw .said(.damagedFile) }
  }

  /// Counts, and draws the tables again and again.
  private func watch(
    _ source: any EventSource,
    on screen: OutputStream,
    _ notice: [String],
    _ statistics: inout Statistics,
    _ picture: inout Picture
  ) throws(ExplorerError) {
    var nextDrawing = ContinuousClock.now
    var drawn: [String] = []
    try count(source, on: screen, &statistics) { statistics throws(ExplorerError) in
      guard nextDrawing <= .now else { return }
      nextDrawing = .now + Self.redrawing
      let terminal = Terminal(descriptor: screen.descriptor)
      let rows = terminal.rows ?? 24
      let lines =
        statistics.isEmpty && !notice.isEmpty
        ? notice : lines(statistics, on: terminal, longest: max((rows - 10) / 3, 1))
      guard lines != drawn else { return }
      drawn = lines
      picture.draw(lines.prefix(rows - 1), on: screen)
      try Self.flush(screen, unless: interruption)
    }
  }

  /// Counts until it is interrupted or the source is at its end.
  ///
  /// - Parameters:
  ///   - screen: The output whose reader may go away; `nil` for none.
  ///   - body: Called after each turn.
  private func count(
    _ source: any EventSource,
    on screen: OutputStream?,
    _ statistics: inout Statistics,
    _ body: (Statistics) throws(ExplorerError) -> Void
  ) throws(ExplorerError) {
    var filter = settings.filter
    var others: [(descriptor: Int32, interest: Poller.Interest)] = [
      (interruption.descriptor, .reading)
    ]
    if let screen { others.append((screen.descriptor, [])) }
    defer { if let remark = filter?.remark { Remark.write(remark) } }
    try body(statistics)
    while !interruption.isRequested {
      guard let events = try source.turn(alsoWaitingFor: others) else { return }
      for event in events where filter?.admits(event) ?? true { statistics.take(event) }
      try body(statistics)
    }
  }

  private func lines(
    _ statistics: Statistics,
    on terminal: Terminal,
    longest: Int = 40
  ) -> [String] {
    let palette = Palette(isColored: settings.isColored(on: terminal))
    // The last column stays free: a full line would begin a new one on some terminals.
    let width = (terminal.columns ?? Self.standardWidth + 1) - 1
    let table = StatisticsTable(width: width, longest: longest)
    return table.lines(statistics).map { $0.painted(palette) }
  }

  private static func flush(
    _ output: OutputStream,
    unless interruption: Interruption?
  ) throws(ExplorerError) {
    do throws(OutputError) {
      try output.flush(unless: interruption)
      if output.readerIsGone { throw .closed }
    } catch .interrupted {
      return
    } catch {
      throw .output(error)
    }
  }
}
