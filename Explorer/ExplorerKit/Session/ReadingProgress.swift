import ExplorerTerminal
import Synchronization

/// How far a session file was read, on a line of the terminal that is drawn over itself.
///
/// Thread-safe.
final class ReadingProgress: Sendable {
  /// The time before the line is drawn, and between two drawings.
  private static let pause = Duration.milliseconds(300)

  private struct State {
    let screen = OutputStream.standardError()
    var picture = Picture()
    var nextDrawing = ContinuousClock.now + ReadingProgress.pause
  }

  private let state = Mutex(State())

  /// Creates a line; `nil` if standard error is no terminal.
  init?() {
    guard Terminal(descriptor: OutputStream.standardError().descriptor).canRedraw else {
      return nil
    }
  }

  /// Draws where something is read, if the last drawing was visible for a moment.
  func show(_ bytes: Int, of size: Int) {
    state.withLock { state in
      guard state.nextDrawing <= .now, size > 0 else { return }
      state.nextDrawing = .now + Self.pause
      let text = "Reading at \(Int(Double(bytes) / Double(size) * 100)) % of the recording."
      state.picture.draw([text], on: state.screen)
      try? state.screen.flush()
    }
  }

  /// Erases the line.
  func end() {
    state.withLock { state in
      state.picture.erase(on: state.screen)
      try? state.screen.flush()
    }
  }
}
