import Foundation
import Testing

/// Texts that people see, kept in files so that a change of them is noticed.
///
/// With `RECORD_GOLDEN=1` in the environment the files are written anew: look at what differs.
enum GoldenText {
  static func expect(
    _ lines: [String],
    matches name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = folder + "/" + name
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
  }

  /// The line with its time of day and its date replaced.
  static func normalized(_ line: String) -> String {
    line.replacing(#/^\d\d:\d\d:\d\d\.\d\d\d/#, with: "hh:mm:ss.mmm")
      .replacing(#/^── \d{4}-\d\d-\d\d ──$/#, with: "── yyyy-mm-dd ──")
  }

  static func path(_ name: String) -> String { folder + "/" + name }

  private static let folder =
    (((#filePath as NSString).deletingLastPathComponent) as NSString).deletingLastPathComponent
    + "/Golden"
}
