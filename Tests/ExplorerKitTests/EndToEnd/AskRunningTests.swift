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

  @Test func `a program that has ended is asked if none runs`() async throws {
    let log = try await socket.explorer("--keep", "1000")
    func run(_ value: Int) async throws -> WireProgram {
      let program = try WireProgram(at: socket)
      let hello = WireRecord.hello(instance: "\(value)")
      try program.send(hello, .state(0, ["a": 0]), .setting(1, "a", .number(value)))
      try await log.line(containing: "→ \(value)")
      return program
    }
    for value in [7, 8] {
      var program: WireProgram? = try await run(value)
      try program?.send(.bye(.init()))
      program = nil
      try await log.line(containing: "disconnected")
    }
    let remark = "Todo has ended; this is about its last run."
    #expect(try await ask("state", "a") == .init(output: ["8"], complaint: [remark]))

    let program = try await run(9)
    let running = try await ask("why", "a", "--json")
    #expect(running.output.count == 1 && running.complaint.isEmpty)
    #expect(running.output[0].contains(#""value":9"#))
    withExtendedLifetime(program) {}
  }

  @Test func `one of several programs has to be chosen`() async throws {
    let log = try await socket.explorer()
    let programs = try ["main", "cart"].map { store in
      let hello = WireRecord.Hello(store, "Shop", pid: 7, store: store)
      return try WireProgram(at: socket, .hello(hello), .state(0, ["store": .string(store)]))
    }
    for _ in programs { try await log.line(containing: "store: ") }
    let both = try await ask("state")
    #expect(both.code == 64)
    let message = "sluice-explorer: Several programs match. Select one with --app or --store:"
    #expect(both.complaint.first == message)
    #expect(both.complaint.contains { $0.hasSuffix("--store cart  (process 7)") })
    #expect(try await ask("state", "--store", "cart") == .init(output: [#"store: "cart""#]))
    withExtendedLifetime(programs) {}
  }

  @Test func `an Explorer that records is asked, too, and a missing one reported`() async throws {
    #expect(
      try await ask("why", "a")
        == .failure(
          69,
          "No file is named, and no sluice-explorer listens at “\(socket.path)” that could be"
            + " asked. Watch the program with sluice-explorer, and ask meanwhile, or record a file"
            + " with sluice-explorer record FILE, then ask sluice-explorer why PATH FILE."
        )
    )
    let recorder = try await socket.explorer("record", "-")
    let program = try WireProgram(at: socket, .hello("One"), .state(0, ["a": 7]))
    _ = try await recorder.line(containing: #""state""#)
    #expect(try await ask("state") == .init(output: ["a: 7"]))
    recorder.send(signal: SIGINT)
    _ = try await recorder.exitCode()
    withExtendedLifetime(program) {}
  }
}
