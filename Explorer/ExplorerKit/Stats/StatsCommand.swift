import SluiceSocket

/// `sluice-explorer stats`.
struct StatsCommand {
  /// Between two pictures on a terminal.
  private static let redrawing = Duration.milliseconds(250)
  /// Characters in a line where nothing limits them.
  private static let standardWidth = 100

  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    let player = settings.arguments.isEmpty ? nil : try settings.makePlayer(speed: nil)
    let source: any EventSource =
      if let player { player } else { LiveEvents(watcher: try settings.makeWatcher()) }
    let isLive = player == nil && Terminal(descriptor: output.descriptor).isTerminal
    var statistics = Statistics()
    var picture = Picture()
    try watch(source, isLive ? output : nil, &statistics, &picture)
    picture.erase(on: output)
    let terminal = Terminal(descriptor: output.descriptor)
    for line in table(on: terminal).lines(statistics) { output.writeLine(line) }
    try Self.flush(output, unless: nil)
    if let player { try ExplorerError.session { () throws(SessionError) in try player.finish() } }
  }

  /// Counts until it is interrupted or the source is at its end.
  private func watch(
    _ source: any EventSource,
    _ screen: OutputStream?,
    _ statistics: inout Statistics,
    _ picture: inout Picture
  ) throws(ExplorerError) {
    var filter = settings.filter
    var others: [(descriptor: Int32, interest: Poller.Interest)] = [
      (interruption.descriptor, .reading)
    ]
    if let screen { others.append((screen.descriptor, [])) }
    var nextDrawing = ContinuousClock.now
    while !interruption.isRequested {
      guard let events = try source.turn(alsoWaitingFor: others) else { return }
      for event in events where filter?.admits(event) ?? true { statistics.take(event) }
      guard let screen, nextDrawing <= .now else { continue }
      nextDrawing = .now + Self.redrawing
      let terminal = Terminal(descriptor: screen.descriptor)
      let rows = terminal.rows ?? 24
      let lines = table(on: terminal, longest: max((rows - 10) / 3, 1)).lines(statistics)
      picture.draw(lines.prefix(rows - 1), on: screen)
      try Self.flush(screen, unless: interruption)
    }
  }

  private func table(on terminal: Terminal, longest: Int = 40) -> StatisticsTable {
    StatisticsTable(
      palette: Palette(isColored: settings.isColored(on: terminal)),
      // The last column stays free: a full line would begin a new one on some terminals.
      width: (terminal.columns ?? Self.standardWidth + 1) - 1,
      longest: longest
    )
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

/// Lines that are drawn over each other, below what was there before.
private struct Picture {
  private var height = 0

  mutating func draw(_ lines: some Collection<String>, on output: OutputStream) {
    erase(on: output)
    for line in lines { output.writeLine(line) }
    height = lines.count
  }

  mutating func erase(on output: OutputStream) {
    if height > 0 { output.write("\u{1B}[\(height)A\r\u{1B}[J") }
    height = 0
  }
}
