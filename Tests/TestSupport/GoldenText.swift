import Foundation
package import Testing

/// Texts that people see, kept in files so that a change of them is noticed.
///
/// The files are in the folder `Golden` of the test target. With `RECORD_GOLDEN=1` in the environment
/// they are written again: check the difference.
package enum GoldenText {
  /// - Parameter caller: A file of the test target.
  package static func expect(
    _ lines: [String],
    matches name: String,
    caller: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = path(name, caller: caller)
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
  }

  package static func path(_ name: String, caller: String = #filePath) -> String {
    var folder = URL(filePath: caller).deletingLastPathComponent()
    while folder.deletingLastPathComponent().lastPathComponent != "Tests", folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "Golden").appending(path: name).path
  }
}
