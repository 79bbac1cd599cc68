import Foundation
import TestSupport

/// The built `sluice-explorer`, run in a folder of a test's own.
final class ExportProcess {
  private let process: PipedProcess

  init(_ arguments: [String], in folder: Folder) throws {
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

/// A folder that is removed with the value.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }
}
