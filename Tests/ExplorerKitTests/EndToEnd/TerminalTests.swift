import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The commands on a terminal.
@Suite(.inTurn, .unsanitized)
struct TerminalTests {
  private static let code = "store.register(interceptor: ExplorerInterceptor())"

  /// Starts the Explorer on a terminal.
  private static func terminal(
    _ arguments: [String],
    columns: Int = 80,
    rows: Int = 50,
    type: String = "xterm"
  ) throws -> TerminalSession {
    try TerminalSession(
      running: BuiltProgram.url(),
      arguments,
      environment: ["TERM": type, "TZ": "UTC"],
      columns: columns,
      rows: rows
    )
  }

  @Test(arguments: [40, 80, 200])
  func `the demo on a terminal equals the golden text`(columns: Int) async throws {
    let session = URL(filePath: #filePath).appending(path: "../../Golden/demo.session").standardized
    // High enough for all that is printed.
    let replay = try Self.terminal(
      ["replay", "--speed=max", session.path],
      columns: columns,
      rows: 300
    )
    #expect(try await replay.end() == .exited(0))
    let screen = try await replay.screen("the end") { screen in
      screen.lines.contains { $0.hasSuffix("disconnected") }
    }
    #expect(screen.wraps == 0)
    #expect(screen.unknown == [])
    #expect(screen.lines.allSatisfy { $0.columns < columns })
    try GoldenText.expect(screen.lines.dropLast(while: \.isEmpty), matches: "demo-\(columns).txt")
  }

  private static let recording = URL(filePath: #filePath).appending(
    path: "../../Golden/demo.session"
  )
  .standardized.path

  @Test(arguments: ["dumb", "vt100"])
  func `a terminal without colours gets plain lines`(type: String) async throws {
    let log = try Self.terminal(["replay", "--speed=max", Self.recording], rows: 200, type: type)
    #expect(try await log.end() == .exited(0))
    let screen = try await log.screen(containing: "disconnected")
    #expect(styles(on: screen) == [])
  }

  @Test func `a screen on a terminal without colours has bold and reversed text only`() async throws
  {
    let arguments = ["replay", "--speed=max", "--screen", Self.recording]
    let session = try Self.terminal(arguments, rows: 24, type: "vt100")
    let screen = try await session.screen(containing: "▶ 48")
    #expect(styles(on: screen).isSubset(of: [1, 2, 4, 7]))
    #expect(styles(on: screen).isSuperset(of: [1, 7]))
    session.type("q")
    #expect(try await session.end() == .exited(0))
  }

  @Test(arguments: ["dumb", ""])
  func `a terminal that may only write lines gets no screen`(type: String) async throws {
    let socket = try TestSocket()
    let arguments = ["watch", "--endpoint", "unix:\(socket.path)", "--verbose"]
    let explorer = try Self.terminal(arguments, type: type)
    try await explorer.screen(containing: "Listening at")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, 1))
    let screen = try await explorer.screen(containing: "connected (process 1)")
    #expect(!screen.showsAlternateScreen)
  }

  private func styles(on screen: TerminalEmulator) -> Set<Int> {
    var styles: Set<Int> = []
    for row in 0..<screen.rows {
      for column in 0..<screen.columns { styles.formUnion(screen[row, column].style) }
    }
    return styles
  }

  @Test(arguments: ["log", "stats"], [40, 80])
  func `an idle terminal shows what a program needs until one connects`(
    command: String,
    columns: Int
  ) async throws {
    let socket = try TestSocket()
    let explorer = try Self.terminal(
      [command, "--endpoint", "unix:\(socket.path)", "--color=never"],
      columns: columns
    )
    let idle = try await explorer.screen(containing: "SLUICE_EXPLORER=unix:").lines
    let text = idle.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: " ")
    #expect(text.replacing("- ", with: "-").contains("Listening at unix:/tmp/sl-"))
    #expect(text.contains("A program needs: \(Self.code) and in its environment:"))

    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 1]), .commit(1, .set(["a"], old: 1, new: 2)))
    let busy = try await explorer.screen(containing: "Act")
    #expect(!busy.lines.joined().contains("Listening"))
    #expect(!busy.lines.joined().contains("ExplorerInterceptor"))
    #expect(busy.wraps == 0)
    explorer.send(signal: SIGINT)
    #expect(try await explorer.end() == .exited(0))
  }

  @Test func `a terminal that cannot move the cursor gets no status lines`() async throws {
    let socket = try TestSocket()
    let explorer = try Self.terminal(
      ["log", "--endpoint", "unix:\(socket.path)", "--verbose"],
      columns: 200,
      type: "dumb"
    )
    try await explorer.screen(containing: "Listening at")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, 1))
    let screen = try await explorer.screen(containing: "Todo      connected (process 1)")
    #expect(screen.lines[0].contains("Listening at"))
    #expect(screen.lines[1].hasSuffix("Todo      connected (process 1)"))
  }

  @Test(arguments: [40, 80])
  func `a recording says on one line how much there is`(columns: Int) async throws {
    let socket = try TestSocket()
    let recorder = try Self.terminal(
      ["record", socket.directory + "/x.session", "--endpoint", "unix:\(socket.path)"],
      columns: columns
    )
    try await recorder.screen(containing: "0 commits, 0 bytes since ")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 1]), .commit(1), .commit(2))
    let screen = try await recorder.screen(containing: "2 commits, ")
    #expect(screen.lines[0].contains(#/^2 commits, \d+ bytes since \d\d:\d\d:\d\d/#))
    #expect(screen.lines.dropFirst().allSatisfy { $0.isEmpty })
    #expect(screen.wraps == 0)
    recorder.send(signal: SIGINT)
    #expect(try await recorder.end() == .exited(0))
    let end = try await recorder.screen(containing: "Recorded ")
    #expect(end.lines[0].hasPrefix("Recorded 2 commits of 1 program, "))
  }

  @Test func `a terminal that is resized gets lines that fit`() async throws {
    let socket = try TestSocket()
    let explorer = try Self.terminal(["log", "--endpoint", "unix:\(socket.path)"])
    try await explorer.screen(containing: "Listening at")
    let program = try WireProgram(at: socket)
    try program.send(
      .hello("Todo"),
      .state(0, ["text": .string(String(repeating: "x", count: 500))])
    )
    try await explorer.screen(containing: "0 {text: ")
    explorer.resize(columns: 50, rows: 50)
    try program.send(.commit(1))
    let screen = try await explorer.screen(containing: "1 Act")
    #expect(screen.lines.contains { $0.hasPrefix("── ") })
  }
}

extension [String] {
  /// Without the lines at the end of which something is true.
  fileprivate func dropLast(while condition: (String) -> Bool) -> [String] {
    var lines = self
    while let last = lines.last, condition(last) { lines.removeLast() }
    return lines
  }
}
