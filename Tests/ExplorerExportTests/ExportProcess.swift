import Foundation
import TestSupport

/// The built `sluice-explorer`, run in a folder of a test's own.
///
/// Belongs to one test. The process is killed if it takes too long, and when the test releases it.
final class ExportProcess {
  private static let patience = DispatchTimeInterval.seconds(60)

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let watchdog: DispatchWorkItem

  init(_ arguments: [String], in folder: Folder) throws {
    process.executableURL = try BuiltProgram.url()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    // A process that ended before its input was written ends no test.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
    let identifier = process.processIdentifier
    watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: watchdog)
  }

  deinit {
    watchdog.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  func send(_ bytes: [UInt8]) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// Reads some more of the output; empty at its end.
  func read() -> Data { output.fileHandleForReading.availableData }

  func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Returns the rest of the output, and the exit code.
  func end() throws -> (text: String, code: Int32) {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
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
