import Foundation
import TestSupport

/// The built `sluice-explorer`, run in a folder of a test's own.
extension PipedProcess {
  /// Runs it to its end, and returns its output and the exit code.
  static func run(
    _ arguments: [String],
    in folder: TemporaryDirectory
  ) throws -> (text: String, code: Int32) {
    try PipedProcess(arguments, in: folder.url).finish()
  }

  /// Returns the rest of the output, and the exit code.
  func finish() throws -> (text: String, code: Int32) {
    let data = try output.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), end())
  }
}
