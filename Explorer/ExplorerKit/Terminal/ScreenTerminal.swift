import ExplorerTerminal
import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The process's terminal, as the screen uses it: input byte by byte, and a screen of its own.
///
/// Belongs to one thread.
final class ScreenTerminal: ScreenDevice {
  private static let input = STDIN_FILENO
  private static let output = STDOUT_FILENO
  /// The other screen, no cursor, the mouse, and pastes as a whole.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[m\u{1B}[?25h\u{1B}[?1049l"

  private var before = termios()
  private var isEntered = false
  private let resizes: WakePipe
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init() throws(SocketError) {
    resizes = try WakePipe()
    guard unsafe tcgetattr(Self.input, &before) == 0 else {
      throw .system(call: "tcgetattr", path: nil, code: errno)
    }
    let pipe = resizes
    // A thread waits for the signal, so that no code runs inside a signal handler.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGWINCH)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    _ = try ServiceThread(name: "resizes") {
      var awaited = awaited
      var number: Int32 = 0
      while unsafe sigwait(&awaited, &number) == 0 { pipe.wake() }
    }
  }

  deinit { leave() }

  var descriptors: [Int32] { [Self.input, resizes.descriptor] }

  var size: GridSize? {
    let terminal = Terminal(descriptor: Self.output)
    guard let columns = terminal.columns, let rows = terminal.rows else { return nil }
    return GridSize(columns: columns, rows: rows)
  }

  func enter() {
    guard !isEntered else { return }
    isEntered = true
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR | ISTRIP)
    // What is there, at once, and nothing is no reason to wait.
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
      unsafe bytes[Int(VMIN)] = 0
      unsafe bytes[Int(VTIME)] = 0
    }
    unsafe tcsetattr(Self.input, TCSAFLUSH, &raw)
    write(Array(Self.entering.utf8))
  }

  func leave() {
    guard isEntered else { return }
    isEntered = false
    write(Array(Self.leaving.utf8))
    unsafe tcsetattr(Self.input, TCSAFLUSH, &before)
  }

  func suspend() {
    leave()
    // The whole group, as the terminal does it itself.
    kill(0, SIGTSTP)
    enter()
  }

  func read() -> [UInt8] {
    var entry = pollfd(fd: Self.input, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) > 0 else { return [] }
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe Self.get(Self.input, bytes.baseAddress, bytes.count)
    }
    return count > 0 ? Array(buffer[..<count]) : []
  }

  func takeResize() -> Bool {
    var entry = pollfd(fd: resizes.descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) > 0 else { return false }
    resizes.drain()
    return true
  }

  func write(_ bytes: [UInt8]) {
    let stream = OutputStream(descriptor: Self.output)
    stream.buffer = bytes
    // A terminal that is gone sends SIGHUP, which ends the loop.
    try? stream.flush()
  }

  /// The system's `read`, which this type's own hides.
  private static func get(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, bytes, count)
    #else
      unsafe Darwin.read(file, bytes, count)
    #endif
  }
}
