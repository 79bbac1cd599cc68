#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalDevice {
  /// A descriptor of a terminal.
  struct Opened {
    let descriptor: Int32
    /// Whether others have the same open file, so that it can't be made to never wait.
    let isShared: Bool
  }

  /// Opens a terminal anew, or duplicates its descriptor where its file can't be opened.
  ///
  /// - Parameter path: The terminal's file; `nil` if it isn't known.
  static func reopen(
    _ input: Int32,
    at path: String? = nil
  ) throws(TerminalDeviceError) -> Opened {
    if let path = path ?? Self.path(of: input) {
      let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 { return Opened(descriptor: descriptor, isShared: false) }
    }
    let code = errno
    let descriptor = fcntl(input, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .system(call: "open", code: code) }
    return Opened(descriptor: descriptor, isShared: true)
  }

  private static func path(of terminal: Int32) -> String? {
    var name = [CChar](repeating: 0, count: 1024)
    let code = unsafe ttyname_r(terminal, &name, name.count)
    guard code == 0 else {
      errno = code
      return nil
    }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension TerminalDevice {
  /// The maximum time for a signal to be handled that was sent together with `SIGCONT`.
  private static let grace: Int32 = 1_000

  /// Waits until the process has the terminal: stops in the background, as the system would stop it.
  ///
  /// A shell's `kill` sends its signal to a stopped process, and then continues it in the background.
  /// To stop again would leave that signal without effect.
  ///
  /// - Parameter interruption: A descriptor that becomes readable when the process is to end.
  /// - Returns: `false` if the process is to end instead.
  static func awaitForeground(on terminal: Int32, or interruption: Int32) -> Bool {
    while true {
      // Without job control there is no group: this isn't the terminal that controls the process.
      let group = tcgetpgrp(terminal)
      if group == -1 || group == getpgrp() { return true }
      var entry = pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&entry, 1, grace) > 0 { return false }
      TerminalSignals.stop(by: SIGTTOU)
    }
  }
}

// The system's functions under names that those of the device don't hide.

@unsafe
func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
  unsafe pipe(ends)
}

@unsafe
func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

@unsafe
func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
