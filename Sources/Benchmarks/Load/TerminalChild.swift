import Foundation

/// An Explorer's screen on a terminal: a second process of this program that runs the Explorer.
final class TerminalChild {
  /// A frame, as it came to the terminal.
  struct Frame {
    let bytes: ArraySlice<UInt8>
    /// Whether the cursor stands in a line in which somebody types.
    var isPrompting: Bool { bytes.firstRange(of: TerminalChild.cursorShown) != nil }
  }

  private static let cursorShown = Array("\u{1B}[?25h".utf8)
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)
  /// The time after which a frame that is waited for isn't expected any more.
  private static let patience = Duration.seconds(30)

  private let directory: String
  private let process = Process()
  private let control: Int32
  private var pending: [UInt8] = []

  init(columns: UInt16, rows: UInt16) throws {
    directory = "/tmp/sluice-screen-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    var ends: (control: Int32, device: Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = columns
    size.ws_row = rows
    guard unsafe openpty(&ends.control, &ends.device, nil, nil, &size) == 0 else {
      throw CheckFailure(description: "There is no terminal: error \(errno).")
    }
    control = ends.control
    _ = fcntl(control, F_SETFD, FD_CLOEXEC)
    let device = FileHandle(fileDescriptor: ends.device, closeOnDealloc: true)
    process.executableURL = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    process.arguments = [ExplorerChild.argument, "watch", "--endpoint", address]
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = "xterm-256color"
    environment["SLUICE_EXPLORER"] = nil
    process.environment = environment
    process.standardInput = device
    process.standardOutput = device
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    close(control)
    try? FileManager.default.removeItem(atPath: directory)
  }

  var address: String { "unix:\(directory)/explorer.sock" }

  /// The resident memory of the process, in bytes; `nil` where it isn't known.
  var memory: Int? { ResidentMemory.bytes(of: process.processIdentifier) }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(control, bytes, bytes.count)
  }

  /// Reads until a frame comes that is as it should be.
  func awaitFrame(_ what: String, where isWanted: (Frame) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      for frame in try frames(within: .seconds(1)) where isWanted(frame) { return }
    }
    throw CheckFailure(description: "\(what) was not shown within \(Self.patience).")
  }

  /// Reads frames for a time.
  func read(for time: Duration) throws {
    let deadline = ContinuousClock.now + time
    while case let rest = ContinuousClock.now.duration(to: deadline), rest > .zero {
      _ = try frames(within: rest)
    }
  }

  /// Returns the frames that are complete, waiting for something to read.
  private func frames(within time: Duration) throws -> [Frame] {
    var entry = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    let timeout = Int32((time / .milliseconds(1)).rounded(.up))
    guard unsafe poll(&entry, 1, timeout) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes { room in
      unsafe Foundation.read(control, room.baseAddress, room.count)
    }
    guard count > 0 else { throw CheckFailure(description: "The screen has ended.") }
    pending += buffer[..<count]
    var frames: [Frame] = []
    while let end = pending.firstRange(of: Self.frameEnd) {
      frames.append(Frame(bytes: pending[..<end.upperBound]))
      pending.removeFirst(end.upperBound)
    }
    return frames
  }
}
