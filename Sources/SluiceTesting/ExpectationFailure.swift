/// What was expected and did not come true.
///
/// Thrown rather than reported, so that it reaches Swift Testing, XCTest and a plain executable
/// alike. The description begins with the position of the expectation.
public struct ExpectationFailure: Error, CustomStringConvertible {
  /// The file in which the expectation stands.
  public let filePath: String
  /// The line on which the expectation stands, from 1.
  public let line: Int
  /// What was expected, what came, and how to fix it.
  public let message: String

  package init(filePath: StaticString, line: UInt, _ message: String) {
    self.filePath = filePath.description
    self.line = Int(line)
    self.message = message
  }

  /// The position and the message.
  public var description: String { "\(filePath):\(line): \(message)" }
}
