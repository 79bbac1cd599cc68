/// What was expected and did not come true.
///
/// Thrown rather than reported, so that it reaches Swift Testing, XCTest and a plain executable
/// alike. The description begins with the position of the expectation.
public struct ExpectationFailure: Error, CustomStringConvertible {
  /// The file in which the expectation stands.
  public let filePath: String
  /// The line on which the expectation stands, from 1.
  public let line: Int
  /// What happened, the difference, and how to fix it.
  public let message: String

  /// - Parameters:
  ///   - place: Where the expectation stands.
  ///   - happened: A sentence.
  ///   - difference: What was expected beside what came, and how they differ.
  ///   - fix: The rest of a sentence that begins with “To fix, …”.
  init(
    _ place: SourcePlace,
    happened: String,
    _ difference: [any CustomStringConvertible],
    fix: String
  ) {
    filePath = place.filePath.description
    line = Int(place.line)
    message = ([happened] + difference.map(\.description) + ["To fix, \(fix)"])
      .joined(separator: "\n")
  }

  /// The position and the message.
  public var description: String { "\(filePath):\(line): \(message)" }
}

/// Where an expectation stands, as the compiler writes it.
struct SourcePlace: Sendable {
  let filePath: StaticString
  let line: UInt

  init(_ filePath: StaticString, _ line: UInt) {
    self.filePath = filePath
    self.line = line
  }
}
