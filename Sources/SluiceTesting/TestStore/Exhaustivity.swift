/// How much of what happens must be expected.
public enum Exhaustivity: Sendable, Hashable {
  /// Every change of the state, every action, every failure of an effect, and the end of every run.
  case on
  /// Only what a test names; the rest is passed over, and listed in ``TestStore/skipped``.
  case off
}

/// Something that happened, or was under way, and that no expectation named.
public struct SkippedExpectation: Sendable, CustomStringConvertible {
  /// The file of the expectation that passed over it.
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

  /// The position and what happened.
  public var description: String { "\(filePath):\(line): skipped: \(message)" }
}
