import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal of the process while a screen is on it.
///
/// Creating one switches the terminal to the alternate screen, where each key is delivered when it's
/// pressed. ``leave()`` gives it back as it was; so do the end of the process, a signal that nobody
/// heeds, and a crash.
///
///     let device = try TerminalDevice()
///     defer { device.leave() }
///     var writer = FrameWriter(colors: true)
///     device.write(writer.bytes(showing: grid(device.size)))
///     while true {
///       for event in device.nextEvents() { … }
///     }
///
/// One thread calls ``nextEvents()``, which sleeps until something happens; any thread may write.
/// The terminal is asked nothing, so that no answer is waited for. A process has one terminal.
package final class TerminalDevice: Sendable {
  /// The number of milliseconds after which a lone `ESC` is the escape key.
  private static let burst: Int32 = 25

  private struct Reading {
    var parser = InputParser()
    /// Whether the parser knows that nothing follows for now.
    var knowsEndOfBurst = true
    var size: GridSize
  }

  /// The terminal, opened anew where possible: others who have it open don't notice that reading and
  /// writing never wait here.
  private let descriptor: Int32
  private let interruption: Int32
  private let pipe: (reading: Int32, writing: Int32)
  private let original: termios
  private let reading: Mutex<Reading>
  /// Whether the terminal shows the screen.
  private let isEntered = Mutex(false)

  /// Opens the terminal, and switches it to the alternate screen.
  ///
  /// - Parameters:
  ///   - input: A descriptor of the terminal.
  ///   - interruption: A descriptor that becomes readable when the process is to end, for those who
  ///     handle signals themselves; -1 for none.
  package init(
    input: Int32 = STDIN_FILENO,
    interruption: Int32 = -1
  ) throws(TerminalDeviceError) {
    var settings = termios()
    guard unsafe tcgetattr(input, &settings) == 0 else { throw .notATerminal }
    var ends: [Int32] = [-1, -1]
    guard unsafe Self.makePipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    pipe = (ends[0], ends[1])
    original = settings
    descriptor = Self.reopen(input)
    self.interruption = interruption
    reading = Mutex(Reading(size: GridSize(columns: 0, rows: 0)))
    enter()
    reading.withLock { $0.size = size }
  }

  deinit {
    leave()
    for end in [pipe.reading, pipe.writing, descriptor] { close(end) }
  }

  /// The size of the terminal as it is now; 80 × 24 where it doesn't say.
  package var size: GridSize {
    Self.size(of: descriptor) ?? GridSize(columns: 80, rows: 24)
  }

  /// Returns the size of a terminal; `nil` if the descriptor is of none, or if it doesn't say.
  package static func size(of descriptor: Int32) -> GridSize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return GridSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: - Entering and leaving

  private func enter() {
    isEntered.withLock { isEntered in
      guard !isEntered else { return }
      isEntered = true
      TerminalSignals.install(writingTo: pipe.writing)
      // Before anything changes: a signal could come in between.
      unsafe TerminalReturn.arm(
        TerminalReturn.makeRecord(descriptor: descriptor, settings: original)
      )
      var raw = original
      unsafe cfmakeraw(&raw)
      // Stops a process in the background, until it's in the foreground.
      unsafe tcsetattr(descriptor, TCSANOW, &raw)
    }
    write(TerminalModes.enter)
  }

  /// Gives the terminal back as it was; writing does nothing from now on.
  package func leave() {
    isEntered.withLock { isEntered in
      guard isEntered else { return }
      isEntered = false
      TerminalReturn.giveBack()
      TerminalSignals.uninstall()
    }
  }

  /// Gives the terminal back while a closure runs, such as one that waits for an editor.
  ///
  /// Draw everything anew afterwards.
  package func givingBack<Value>(_ body: () throws -> Value) rethrows -> Value {
    leave()
    defer { enter() }
    return try body()
  }

  /// Suspends the process, as the shell's users expect of Control-Z, and returns when it goes on.
  ///
  /// Draw everything anew afterwards.
  package func suspend() {
    stop(wholeGroup: true)
  }

  private func stop(wholeGroup: Bool) {
    leave()
    TerminalSignals.stop(wholeGroup: wholeGroup)
    enter()
  }

  /// Gives the terminal back, and ends the process by a signal, so that its parent sees which one.
  package func end(by signal: Int32) -> Never {
    leave()
    TerminalSignals.end(by: signal)
  }

  /// Gives the terminal of the process back, if a screen is on it.
  ///
  /// For those who end the process at once. Safe in a signal handler.
  package static func giveBackAtOnce() {
    TerminalReturn.giveBack()
  }

  // MARK: - Writing

  /// Writes bytes; waits while the terminal takes none.
  ///
  /// Nothing is written when the terminal was given back.
  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = isEntered.withLock { $0 ? put(rest) : nil }
      guard let count else { return }
      rest = rest.dropFirst(count)
      guard count == 0 else { continue }
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&entry, 1, -1)
    }
  }

  /// Returns the number of bytes that the terminal has taken; `nil` if it's gone.
  private func put(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Self.write(descriptor, buffer.baseAddress, buffer.count)
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  // MARK: - Reading

  /// Makes ``nextEvents()`` return; callable from any thread.
  package func wake() {
    var byte: UInt8 = 0
    _ = unsafe Self.write(pipe.writing, &byte, 1)
  }

  /// Waits until something happens, and returns it; nothing after ``wake()``.
  package func nextEvents() -> [TerminalEvent] {
    while true {
      var entries = [descriptor, pipe.reading, interruption].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let isWaiting = reading.withLock { !$0.knowsEndOfBurst }
      let count = unsafe poll(&entries, nfds_t(entries.count), isWaiting ? Self.burst : -1)
      if count < 0 { continue }
      if count == 0 {
        let inputs = reading.withLock { reading in
          reading.knowsEndOfBurst = true
          return reading.parser.endOfBurst()
        }
        if !inputs.isEmpty { return inputs.map { .input($0) } }
        continue
      }
      var events: [TerminalEvent] = []
      if entries[0].revents != 0 { events += readKeys() }
      var isWoken = false
      if entries[1].revents != 0 { events += readSignals(&isWoken) }
      if entries[2].revents != 0 { events.append(.ended(signal: nil)) }
      if isWoken || !events.isEmpty { return events }
    }
  }

  private func readKeys() -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Self.read(descriptor, buffer.baseAddress, buffer.count)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    guard count > 0 else { return [.ended(signal: nil)] }
    return reading.withLock { reading in
      let inputs = reading.parser.take(bytes[..<count])
      reading.knowsEndOfBurst = !reading.parser.isInTheMiddle
      return inputs.map { .input($0) }
    }
  }

  private func readSignals(_ isWoken: inout Bool) -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Self.read(pipe.reading, buffer.baseAddress, buffer.count)
    }
    var events: [TerminalEvent] = []
    for byte in bytes.prefix(max(0, count)) {
      switch Int32(byte) {
      case 0: isWoken = true
      case SIGWINCH: break
      case SIGTSTP:
        stop(wholeGroup: false)
        events.append(.resumed)
      case SIGCONT:
        // It was stopped in a way that can't be handled, and the shell has used the terminal.
        givingBack {}
        events.append(.resumed)
      default: events.append(.ended(signal: Int32(byte)))
      }
    }
    let size = size
    let isResized = reading.withLock { reading in
      defer { reading.size = size }
      return reading.size != size
    }
    return isResized ? events + [.resized(size)] : events
  }

  // MARK: - The system

  /// Opens a terminal anew; falls back to the descriptor itself.
  private static func reopen(_ input: Int32) -> Int32 {
    var name = [CChar](repeating: 0, count: 1024)
    guard unsafe ttyname_r(input, &name, name.count) == 0 else { return dup(input) }
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe open(name, flags)
    return descriptor >= 0 ? descriptor : dup(input)
  }

  private static func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.pipe(ends)
    #elseif canImport(Musl)
      unsafe Musl.pipe(ends)
    #else
      unsafe Darwin.pipe(ends)
    #endif
  }

  /// The system's `write`, which this type's own hides.
  private static func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, bytes, count)
    #else
      unsafe Darwin.write(file, bytes, count)
    #endif
  }

  private static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(file, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.read(file, bytes, count)
    #else
      unsafe Darwin.read(file, bytes, count)
    #endif
  }
}
