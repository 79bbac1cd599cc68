/// How much of what happens a test must expect.
public enum Exhaustivity: Sendable, Hashable {
  /// Every change of the state, every action, every error of an effect, and the end of every run.
  case on
  /// Only what a test names; the rest is skipped, and listed in ``TestStore/skipped``.
  case off
}

/// An event, or pending work, that no expectation named.
public struct SkippedExpectation: Sendable, CustomStringConvertible {
  /// The file of the expectation that skipped it.
  public let filePath: String
  /// The line of that expectation.
  public let line: Int
  /// What happened.
  public let message: String

  init(_ place: SourcePlace, _ message: String) {
    filePath = place.filePath.description
    line = Int(place.line)
    self.message = message
  }

  /// The position and the message.
  public var description: String { "\(filePath):\(line): skipped: \(message)" }
}
