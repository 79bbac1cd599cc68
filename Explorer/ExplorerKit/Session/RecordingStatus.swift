import ExplorerTerminal
import SluiceSocket
import SluiceWire

/// What was recorded so far, on a line of the terminal that is drawn over itself.
struct RecordingStatus {
  /// The minimum time between two drawings.
  private static let pause = Duration.milliseconds(200)

  private let screen = OutputStream.standardError()
  private let name: String
  private let beginning: String
  private var picture = Picture()
  private var drawn: String?
  private var nextDrawing = ContinuousClock.now

  /// Creates a status line; `nil` if standard error is no terminal.
  ///
  /// - Parameter name: What is recorded to, for people.
  init?(of name: String) {
    guard Terminal(descriptor: screen.descriptor).canRedraw else { return nil }
    self.name = name
    var clock = LocalTime()
    let now = clock.text(microsecondsSince1970: HostProcess.microsecondsSince1970)
    beginning = String(now.prefix(8))
  }

  /// Draws the line if it says something new and the last one was visible for a moment.
  mutating func show(commits: Int, bytes: Int) {
    let text =
      "\(NumberText.count(commits, "commit")), \(ByteCount(bytes)) since \(beginning)"
      + " to \(name). Control-C ends it."
    guard text != drawn, nextDrawing <= .now else { return }
    drawn = text
    nextDrawing = .now + Self.pause
    let columns = Terminal.columns(of: screen.descriptor) ?? 80
    picture.draw([VisibleText(text).description.cut(to: columns - 1)], on: screen)
    try? screen.flush()
  }

  /// Erases the line.
  mutating func end() {
    picture.erase(on: screen)
    try? screen.flush()
  }
}
