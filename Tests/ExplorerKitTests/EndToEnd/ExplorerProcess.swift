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
    environment: [String: String] = [:],
    standardInput: FileHandle? = nil,
    standardOutput: FileHandle? = nil,
    standardError: FileHandle? = nil
  ) throws {
    process.executableURL = try executable ?? BuiltProgram.url()
    process.arguments = arguments
    var all = ProcessInfo.processInfo.environment
    for name in ["SLUICE_EXPLORER", "XDG_RUNTIME_DIR", "NO_COLOR"] { all[name] = nil }
    all["TZ"] = "UTC"
    process.environment = all.merging(environment) { $1 }
    process.standardOutput = standardOutput ?? output
    process.standardError = standardError ?? complaints
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
    let watchdog = watchdog()
    defer { watchdog.cancel() }
    let found = await awaiting("“\(text)” in the output of \(command)") { () -> String? in
      for await line in lines {
        seen.append(line)
        if line.contains(text) { return line }
      }
      return nil
    }
    if let found { return found }
    throw Failure(description: "The output of \(command) ended without “\(text)”:\n\(seenText)")
  }

  /// Reads to the end.
  func rest() async throws -> [String] {
    let watchdog = watchdog()
    defer { watchdog.cancel() }
    var rest: [String] = []
    await awaiting("the end of the output of \(command)") {
      for await line in lines { rest.append(line) }
    }
    seen += rest
    return rest
  }

  /// Reads standard error until a line contains a text.
  @discardableResult
  func complaint(containing text: String) async throws -> String {
    let watchdog = watchdog()
    defer { watchdog.cancel() }
    var complaints: [String] = []
    let found = await awaiting("“\(text)” in standard error of \(command)") { () -> String? in
      for await line in complaintLines {
        complaints.append(line)
        if line.contains(text) { return line }
      }
      return nil
    }
    if let found { return found }
    throw Failure(
      description: "Standard error of \(command) ended without “\(text)”: \(complaints)"
    )
  }

  /// Reads standard error to its end.
  func complaint() async throws -> [String] {
    let watchdog = watchdog()
    defer { watchdog.cancel() }
    var rest: [String] = []
    for await line in complaintLines { rest.append(line) }
    return rest
  }

  /// Waits for the end, and returns the exit code.
  func exitCode() async throws -> Int32 {
    let watchdog = watchdog()
    defer { watchdog.cancel() }
    let code = await awaiting("the end of \(command)") { () -> Int32? in
      for await code in exit { return code }
      return nil
    }
    if let code { return code }
    throw Failure(description: "The exit code can be asked for once; there was\n\(seenText)")
  }

  private var seenText: String { seen.joined(separator: "\n") }

  // MARK: - Surroundings

  /// Kills the process if something takes too long: its output ends then, and so does the wait.
  private func watchdog() -> Task<Void, any Error> {
    Self.watchdog(process.processIdentifier)
  }

  private static func watchdog(_ identifier: Int32) -> Task<Void, any Error> {
    Task.detached {
      try await Task.sleep(for: patience)
      kill(identifier, SIGKILL)
    }
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
