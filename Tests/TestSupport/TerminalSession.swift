package import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process on a terminal of its own, which is its controlling terminal, and what it shows there.
///
/// Belongs to one test. The process is killed when the test releases it.
///
///     let session = try TerminalSession(running: program, columns: 80, rows: 24)
///     try await session.screen { $0.lines[0] == "ready" }
///     session.type("q")
///     #expect(try await session.end() == .exited(0))
package final class TerminalSession: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package enum End: Hashable, Sendable {
    case exited(Int32)
    case killed(by: Int32)
  }

  /// How a terminal passes on what is typed and printed, as `stty -a` prints it.
  package struct Settings: Hashable, Sendable {
    let flags: [UInt]
    let characters: [UInt8]
  }

  struct State {
    var screen: TerminalEmulator
    var end: End?
    /// The number of changes of the screen so far.
    var changes = 0
  }

  /// What the session's threads share with it, so that they don't retain it.
  final class Shared: Sendable {
    let state: Guarded<State>
    let changes: AsyncStream<Void>
    let continuation: AsyncStream<Void>.Continuation
    /// Passed for each piece that is read; taken while the terminal takes no bytes.
    let gate = DispatchSemaphore(value: 1)
    let isHeld = Atomic(false)

    init(_ screen: TerminalEmulator) {
      state = Guarded(State(screen: screen))
      // One change that nobody has looked at yet stands for all.
      (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func change(_ body: (inout State) -> Void) {
      state.withLock { state in
        body(&state)
        state.changes += 1
      }
      continuation.yield()
    }
  }

  let control: Int32
  /// Keeps the terminal when the process has ended, so that its settings can be looked at.
  let device: Int32
  let process: pid_t
  package let initialSettings: Settings
  let shared: Shared

  package init(
    running program: URL,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    columns: Int = 80,
    rows: Int = 24,
    widths: TerminalEmulator.Widths = .simple
  ) throws {
    var ends: (control: Int32, device: Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    guard unsafe openpty(&ends.control, &ends.device, nil, nil, &size) == 0 else {
      throw Failure(description: "There is no terminal: \(errno).")
    }
    for end in [ends.control, ends.device] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    control = ends.control
    device = ends.device
    shared = Shared(TerminalEmulator(columns: columns, rows: rows, widths: widths))
    var all = ProcessInfo.processInfo.environment
    for name in [
      "SLUICE_EXPLORER", "NO_COLOR", "VISUAL", "EDITOR", "TZ",
    ] {
      all[name] = nil
    }
    all["TERM"] = "xterm-256color"
    // The runtime's report of a crash takes seconds.
    all["SWIFT_BACKTRACE"] = "enable=no"
    initialSettings = Self.settings(of: ends.device)
    do {
      process = try Self.spawn(
        [program.path] + arguments,
        environment: all.merging(environment) { $1 },
        device: ends.device
      )
    } catch {
      for end in [ends.control, ends.device] { close(end) }
      throw error
    }
    let (shared, control, process) = (shared, control, process)
    Thread.detachNewThread { Self.readScreen(control, shared) }
    Thread.detachNewThread { Self.awaitEnd(of: process, shared) }
  }

  deinit {
    takeOutput()
    if shared.state.withLock({ $0.end == nil }) { kill(process, SIGKILL) }
    // Nobody has the terminal open then, so that the thread that reads from it ends.
    close(device)
  }

  // MARK: - What a user does at a terminal

  /// Types a text; control characters and sequences as a terminal sends them.
  package func type(_ text: String) {
    Self.write(Array(text.utf8), to: control)
  }

  package func send(signal: Int32) {
    kill(process, signal)
  }

  /// Takes no more of what the process prints, as a terminal over a connection that stalls.
  package func holdOutput() {
    guard !shared.isHeld.exchange(true, ordering: .acquiringAndReleasing) else { return }
    shared.gate.wait()
  }

  package func takeOutput() {
    guard shared.isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
    shared.gate.signal()
  }

  /// Clears what is shown, as the output of another program does.
  package func spoilScreen() {
    shared.change { $0.screen.take(Array("\u{1B}[2J".utf8)) }
  }

  /// Changes the size, as a user does by dragging a corner.
  package func resize(columns: Int, rows: Int) {
    shared.change { $0.screen.resize(columns: columns, rows: rows) }
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = unsafe ioctl(control, UInt(TIOCSWINSZ), &size)
  }

  // MARK: - What is seen

  package var screen: TerminalEmulator { shared.state.withLock { $0.screen } }

  package var settings: Settings { Self.settings(of: device) }

  private static func settings(of device: Int32) -> Settings {
    var settings = termios()
    unsafe tcgetattr(device, &settings)
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let characters = unsafe withUnsafeBytes(of: &settings.c_cc) { unsafe Array($0) }
    return Settings(flags: flags.map { UInt($0) }, characters: characters)
  }

  /// Waits until the screen is as it should be, and returns it.
  @discardableResult
  package func screen(
    _ what: String = "what was waited for",
    where condition: (TerminalEmulator) -> Bool
  ) async throws -> TerminalEmulator {
    // A frame comes in pieces: before its end, a part of it stands beside the one before.
    try await awaitState(what) { !$0.screen.isUpdating && condition($0.screen) }.screen
  }

  /// Waits until a line contains a text, and returns the screen.
  @discardableResult
  package func screen(containing text: String) async throws -> TerminalEmulator {
    try await screen("“\(text)”") { screen in screen.lines.contains { $0.contains(text) } }
  }

  /// Waits for the end of the process, after which nothing more is shown.
  package func end() async throws -> End? {
    try await awaitState("the end of the process") { $0.end != nil }.end
  }

  /// Waits until everything that was printed before the call is shown.
  func awaitOutput() async throws {
    let mark = "printed \(UUID())"
    Self.write(Array("\u{1B}]\(mark)\u{7}".utf8), to: device)
    try await screen("what was printed") { $0.strings.contains(mark) }
  }

  private func awaitState(
    _ what: String,
    where condition: (State) -> Bool
  ) async throws -> State {
    func current() -> State? {
      let state = shared.state.withLock { $0 }
      return condition(state) ? state : nil
    }
    if let state = current() { return state }
    let watchdog = Task.detached { [shared] in
      try await Task.sleep(for: patience)
      shared.continuation.finish()
    }
    defer { watchdog.cancel() }
    let awaited = await awaiting("\(what) on a terminal") { () -> State? in
      for await _ in shared.changes {
        if let state = current() { return state }
      }
      return nil
    }
    if let awaited { return awaited }
    let seen = shared.state.withLock { $0 }
    let end = seen.end.map { "It ended: \($0). " } ?? ""
    throw Failure(
      description: "There was never \(what). \(end)\n\(seen.screen.lines.joined(separator: "\n"))"
    )
  }

  // MARK: - Threads

  private static func readScreen(_ control: Int32, _ shared: Shared) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(control, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      shared.gate.wait()
      shared.gate.signal()
      var answers: [UInt8] = []
      shared.change { state in
        state.screen.take(bytes[..<count])
        swap(&answers, &state.screen.answers)
      }
      write(answers, to: control)
    }
    close(control)
  }

  private static func awaitEnd(of process: pid_t, _ shared: Shared) {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(process, &status, 0)
      if ended < 0, errno == EINTR { continue }
      guard ended == process else { return }
      let signal = status & 0x7F
      let end = signal == 0 ? End.exited(status >> 8 & 0xFF) : .killed(by: signal)
      return shared.change { $0.end = end }
    }
  }

  // MARK: - The system

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// The system's `write`, which the session's own hides.
@unsafe
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
