import Foundation
import TestSupport

/// The built `sluice-explorer`, run in a folder of a test's own.
final class ExportProcess {
  private let process: PipedProcess

  init(_ arguments: [String], in folder: TemporaryDirectory) throws {
    process = try PipedProcess(arguments, in: folder.url)
  }

  func send(_ bytes: [UInt8]) throws {
    try process.input.write(contentsOf: Data(bytes))
  }

  /// Reads some more of the output; empty at its end.
  func read() -> Data { process.output.availableData }

  func interrupt() { process.interrupt() }

  /// Returns the rest of the output, and the exit code.
  func end() throws -> (text: String, code: Int32) {
    let data = try process.output.readToEnd() ?? Data()
    return (String(decoding: data, as: UTF8.self), process.end())
  }
}
