/// An expectation that was not met.
///
/// In a test of Swift Testing, it is an issue at the line of the expectation. The test goes on where it
/// can, as after a state that differs, and ends where it can't, as without the action that it waits
/// for. Under XCTest, in a program, and in tasks that a test detaches, it is thrown.
///
/// The description begins with the position of the expectation.
public struct ExpectationFailure: Error, CustomStringConvertible {
  /// The file that contains the expectation.
  public let filePath: String
  /// The line of the expectation, from 1.
  public let line: Int
  /// A sentence that says what happened; it heads the issue of a test.
  public let happened: String
  /// The difference, and how to fix it.
  let details: String

  /// - Parameters:
  ///   - place: The position of the expectation.
  ///   - happened: A sentence that says what happened.
  ///   - difference: The expected and the actual, and how they differ.
  ///   - fix: The rest of a sentence that begins with “To fix, …”.
  package init(
    _ place: SourcePlace,
    happened: String,
    _ difference: [any CustomStringConvertible],
    fix: String
  ) {
    filePath = place.filePath.description
    line = Int(place.line)
    self.happened = happened
    details = (difference.map(\.description) + ["To fix, \(fix)"]).joined(separator: "\n")
  }

  /// What happened, the difference, and how to fix it.
  public var message: String { "\(happened)\n\(details)" }

  /// The position and the message.
  public var description: String { "\(filePath):\(line): \(message)" }
}

/// The position of an expectation, as the compiler writes it.
package struct SourcePlace: Sendable {
  package let filePath: StaticString
  package let line: UInt

  package init(_ filePath: StaticString, _ line: UInt) {
    self.filePath = filePath
    self.line = line
  }
}
