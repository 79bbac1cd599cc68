public import Foundation

/// A built program between pipes.
///
/// Belongs to one test. The process is killed if it takes too long, and when the test releases it.
public final class PipedProcess {
  private let process = Process()
  /// Written by the test.
  public let input: FileHandle
  /// Read by the test.
  public let output: FileHandle
  /// Standard error, read by the test; it must not fill the pipe before that.
  public let complaints: FileHandle
  private let watchdog: DispatchWorkItem

  /// Starts a program without the variables that would make it listen elsewhere.
  public init(
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
    watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1), execute: watchdog)
  }

  deinit {
    watchdog.cancel()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends SIGINT.
  public func interrupt() { kill(process.processIdentifier, SIGINT) }

  /// Waits for the end, and returns the exit code.
  public func end() -> Int32 {
    awaiting("the end of process \(process.processIdentifier)") { process.waitUntilExit() }
    return process.terminationStatus
  }
}
