import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The commands on a terminal.
@Suite(.inTurn)
struct TerminalTests {
  private static let code = "store.register(interceptor: ExplorerInterceptor())"

  @Test(arguments: [40, 80, 200])
  func `the demo on a terminal is as in the golden text`(columns: Int) async throws {
    let session = URL(filePath: #filePath).appending(path: "../../Golden/demo.session").standardized
    let terminal = try PseudoTerminal(columns: columns)
    let replay = try ExplorerProcess(
      ["replay", "--speed=max", session.path],
      environment: ["TERM": "xterm"],
      standardOutput: terminal.device
    )
    let lines = await terminal.lines { $0.contains { $0.hasSuffix("disconnected") } }
    #expect(try await replay.exitCode() == 0)
    #expect(terminal.wraps == 0)
    #expect(lines.allSatisfy { $0.columns < columns })
    try GoldenText.expect(lines.dropLast(while: \.isEmpty), matches: "demo-\(columns).txt")
  }

  @Test(arguments: ["log", "stats"], [40, 80])
  func `an idle terminal says what a program needs until something comes`(
    command: String,
    columns: Int
  ) async throws {
    let socket = try TestSocket()
    let terminal = try PseudoTerminal(columns: columns)
    let explorer = try ExplorerProcess(
      [command, "--endpoint", "unix:\(socket.path)", "--color=never"],
      environment: ["TERM": "xterm"],
      standardOutput: terminal.device
    )
    let idle = await terminal.lines(containing: "SLUICE_EXPLORER=unix:")
    let text = idle.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(text.replacing("- ", with: "-").contains("Listening at unix:/tmp/sluice"))
    #expect(text.contains("A program needs: \(Self.code) and in its environment:"))

    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 1]), .commit(1, .set(["a"], old: 1, new: 2)))
    let busy = await terminal.lines { lines in lines.contains { $0.contains("Act") } }
    #expect(!busy.joined().contains("Listening"))
    #expect(!busy.joined().contains("ExplorerInterceptor"))
    #expect(terminal.wraps == 0)
    explorer.send(signal: SIGINT)
    #expect(try await explorer.exitCode() == 0)
  }

  @Test func `a terminal that cannot move the cursor gets no lines that would stay`() async throws {
    let socket = try TestSocket()
    let terminal = try PseudoTerminal(columns: 80)
    let explorer = try ExplorerProcess(
      ["log", "--endpoint", "unix:\(socket.path)", "--verbose"],
      environment: ["TERM": "dumb"],
      standardOutput: terminal.device
    )
    try await explorer.complaint(containing: "Listening at")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, 1))
    let lines = await terminal.lines(containing: "connected")
    #expect(lines[0].hasSuffix("Todo      connected (process 1)"))
  }

  @Test(arguments: [40, 80])
  func `a recording says on one line how much there is`(columns: Int) async throws {
    let socket = try TestSocket()
    let terminal = try PseudoTerminal(columns: columns)
    let recorder = try ExplorerProcess(
      ["record", socket.directory + "/x.session", "--endpoint", "unix:\(socket.path)"],
      environment: ["TERM": "xterm"],
      standardError: terminal.device
    )
    await terminal.lines(containing: "0 commits, 0 bytes since ")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 1]), .commit(1), .commit(2))
    let lines = await terminal.lines(containing: "2 commits, ")
    #expect(lines[0].contains(#/^2 commits, \d+ bytes since \d\d:\d\d:\d\d/#))
    #expect(lines.dropFirst().allSatisfy { $0.isEmpty })
    #expect(terminal.wraps == 0)
    recorder.send(signal: SIGINT)
    #expect(try await recorder.exitCode() == 0)
    let end = await terminal.lines(containing: "Recorded ")
    #expect(end[0].hasPrefix("Recorded 2 commits of 1 program, "))
  }

  @Test func `a terminal that is resized gets lines that fit`() async throws {
    let socket = try TestSocket()
    let terminal = try PseudoTerminal(columns: 80)
    let explorer = try ExplorerProcess(
      ["log", "--endpoint", "unix:\(socket.path)"],
      environment: ["TERM": "xterm"],
      standardOutput: terminal.device
    )
    await terminal.lines(containing: "Listening at")
    let program = try WireProgram(at: socket)
    try program.send(
      .hello("Todo"),
      .state(0, ["text": .string(String(repeating: "x", count: 500))])
    )
    await terminal.lines(containing: "0 {text: ")
    terminal.resize(columns: 50)
    try program.send(.commit(1))
    let lines = await terminal.lines(containing: "1 Act")
    #expect(lines.contains { $0.hasPrefix("── ") })
    withExtendedLifetime(explorer) {}
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
