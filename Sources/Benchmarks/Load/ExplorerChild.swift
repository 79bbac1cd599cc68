import Foundation
import SluiceSocket

/// A `sluice-explorer log --json` of the same build, at a place of its own.
final class ExplorerChild {
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
    process.executableURL = try Self.executable()
    process.arguments = ["log", "--json", "--endpoint", address]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Ours would keep the pipe open after the process has gone.
    try output.fileHandleForWriting.close()
  }

  deinit {
    send(SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: directory)
  }

  var address: String { "unix:\(directory)/explorer.sock" }

  /// What it prints.
  var printed: FileHandle { output.fileHandleForReading }

  func send(_ signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
  }

  private static func executable() throws -> URL {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let explorer = own.deletingLastPathComponent().appendingPathComponent("sluice-explorer")
    guard FileManager.default.isExecutableFile(atPath: explorer.path) else {
      throw CheckFailure(
        description: """
          There is no sluice-explorer beside \(own.path). To fix, run \
          `swift build -c release --product sluice-explorer`.
          """
      )
    }
    return explorer
  }
}
