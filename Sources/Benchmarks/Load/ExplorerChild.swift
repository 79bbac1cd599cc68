import Foundation
import SluiceSocket

/// An Explorer's `log --json` on a separate endpoint: a second process of this program that runs
/// the Explorer, so that nothing else needs to be built.
final class ExplorerChild {
  /// The argument that runs the Explorer.
  static let argument = "--be-explorer"

  private let directory: String
  private let process = Process()
  private let output = Pipe()

  init() throws {
    directory = "/tmp/sluice-load-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = [Self.argument, "log", "--json", "--endpoint", address]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // This process's end would keep the pipe open after the other has ended.
    try output.fileHandleForWriting.close()
  }

  deinit {
    send(SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  var address: String { "unix:\(directory)/explorer.sock" }

  /// Its output.
  var printed: FileHandle { output.fileHandleForReading }

  func send(_ signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
  }
}
