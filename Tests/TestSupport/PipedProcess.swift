package import Foundation

/// A built program between pipes.
///
/// Belongs to one test. The process is killed if it takes too long, and when the test releases it.
package final class PipedProcess {
  private let process = Process()
  package let input: FileHandle
  package let output: FileHandle
  /// Standard error, read by the test; it must not fill the pipe before that.
  package let complaints: FileHandle
  private let watchdog: DispatchWorkItem

  /// Starts a program without the variables that would make it listen elsewhere.
  package init(
    _ arguments: [String],
    in folder: URL? = nil,
    program: String = "sluice-explorer",
    environment additions: [String: String] = [:]
  ) throws {
    let pipes = (input: Pipe(), output: Pipe(), complaints: Pipe())
    process.executableURL = try BuiltProgram.url(program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    var environment = ProcessInfo.processInfo.environment
    for name in ["SLUICE_EXPLORER", "XDG_RUNTIME_DIR"] { environment[name] = nil }
    process.environment = environment.merging(additions) { $1 }
    process.standardInput = pipes.input
    process.standardOutput = pipes.output
    process.standardError = pipes.complaints
    // A process that ended before its input was written ends no test.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? pipes.input.fileHandleForReading.close()
    try? pipes.output.fileHandleForWriting.close()
    try? pipes.complaints.fileHandleForWriting.close()
    input = pipes.input.fileHandleForWriting
    output = pipes.output.fileHandleForReading
    complaints = pipes.complaints.fileHandleForReading
    let identifier = process.processIdentifier
    watchdog = DispatchWorkItem { _ = Foundation.kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1), execute: watchdog)
  }

  deinit {
    watchdog.cancel()
    if process.isRunning { kill() }
  }

  /// Ends the process as if the system did.
  package func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  package func interrupt() { _ = Foundation.kill(process.processIdentifier, SIGINT) }

  /// Returns the exit code.
  package func end() -> Int32 {
    awaiting("the end of process \(process.processIdentifier)") { process.waitUntilExit() }
    return process.terminationStatus
  }
}
