import ExplorerTerminal
import Foundation
import TestSupport
import Testing

/// A program on a terminal, and what becomes of the terminal when it ends.
@Suite(.inTurn)
struct TerminalDeviceTests {
  private static func probe() throws -> URL { try BuiltProgram.url("TerminalProbe") }

  private static func session(
    _ arguments: [String] = [],
    columns: Int = 60,
    rows: Int = 12
  ) throws -> TerminalSession {
    try TerminalSession(running: probe(), arguments, columns: columns, rows: rows)
  }

  static let ends: [(typed: String, signal: Int32?, end: TerminalSession.End)] = [
    ("q", nil, .exited(3)), ("e", nil, .exited(4)),
    ("", SIGINT, .killed(by: SIGINT)), ("", SIGTERM, .killed(by: SIGTERM)),
    ("", SIGHUP, .killed(by: SIGHUP)), ("", SIGQUIT, .killed(by: SIGQUIT)),
    ("", SIGILL, .killed(by: SIGILL)), ("", SIGTRAP, .killed(by: SIGTRAP)),
    ("", SIGSEGV, .killed(by: SIGSEGV)), ("", SIGABRT, .killed(by: SIGABRT)),
    ("", SIGBUS, .killed(by: SIGBUS)), ("", SIGFPE, .killed(by: SIGFPE)),
    ("", SIGUSR1, .killed(by: SIGUSR1)), ("", SIGUSR2, .killed(by: SIGUSR2)),
    ("", SIGALRM, .killed(by: SIGALRM)), ("", SIGVTALRM, .killed(by: SIGVTALRM)),
    ("", SIGPROF, .killed(by: SIGPROF)), ("", SIGXCPU, .killed(by: SIGXCPU)),
    ("", SIGXFSZ, .killed(by: SIGXFSZ)), ("", SIGPIPE, .killed(by: SIGPIPE)),
    // An endless recursion, which leaves no room on the stack.
    ("o", nil, .killed(by: SIGSEGV)),
  ]

  @Test(arguments: ends)
  func `the terminal is as it was, however the program ends`(
    typed: String,
    signal: Int32?,
    end: TerminalSession.End
  ) async throws {
    let session = try Self.session()
    let settings = session.initialSettings
    let screen = try await session.screen(containing: "ready 60 12")
    #expect(screen.showsAlternateScreen)
    #expect(!screen.showsCursor)
    #expect(screen.modes.isSuperset(of: [1000, 1004, 1006, 1049, 2004]))
    #expect(session.settings != settings)
    session.type(typed)
    if let signal { session.send(signal: signal) }
    #expect(try await session.end() == end)
    try await session.expectGivenBack()
  }

  @Test func `a program that fails says so on the previous screen`() async throws {
    let session = try Self.session()
    try await session.screen(containing: "ready")
    session.type("f")
    let end = try await session.end()
    #expect([.killed(by: SIGILL), .killed(by: SIGTRAP)].contains(end))
    try await session.expectGivenBack()
  }

  @Test func `a program that no longer handles signals ends by the second one`() async throws {
    let session = try Self.session()
    try await session.screen(containing: "ready")
    session.type("h")
    try await session.screen(containing: "deaf")
    for _ in 0..<2 { session.send(signal: SIGTERM) }
    // Signals of one number that come at once are one.
    session.send(signal: SIGINT)
    let end = try await session.end()
    #expect([.killed(by: SIGTERM), .killed(by: SIGINT)].contains(end))
    try await session.expectGivenBack()
  }

  /// A shell with job control, which runs the program and, after a line, again where it was stopped.
  ///
  /// - Parameter command: What it does before that.
  private static func shell(_ command: String = "") throws -> TerminalSession {
    let script = """
      '\(try Self.probe().path)'; echo stopped $?; read line; \(command) fg; echo ended $?
      """
    return try TerminalSession(
      running: URL(filePath: "/bin/bash"),
      ["-m", "-c", script],
      columns: 200,
      rows: 12
    )
  }

  /// By the key that suspends, and by a signal.
  @Test(arguments: ["z", "t"])
  func `a program that is suspended restores the terminal, and resumes it later`(
    key: String
  ) async throws {
    let session = try Self.shell()
    let settings = session.initialSettings
    try await session.screen(containing: "ready")
    session.type(key)
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    session.type("\n")
    try await session.screen(containing: key == "z" ? "key character(\"z\") 0" : "resumed")
    #expect(session.screen.showsAlternateScreen)
    #expect(session.settings != settings)
    session.type("q")
    try await session.screen(containing: "ended 3")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }

  /// By the key that suspends, and by a signal that can't be handled.
  @Test(arguments: ["z", "s"])
  func `a program that continues in the background stops again`(key: String) async throws {
    let session = try Self.shell("bg; wait %1; echo again $?; read line;")
    try await session.screen(containing: "ready")
    session.type(key)
    try await session.screen(containing: "stopped")
    session.type("\n")
    let screen = try await session.screen(containing: "again \(128 + SIGTTOU)")
    #expect(!screen.showsAlternateScreen)
    session.type("\n")
    try await session.screen { $0.showsAlternateScreen }
    session.type("q")
    try await session.screen(containing: "ended 3")
  }

  @Test func `a program that is ended while it is suspended leaves the terminal as it is`()
    async throws
  {
    let session = try Self.shell("kill %1;")
    try await session.screen(containing: "ready")
    session.type("z")
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    session.type("\n")
    // It is continued only now, and ends at once.
    try await session.screen(containing: "ended \(128 + SIGTERM)")
    #expect(try await session.end() == .exited(0))
    try await session.expectGivenBack()
  }

  @Test func `a program that was stopped at once draws its screen again`() async throws {
    let session = try Self.shell()
    try await session.screen(containing: "ready")
    session.type("s")
    try await session.screen(containing: "stopped \(128 + SIGSTOP)")
    session.type("\n")
    let screen = try await session.screen(containing: "resumed")
    #expect(screen.showsAlternateScreen)
    #expect(!screen.lines.contains { $0.contains("stopped") })
    session.type("q")
    try await session.screen(containing: "ended 3")
  }

  @Test func `another program can have the terminal for a while`() async throws {
    let session = try Self.session()
    try await session.screen(containing: "ready")
    session.type("g")
    try await session.screen(containing: "key character(\"g\") 0")
    session.type("q")
    #expect(try await session.end() == .exited(3))
    try await session.expectGivenBack()
    #expect(session.screen.lines.contains("given back, and ignored: false"))
  }

  @Test func `signals that the parent process ignores stay ignored`() async throws {
    let session = try TerminalSession(
      running: URL(filePath: "/bin/bash"),
      ["-c", "trap '' TSTP INT USR1; exec '\(try Self.probe().path)'"],
      columns: 60,
      rows: 12
    )
    try await session.screen(containing: "ready")
    // None ends it, and none stops it, as the keys after them show.
    session.send(signal: SIGINT)
    session.send(signal: SIGUSR1)
    session.type("tz")
    try await session.screen(containing: "key character(\"z\") 0")
    session.type("gq")
    #expect(try await session.end() == .exited(3))
    try await session.expectGivenBack()
    #expect(session.screen.lines.contains("given back, and ignored: true"))
    #expect(!session.screen.lines.contains { $0.contains("resumed") })
  }

  @Test func `what is typed, clicked and pasted arrives, and sizes do`() async throws {
    let session = try Self.session()
    try await session.screen(containing: "ready")
    session.type("\u{1B}[1;5A")
    try await session.screen(containing: "key up 4")
    session.type("\u{1B}")
    try await session.screen(containing: "key escape 0")
    session.type("\u{1B}[<0;4;2M")
    try await session.screen(containing: "mouse left 1 3")
    session.type("\u{1B}[200~a q\u{1B}[201~")
    try await session.screen(containing: "paste a q")
    session.type("\u{1B}[O")
    try await session.screen(containing: "focus false")
    session.type("\u{3}")
    try await session.screen(containing: "key character(\"c\") 4")
    session.resize(columns: 30, rows: 9)
    try await session.screen(containing: "size 30 9")
    session.type("q")
    #expect(try await session.end() == .exited(3))
    #expect(session.screen.unknown == [])
  }

  @Test func `a paste whose end is lost ends by itself`() async throws {
    let session = try Self.session()
    try await session.screen(containing: "ready")
    session.type("\u{1B}[200~lost")
    try await session.screen(containing: "paste lost")
    session.type("q")
    #expect(try await session.end() == .exited(3))
  }

  @Test func `a program without a terminal receives an error`() {
    #expect(throws: TerminalDeviceError.notATerminal) {
      let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
      _ = try TerminalDevice(input: file.fileDescriptor)
    }
    #expect(TerminalDevice.size(of: -1) == nil)
  }
}
