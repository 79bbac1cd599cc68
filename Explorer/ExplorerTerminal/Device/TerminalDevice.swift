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
/// pressed. ``leave()`` restores it as it was; so do the end of the process, an unhandled signal, and a
/// crash.
///
///     let device = try TerminalDevice()
///     defer { device.leave() }
///     var writer = FrameWriter(colors: true)
///     while true {
///       if !device.isBehind { device.write(writer.bytes(showing: grid(device.size))) }
///       for event in device.nextEvents() { … }
///     }
///
/// One thread calls ``nextEvents()``, which sleeps until something happens, or ``takeEvents()`` when one
/// of the ``descriptors`` is ready; any thread may write, and none waits for a slow terminal.
/// Sends no queries, so it never waits for replies. A process has one terminal.
package final class TerminalDevice: Sendable {
  /// The time after which a lone `ESC` is the escape key.
  private static let burst = Duration.milliseconds(25)
  /// The time after which a paste has ended, though its end was never read.
  private static let longestSilence = Duration.seconds(3)
  /// The largest size of a screen: a size takes memory, and anybody can give a terminal any.
  package static let maximalSize = GridSize(columns: 1_000, rows: 1_000)

  private struct Reading {
    var parser = InputParser()
    /// When an incomplete sequence times out; `nil` if there is none.
    var burstEnds: ContinuousClock.Instant?
    var size: GridSize
  }

  private struct Writing {
    /// Whether the terminal shows the screen.
    var isEntered = false
    var output: TerminalOutput
  }

  /// The terminal, opened anew where possible: others who have it open don't notice that reading and
  /// writing never wait here.
  private let descriptor: Int32
  private let interruption: Int32
  private let pipe: (reading: Int32, writing: Int32)
  private let original: termios
  private let reading: Mutex<Reading>
  private let writing: Mutex<Writing>

  /// Opens the terminal, and switches it to the alternate screen.
  ///
  /// Waits until the process is in the foreground.
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
    guard isatty(input) == 1 else { throw .notATerminal }
    // A shell has other settings for itself.
    let isInForeground = Self.awaitForeground(on: input, or: interruption)
    guard unsafe tcgetattr(input, &settings) == 0 else { throw .notATerminal }
    let opened = try Self.reopen(input)
    var ends: [Int32] = [-1, -1]
    guard unsafe systemPipe(&ends) == 0 else {
      let code = errno
      close(opened.descriptor)
      throw .system(call: "pipe", code: code)
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    pipe = (ends[0], ends[1])
    original = settings
    descriptor = opened.descriptor
    self.interruption = interruption
    reading = Mutex(Reading(size: GridSize(columns: 0, rows: 0)))
    let output = TerminalOutput(opened.descriptor, mayWait: opened.isShared)
    writing = Mutex(Writing(output: output))
    if isInForeground { enter() }
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

  /// Returns the size of a terminal, at most ``maximalSize``; `nil` if the descriptor is of none, or if
  /// it doesn't say.
  package static func size(of descriptor: Int32) -> GridSize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return GridSize(
      columns: min(Int(size.ws_col), maximalSize.columns),
      rows: min(Int(size.ws_row), maximalSize.rows)
    )
  }

  // MARK: - Entering and leaving

  private func enter() {
    writing.withLock { writing in
      guard !writing.isEntered else { return }
      writing.isEntered = true
      TerminalSignals.install(writingTo: pipe.writing)
      // Before anything changes: a signal could come in between.
      unsafe TerminalReturn.arm(
        TerminalReturn.makeRecord(descriptor: descriptor, settings: original)
      )
      var raw = original
      unsafe cfmakeraw(&raw)
      unsafe tcsetattr(descriptor, TCSANOW, &raw)
      writing.output.write(TerminalModes.enter)
    }
  }

  /// Gives the terminal back as it was; writing does nothing from now on.
  package func leave() {
    writing.withLock { writing in
      guard writing.isEntered else { return }
      writing.isEntered = false
      writing.output.removeAll()
      TerminalReturn.giveBack()
      TerminalSignals.uninstall()
    }
  }

  /// Enters again after ``leave()``, unless the process is to end: then the terminal stays given back.
  ///
  /// Draw everything anew afterwards.
  package func enterAgain() {
    if Self.awaitForeground(on: descriptor, or: interruption) { enter() }
  }

  /// Suspends the process, as the shell's users expect of Control-Z, and returns when it goes on.
  ///
  /// Does nothing where the parent process doesn't let it be suspended. Draw everything anew afterwards.
  package func suspend() {
    stop(wholeGroup: true)
  }

  private func stop(wholeGroup: Bool) {
    leave()
    if !SignalAction(of: SIGTSTP).isIgnored {
      TerminalSignals.stop(by: SIGTSTP, wholeGroup: wholeGroup)
    }
    enterAgain()
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

  /// Writes bytes without waiting; what the terminal doesn't take at once is written later.
  ///
  /// Nothing is written when the terminal was given back. Write no more frames while it ``isBehind``:
  /// the bytes that wait would become more and more.
  package func write(_ bytes: [UInt8]) {
    writing.withLock { writing in
      if writing.isEntered { writing.output.write(bytes) }
    }
  }

  /// Whether bytes wait until the terminal takes them.
  ///
  /// Its descriptor then is to be waited for until it can be written to.
  package var isBehind: Bool { writing.withLock { $0.output.isPending } }

  // MARK: - Reading

  /// Waits until something happens, or until the terminal has taken the bytes that wait, and returns
  /// what has happened.
  package func nextEvents() -> [TerminalEvent] {
    while true {
      let wasBehind = isBehind
      var entries = descriptors.map { Self.entry($0) }
      entries.append(pollfd(fd: interruption, events: Int16(POLLIN), revents: 0))
      let timeout = longestWait.map { Int32(($0 / .milliseconds(1)).rounded(.up)) } ?? -1
      if unsafe poll(&entries, nfds_t(entries.count), timeout) < 0 { continue }
      var events = takeEvents()
      if entries[2].revents != 0 { events.append(.ended(signal: nil)) }
      if !events.isEmpty || wasBehind && !isBehind { return events }
    }
  }

  /// What to wait for when waiting for more than a terminal; call ``takeEvents()`` when one is ready.
  package var descriptors: [(descriptor: Int32, awaitsWriting: Bool)] {
    [(descriptor, isBehind), (pipe.reading, false)]
  }

  private static func entry(_ awaited: (descriptor: Int32, awaitsWriting: Bool)) -> pollfd {
    let events = Int16(POLLIN) | (awaited.awaitsWriting ? Int16(POLLOUT) : 0)
    return pollfd(fd: awaited.descriptor, events: events, revents: 0)
  }

  /// The longest wait until ``takeEvents()``; `nil` for as long as it takes.
  package var longestWait: Duration? {
    reading.withLock { $0.burstEnds }.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
  }

  /// Writes what the terminal takes of the bytes that wait, and returns what has happened since the last
  /// time; without waiting.
  package func takeEvents() -> [TerminalEvent] {
    writing.withLock { $0.output.flush() }
    var entries = [descriptor, pipe.reading].map { Self.entry(($0, false)) }
    guard unsafe poll(&entries, nfds_t(entries.count), 0) >= 0 else { return [] }
    var events = entries[0].revents != 0 ? readKeys() : endBurst()
    if entries[1].revents != 0 { events += readSignals() }
    return events
  }

  /// Returns the keys of an incomplete sequence that has timed out.
  private func endBurst() -> [TerminalEvent] {
    reading.withLock { reading in
      guard let end = reading.burstEnds, ContinuousClock.now >= end else { return [] }
      reading.burstEnds = nil
      let isInPaste = reading.parser.isInPaste
      let inputs = isInPaste ? reading.parser.endOfPaste() : reading.parser.endOfBurst()
      return inputs.map { .input($0) }
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
      let wait = reading.parser.isInPaste ? Self.longestSilence : Self.burst
      reading.burstEnds = reading.parser.isInTheMiddle ? .now + wait : nil
      return inputs.map { .input($0) }
    }
  }

  private func readSignals() -> [TerminalEvent] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe systemRead(pipe.reading, buffer.baseAddress, buffer.count)
    }
    var events: [TerminalEvent] = []
    for byte in bytes.prefix(max(0, count)) {
      switch Int32(byte) {
      case SIGWINCH: break
      case SIGTSTP:
        stop(wholeGroup: false)
        events.append(.resumed)
      case SIGCONT:
        // It was stopped in a way that can't be handled, and the shell has used the terminal.
        leave()
        enterAgain()
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
