import ExplorerTerminal
import SluiceSocket
import SluiceTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why nothing more can be written.
enum OutputError: Error, Hashable {
  /// The output's reader has closed it: a reason to end, and no error.
  case closed
  /// The system's reason, such as a full disk.
  case failed(reason: String, code: Int32)
  /// Somebody asked us to end while the reader was slow.
  case interrupted
}

/// Standard output or standard error, written in large pieces.
///
/// Belongs to one thread.
final class OutputStream {
  /// The bytes that ``flush(unless:)`` writes.
  var buffer: [UInt8] = []

  let descriptor: Int32
  private let calls: SystemCalls

  init(descriptor: Int32, _ calls: SystemCalls = .system) {
    self.descriptor = descriptor
    self.calls = calls
  }

  static func standardOutput(_ calls: SystemCalls = .system) -> OutputStream {
    OutputStream(descriptor: STDOUT_FILENO, calls)
  }
  static func standardError() -> OutputStream { OutputStream(descriptor: STDERR_FILENO) }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  func writeLine(_ text: String) {
    write(text)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Writes a tree as JSON in which nothing acts on a terminal.
  func writeLine(json tree: Tree) {
    VisibleText.append(json: tree, to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Writes the buffer, for a command that ends where that fails.
  func write(unless interruption: Interruption? = nil) throws(ExplorerError) {
    try rethrow(flush(unless: interruption), as: ExplorerError.output)
  }

  /// Writes the buffer; blocks while a reader is slow, until it is interrupted.
  func flush(unless interruption: Interruption? = nil) throws(OutputError) {
    var rest = buffer[...]
    defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20) }
    while !rest.isEmpty {
      try waitForRoom(unless: interruption)
      // A ready pipe takes this much without blocking.
      let piece = rest.prefix(4096)
      let count = unsafe piece.withUnsafeBytes { bytes in
        unsafe calls.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        throw Self.error(errno)
      }
    }
  }

  /// Whether the reader of this pipe has closed it.
  var readerIsGone: Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    guard unsafe poll(&entry, 1, 0) > 0 else { return false }
    return Int32(entry.revents) & (POLLERR | POLLNVAL) != 0
  }

  private func waitForRoom(unless interruption: Interruption?) throws(OutputError) {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while case let ready = calls.poll(&entries, -1), ready < 0 {
      guard ready == -EINTR || ready == -EAGAIN else { throw Self.error(-ready) }
    }
    if entries[0].revents == 0 { throw .interrupted }
  }

  private static func error(_ code: Int32) -> OutputError {
    if code == EPIPE { return .closed }
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) }
    return .failed(reason: reason ?? "unknown error", code: code)
  }
}

extension OutputStream {
  /// Writes a text to standard output.
  static func print(
    _ text: String,
    unless interruption: Interruption,
    _ calls: SystemCalls = .system
  ) throws(ExplorerError) {
    try print(Array(text.utf8), unless: interruption, calls)
  }

  /// Writes bytes to standard output.
  static func print(
    _ bytes: [UInt8],
    unless interruption: Interruption,
    _ calls: SystemCalls = .system
  ) throws(ExplorerError) {
    let output = OutputStream.standardOutput(calls)
    output.buffer = bytes
    try output.write(unless: interruption)
  }
}
