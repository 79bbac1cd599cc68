import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `why`, `history`, `show`, `state`, `diff` and `blame` on what a running Explorer holds.
@Suite(.inTurn) struct AskRunningTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  private func ask(_ arguments: String...) async throws -> ExplorerProcess.Outcome {
    try await ExplorerProcess(arguments, at: socket).outcome()
  }

  /// Sends what a program sent in the demo's session, the end of its connection aside.
  private func playDemo() throws -> WireProgram {
    let text = try String(contentsOfFile: GoldenText.path("demo.session"), encoding: .utf8)
    let program = try WireProgram(at: socket)
    for line in text.split(separator: "\n") {
      switch try WireRecord(line: Array(line.utf8)) {
      case .problem, .disconnected, .bye: break
      default: try program.send(text: line + "\n")
      }
    }
    return program
  }

  @Test func `answers are those that a file of the same session gives`() async throws {
    let log = try await socket.explorer()
    let program = try playDemo()
    try await log.line(containing: " 48 ")
    let session = GoldenText.path("demo.session")
    let asked = [
      "why.txt", "why.jsonl", "history.txt", "show.txt", "state-part.txt", "state.jsonl",
      "diff.txt", "blame.txt",
    ]
    for (arguments, golden) in AskEndToEndTests.answers where asked.contains(golden) {
      try await ExplorerProcess(arguments.filter { $0 != session }, at: socket)
        .expectOutput(golden)
    }
    #expect(
      try await ask("state", "order")
        == .failure(
          64,
          "There is no `order` after commit 48. There is `orders`. There is no file “order” either."
        )
    )
    withExtendedLifetime(program) {}
  }

  @Test func `an Explorer that records is asked, too`() async throws {
    let recorder = try await socket.explorer("record", "-")
    let program = try WireProgram(at: socket, .hello("One"), .state(0, ["a": 7]))
    _ = try await recorder.line(containing: #""state""#)
    #expect(try await ask("state") == .init(output: ["a: 7"]))
    recorder.send(signal: SIGINT)
    _ = try await recorder.exitCode()
    withExtendedLifetime(program) {}
  }
}
