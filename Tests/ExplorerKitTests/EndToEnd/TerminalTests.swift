import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The commands on a terminal.
@Suite(.inTurn, .unsanitized) struct TerminalTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  /// Starts the Explorer on a terminal.
  private func terminal(
    _ arguments: [String],
    columns: Int,
    rows: Int,
    type: String
  ) throws -> TerminalSession {
    try TerminalSession(
      running: BuiltProgram.url(),
      arguments,
      environment: ["TERM": type, "TZ": "UTC"],
      columns: columns,
      rows: rows
    )
  }

  /// Starts a command that watches programs.
  private func watching(
    _ arguments: String...,
    columns: Int = 80,
    type: String = "xterm"
  ) throws -> TerminalSession {
    let endpoint = ["--endpoint", "unix:\(socket.path)"]
    return try terminal(arguments + endpoint, columns: columns, rows: 50, type: type)
  }

  /// Starts a replay of the demo.
  private func replay(
    _ options: String...,
    columns: Int = 80,
    rows: Int,
    type: String = "xterm"
  ) throws -> TerminalSession {
    let demo = GoldenText.path("demo.session")
    let arguments = ["replay", "--speed=max"] + options + [demo]
    return try terminal(arguments, columns: columns, rows: rows, type: type)
  }

  @Test(arguments: [40, 80, 200])
  func `the demo on a terminal equals the golden text`(columns: Int) async throws {
    // High enough for all that is printed.
    let replay = try replay(columns: columns, rows: 300)
    #expect(try await replay.end() == .exited(0))
    let screen = try await replay.screen("the end") { screen in
      screen.lines.contains { $0.hasSuffix("disconnected") }
    }
    #expect(screen.wraps == 0 && screen.unknown == [])
    #expect(screen.lines.allSatisfy { $0.columns < columns })
    let lines = screen.lines.reversed().drop(while: \.isEmpty).reversed()
    try GoldenText.expect(Array(lines), matches: "demo-\(columns).txt")
  }

  private func styles(on screen: TerminalEmulator) -> Set<Int> {
    var styles: Set<Int> = []
    for row in 0..<screen.rows {
      for column in 0..<screen.columns { styles.formUnion(screen[row, column].style) }
    }
    return styles
  }

  @Test func `a terminal without colours gets plain lines, or bold and reversed text`() async throws
  {
    for type in ["dumb", "vt100"] {
      let log = try replay(rows: 200, type: type)
      #expect(try await log.end() == .exited(0))
      #expect(styles(on: try await log.screen(containing: "disconnected")) == [])
    }
    let session = try replay("--screen", rows: 24, type: "vt100")
    let styles = styles(on: try await session.screen(containing: "▶ 48"))
    #expect(styles.isSubset(of: [1, 2, 4, 7]) && styles.isSuperset(of: [1, 7]))
    session.type("q")
    #expect(try await session.end() == .exited(0))
  }

  @Test(arguments: [("watch", "dumb"), ("watch", ""), ("log", "dumb")])
  func `a terminal that may only write lines gets neither a screen nor status lines`(
    command: String,
    type: String
  ) async throws {
    let explorer = try watching(command, "--verbose", columns: 200, type: type)
    try await explorer.screen(containing: "Listening at")
    let program = try WireProgram(at: socket, .hello(), .state(0, 1))
    let screen = try await explorer.screen(containing: "Todo      connected (process 1)")
    #expect(!screen.showsAlternateScreen)
    #expect(screen.lines[0].contains("Listening at"))
    #expect(screen.lines[1].hasSuffix("Todo      connected (process 1)"))
    withExtendedLifetime(program) {}
  }

  @Test(arguments: ["log", "stats"], [40, 80])
  func `an idle terminal shows what a program needs until one connects`(
    command: String,
    columns: Int
  ) async throws {
    let explorer = try watching(command, "--color=never", columns: columns)
    let idle = try await explorer.screen(containing: "SLUICE_EXPLORER=unix:").lines
    let text = idle.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: " ")
    #expect(text.replacing("- ", with: "-").contains("Listening at unix:/tmp/sl-"))
    let code = "store.register(interceptor: ExplorerInterceptor())"
    #expect(text.contains("A program needs: \(code) and in its environment:"))

    let program = try WireProgram(at: socket, .hello(), .state(0, ["a": 0]), .counting(1, "a"))
    let busy = try await explorer.screen(containing: "Act")
    #expect(!busy.lines.joined().contains(#/Listening|ExplorerInterceptor/#))
    #expect(busy.wraps == 0)
    explorer.send(signal: SIGINT)
    #expect(try await explorer.end() == .exited(0))
    withExtendedLifetime(program) {}
  }

  @Test(arguments: [40, 80])
  func `a recording says on one line how much there is`(columns: Int) async throws {
    let recorder = try watching("record", socket.directory + "/x.session", columns: columns)
    try await recorder.screen(containing: "0 commits, 0 bytes since ")
    let program = try WireProgram(at: socket, .hello(), .state(0, 1), .commit(1), .commit(2))
    let screen = try await recorder.screen(containing: "2 commits, ")
    #expect(screen.lines[0].contains(#/^2 commits, \d+ bytes since \d\d:\d\d:\d\d/#))
    #expect(screen.lines.dropFirst().allSatisfy { $0.isEmpty })
    #expect(screen.wraps == 0)
    recorder.send(signal: SIGINT)
    #expect(try await recorder.end() == .exited(0))
    let end = try await recorder.screen(containing: "Recorded ")
    #expect(end.lines[0].hasPrefix("Recorded 2 commits of 1 program, "))
    withExtendedLifetime(program) {}
  }

  @Test func `a terminal that is resized gets lines that fit`() async throws {
    let explorer = try watching("log")
    try await explorer.screen(containing: "Listening at")
    let long = Tree.string(String(repeating: "x", count: 500))
    let program = try WireProgram(at: socket, .hello(), .state(0, ["text": long]))
    try await explorer.screen(containing: "0 {text: ")
    explorer.resize(columns: 50, rows: 50)
    try program.send(.commit(1))
    let screen = try await explorer.screen(containing: "1 Act")
    #expect(screen.lines.contains { $0.hasPrefix("── ") })
  }
}
