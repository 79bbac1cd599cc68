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
/// One thread calls ``nextEvents()``, which sleeps until something happens, or ``takeEvents()`` when one
/// of the ``descriptors`` is readable; any thread may write.
/// The terminal is asked nothing, so that no answer is waited for. A process has one terminal.
package final class TerminalDevice: Sendable {
  /// The time after which a lone `ESC` is the escape key.
  private static let burst = Duration.milliseconds(25)

  private struct Reading {
    var parser = InputParser()
    /// When a sequence that is half read is one that nothing follows; `nil` if there is none.
    var burstEnds: ContinuousClock.Instant?
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
    guard unsafe systemPipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
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
      unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  // MARK: - Reading

  /// Makes ``nextEvents()`` return; callable from any thread.
  package func wake() {
    var byte: UInt8 = 0
    _ = unsafe systemWrite(pipe.writing, &byte, 1)
  }

  /// Waits until something happens, and returns it; nothing after ``wake()``.
  package func nextEvents() -> [TerminalEvent] {
    while true {
      var entries = [descriptor, pipe.reading, interruption].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let timeout = longestWait.map { Int32(($0 / .milliseconds(1)).rounded(.up)) } ?? -1
      if unsafe poll(&entries, nfds_t(entries.count), timeout) < 0 { continue }
      var isWoken = false
      var events = takeEvents(&isWoken)
      if entries[2].revents != 0 { events.append(.ended(signal: nil)) }
      if isWoken || !events.isEmpty { return events }
    }
  }

  /// What is readable when something has happened, for those who wait for more than a terminal.
  package var descriptors: [Int32] { [descriptor, pipe.reading] }

  /// The longest wait until ``takeEvents()``; `nil` for as long as it takes.
  package var longestWait: Duration? {
    reading.withLock { $0.burstEnds }.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
  }

  /// Returns what has happened since the last time, without waiting.
  package func takeEvents() -> [TerminalEvent] {
    var isWoken = false
    return takeEvents(&isWoken)
  }

  private func takeEvents(_ isWoken: inout Bool) -> [TerminalEvent] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&entries, nfds_t(entries.count), 0) >= 0 else { return [] }
    var events = entries[0].revents != 0 ? readKeys() : endBurst()
    if entries[1].revents != 0 { events += readSignals(&isWoken) }
    return events
  }

  /// Returns the keys of a sequence that is half read, when nothing has followed.
  private func endBurst() -> [TerminalEvent] {
    reading.withLock { reading in
      guard let end = reading.burstEnds, ContinuousClock.now >= end else { return [] }
      reading.burstEnds = nil
      return reading.parser.endOfBurst().map { .input($0) }
    }
  }

  private func readKeys() -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    guard count > 0 else { return [.ended(signal: nil)] }
    return reading.withLock { reading in
      let inputs = reading.parser.take(bytes[..<count])
      reading.burstEnds = reading.parser.isInTheMiddle ? .now + Self.burst : nil
      return inputs.map { .input($0) }
    }
  }

  private func readSignals(_ isWoken: inout Bool) -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe systemRead(pipe.reading, buffer.baseAddress, buffer.count)
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
}
