import Foundation
import Testing

/// Files that other programs read, kept so that a change of them is noticed.
///
/// With `RECORD_GOLDEN=1` in the environment the files are written again: check the difference.
enum GoldenFile {
  static func expect(
    _ text: String,
    matches name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).appending(path: "../Golden/\(name)").standardized
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
  }
}

/// Collects what an export passes on.
final class Collected {
  private(set) var bytes: [UInt8] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func take(_ more: [UInt8]) { bytes += more }

  /// What was passed on as JSON.
  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }
}
