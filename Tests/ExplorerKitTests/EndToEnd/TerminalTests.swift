import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The commands on a terminal.
@Suite(.inTurn)
struct TerminalTests {
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

  @Test func `a terminal that is resized gets lines that fit`() async throws {
    let socket = try TestSocket()
    let terminal = try PseudoTerminal(columns: 80)
    let explorer = try ExplorerProcess(
      ["log", "--endpoint", "unix:\(socket.path)", "--verbose"],
      environment: ["TERM": "xterm"],
      standardOutput: terminal.device
    )
    try await explorer.complaint(containing: "Listening at")
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
