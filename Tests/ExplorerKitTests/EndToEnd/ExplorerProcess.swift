import Foundation
import TestSupport
import Testing

/// The built `sluice-explorer`, running, and what it prints.
///
/// Belongs to one test. The process is killed when the test releases it.
final class ExplorerProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a process printed until it ended, and how it did.
  struct Outcome: Equatable, Sendable {
    var output: [String] = []
    var complaint: [String] = []
    var code: Int32 = 0

    /// An error with a message, and no output.
    static func failure(_ code: Int32, _ message: String) -> Outcome {
      Outcome(complaint: "sluice-explorer: \(message)".components(separatedBy: "\n"), code: code)
    }
  }

  private let process = Process()
  private let output = Pipe()
  private let complaints = Pipe()
  private let lines: AsyncStream<String>
  private let complaintLines: AsyncStream<String>
  private let exit: AsyncStream<Int32>
  /// What was read so far.
  private(set) var seen: [String] = []

  /// - Parameter executable: Another program than the Explorer.
  init(
    executable: URL? = nil,
    _ arguments: [String],
    standardInput: FileHandle? = nil,
    standardOutput: FileHandle? = nil
  ) throws {
    process.executableURL = try executable ?? BuiltProgram.url()
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment
    for name in ["SLUICE_EXPLORER", "XDG_RUNTIME_DIR", "NO_COLOR"] { all[name] = nil }
    all["TZ"] = "UTC"
    process.environment = all
    process.standardOutput = standardOutput ?? output
    process.standardError = complaints
    process.standardInput = standardInput ?? FileHandle.nullDevice
    let (exit, ended) = AsyncStream.makeStream(of: Int32.self)
    self.exit = exit
    process.terminationHandler = { process in
      // A signal counts as the shell counts it.
      let isSignal = process.terminationReason == .uncaughtSignal
      ended.yield(process.terminationStatus + (isSignal ? 128 : 0))
      ended.finish()
    }
    lines = Self.lines(of: output.fileHandleForReading)
    complaintLines = Self.lines(of: complaints.fileHandleForReading)
    try process.run()
    // Our copies would keep the pipes open after the process has ended.
    try? output.fileHandleForWriting.close()
    try? complaints.fileHandleForWriting.close()
  }

  /// Starts the Explorer with an endpoint.
  convenience init(
    _ arguments: [String],
    at socket: TestSocket,
    standardInput: FileHandle? = nil
  ) throws {
    try self.init(arguments + ["--endpoint", "unix:\(socket.path)"], standardInput: standardInput)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// What was started, for messages.
  private var command: String { "“\((process.arguments ?? []).joined(separator: " "))”" }

  var identifier: Int32 { process.processIdentifier }

  func send(signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Reads until a line contains a text, and returns that line.
  @discardableResult
  func line(containing text: String) async throws -> String {
    var read: [String] = []
    defer { seen += read }
    return try await line(containing: text, of: lines, "the output", &read)
  }

  /// Reads standard error until a line contains a text.
  @discardableResult
  func complaint(containing text: String) async throws -> String {
    var read: [String] = []
    return try await line(containing: text, of: complaintLines, "standard error", &read)
  }

  private func line(
    containing text: String,
    of lines: AsyncStream<String>,
    _ name: String,
    _ read: inout [String]
  ) async throws -> String {
    let found = await guarded("“\(text)” in \(name)") { () -> String? in
      for await line in lines {
        read.append(line)
        if line.contains(text) { return line }
      }
      return nil
    }
    if let found { return found }
    let all = (seen + read).joined(separator: "\n")
    throw Failure(description: "There was no “\(text)” in \(name) of \(command):\n\(all)")
  }

  /// Reads to the end.
  func rest() async throws -> [String] {
    let rest = await guarded("the end of the output") {
      await lines.reduce(into: []) { $0.append($1) }
    }
    seen += rest
    return rest
  }

  /// Reads standard error to its end.
  func complaint() async throws -> [String] {
    await guarded("the end of standard error") {
      await complaintLines.reduce(into: []) { $0.append($1) }
    }
  }

  /// Waits for the end, and returns the exit code.
  func exitCode() async throws -> Int32 {
    let code = await guarded("the end") { await exit.first { _ in true } }
    if let code { return code }
    throw Failure(description: "The exit code of \(command) can be asked for once.")
  }

  /// Reads to the end, and waits for it.
  func outcome() async throws -> Outcome {
    try await Outcome(output: rest(), complaint: complaint(), code: exitCode())
  }

  /// Expects that it prints a golden text, and ends.
  func expectOutput(
    _ golden: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await outcome()
    try GoldenText.expect(outcome.output, matches: golden, sourceLocation: sourceLocation)
    #expect(outcome == Outcome(output: outcome.output), sourceLocation: sourceLocation)
  }

  // MARK: - Surroundings

  /// Waits for something; if that takes too long, the process is killed: its output ends then, and
  /// so does the wait.
  private func guarded<Value>(_ what: String, _ body: () async -> Value) async -> Value {
    let identifier = process.processIdentifier
    let watchdog = Task.detached {
      try await Task.sleep(for: patience)
      kill(identifier, SIGKILL)
    }
    defer { watchdog.cancel() }
    return await awaiting("\(what) of \(command)", body)
  }

  private static func lines(of handle: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      var pending = Data()
      while case var data = handle.availableData, !data.isEmpty {
        while let length = lengthOfLine(data) {
          let end = data.startIndex + length
          continuation.yield(String(decoding: pending + data[..<end], as: UTF8.self))
          pending = Data()
          data = data[(end + 1)...]
        }
        pending += data
      }
      if !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
      continuation.finish()
    }
    return stream
  }

  /// The number of bytes before the first line feed; found by the system, because lines are long and
  /// a test is not optimized.
  private static func lengthOfLine(_ data: Data) -> Int? {
    unsafe data.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let end = unsafe memchr(start, 10, bytes.count) else {
        return nil
      }
      return unsafe UnsafeRawPointer(end) - start
    }
  }
}

extension ExplorerProcess {
  /// The most memory that it has used so far, in bytes, where the system has it.
  var peakMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
  }
}
