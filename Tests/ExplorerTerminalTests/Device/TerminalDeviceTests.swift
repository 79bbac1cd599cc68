import ExplorerTerminal
import Foundation
import TestSupport
import Testing

/// A program on a terminal, and what becomes of the terminal when it ends.
@Suite(.inTurn)
struct TerminalDeviceTests {
  private static func probe() throws -> URL { try BuiltProgram.url("TerminalProbe") }

  /// Starts the program, and waits for its screen.
  private static func started() async throws -> TerminalSession {
    let session = try TerminalSession(running: probe(), columns: 60, rows: 12)
    try await session.screen(containing: "ready 60 12")
    return session
  }

  /// Starts a shell that runs the program, and waits for that.
  private static func started(inShell arguments: String...) async throws -> TerminalSession {
    let shell = URL(filePath: "/bin/bash")
    let session = try TerminalSession(running: shell, arguments, columns: 200, rows: 12)
    try await session.screen(containing: "ready")
    return session
  }

  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGUSR1,
    SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPIPE,
  ]

  /// A key or a signal, and the ends to which it may lead.
  static let ends: [(typed: String, signal: Int32?, ends: [TerminalSession.End])] =
    signals.map { ("", $0, [.killed(by: $0)]) } + [
      ("q", nil, [.exited(3)]), ("e", nil, [.exited(4)]),
      // A failure.
      ("f", nil, [.killed(by: SIGILL), .killed(by: SIGTRAP)]),
      // An endless recursion, which leaves no room on the stack.
      ("o", nil, [.killed(by: SIGSEGV)]),
    ]

  @Test(arguments: ends)
  func `the terminal is as it was, however the program ends`(
    typed: String,
    signal: Int32?,
    ends: [TerminalSession.End]
  ) async throws {
    let session = try await Self.started()
    #expect(session.screen.showsAlternateScreen)
    #expect(!session.screen.showsCursor)
    #expect(session.screen.modes.isSuperset(of: [1000, 1004, 1006, 1049, 2004]))
    #expect(session.settings != session.initialSettings)
    session.type(typed)
    if let signal { session.send(signal: signal) }
    try await session.expectEnd(ends)
  }

  @Test func `a program that no longer handles signals ends by the second one`() async throws {
    let session = try await Self.started()
    session.type("h")
    try await session.screen(containing: "deaf")
    for _ in 0..<2 { session.send(signal: SIGTERM) }
    // Signals of one number that come at once are one.
    session.send(signal: SIGINT)
    try await session.expectEnd([.killed(by: SIGTERM), .killed(by: SIGINT)])
  }

  /// Starts a shell with job control, which runs the program and, after a line, again where it was
  /// stopped.
  ///
  /// - Parameter command: What it does before that.
  private static func startedAsJob(_ command: String = "") async throws -> TerminalSession {
    let program = "'\(try probe().path)'"
    let script = "\(program); echo stopped $?; read line; \(command) fg; echo ended $?"
    return try await started(inShell: "-m", "-c", script)
  }

  /// By the key that suspends, and by a signal.
  @Test(arguments: ["z", "t"])
  func `a program that is suspended restores the terminal, and resumes it later`(
    key: String
  ) async throws {
    let session = try await Self.startedAsJob()
    session.type(key)
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    session.type("\n")
    try await session.screen(containing: key == "z" ? "key character(\"z\") 0" : "resumed")
    #expect(session.screen.showsAlternateScreen)
    #expect(session.settings != session.initialSettings)
    session.type("q")
    try await session.screen(containing: "ended 3")
    try await session.expectEnd([.exited(0)])
  }

  /// By the key that suspends, and by a signal that can't be handled.
  @Test(arguments: ["z", "s"])
  func `a program that continues in the background stops again`(key: String) async throws {
    let session = try await Self.startedAsJob("bg; wait %1; echo again $?; read line;")
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
    let session = try await Self.startedAsJob("kill %1;")
    session.type("z")
    try await session.screen(containing: "stopped \(128 + SIGTSTP)")
    try await session.expectGivenBack()
    session.type("\n")
    // It is continued only now, and ends at once.
    try await session.screen(containing: "ended \(128 + SIGTERM)")
    try await session.expectEnd([.exited(0)])
  }

  @Test func `a program that was stopped at once draws its screen again`() async throws {
    let session = try await Self.startedAsJob()
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
    let session = try await Self.started()
    session.type("g")
    try await session.screen(containing: "key character(\"g\") 0")
    session.type("q")
    try await session.expectEnd([.exited(3)])
    #expect(session.screen.lines.contains("given back, and ignored: false"))
  }

  @Test func `signals that the parent process ignores stay ignored`() async throws {
    let script = "trap '' TSTP INT USR1; exec '\(try Self.probe().path)'"
    let session = try await Self.started(inShell: "-c", script)
    // None ends it, and none stops it, as the keys after them show.
    session.send(signal: SIGINT)
    session.send(signal: SIGUSR1)
    session.type("tz")
    try await session.screen(containing: "key character(\"z\") 0")
    session.type("gq")
    try await session.expectEnd([.exited(3)])
    #expect(session.screen.lines.contains("given back, and ignored: true"))
    #expect(!session.screen.lines.contains { $0.contains("resumed") })
  }

  @Test func `what is typed, clicked and pasted arrives, and sizes do`() async throws {
    let session = try await Self.started()
    let inputs = [
      ("\u{1B}[1;5A", "key up 4"), ("\u{1B}", "key escape 0"), ("\u{1B}[<0;4;2M", "mouse left 1 3"),
      ("\u{1B}[200~a q\u{1B}[201~", "paste a q"), ("\u{1B}[O", "focus false"),
      ("\u{3}", "key character(\"c\") 4"),
      // A paste whose end is lost ends by itself.
      ("\u{1B}[200~lost", "paste lost"),
    ]
    for (input, shown) in inputs {
      session.type(input)
      try await session.screen(containing: shown)
    }
    session.resize(columns: 30, rows: 9)
    try await session.screen(containing: "size 30 9")
    session.type("q")
    try await session.expectEnd([.exited(3)])
    #expect(session.screen.unknown == [])
  }

  @Test func `a program without a terminal receives an error`() {
    #expect(throws: TerminalDeviceError.notATerminal) {
      let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
      _ = try TerminalDevice(input: file.fileDescriptor)
    }
    #expect(TerminalDevice.size(of: -1) == nil)
  }
}

extension TerminalSession {
  /// Waits for the end, which is one of several; the terminal is then as it was.
  fileprivate func expectEnd(_ ends: [End]) async throws {
    let end = try await end()
    #expect(ends.contains { $0 == end })
    try await expectGivenBack()
  }
}
