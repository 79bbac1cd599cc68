import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `why`, `history`, `show`, `state`, `diff` and `blame` on what a running Explorer holds.
@Suite(.inTurn)
struct AskRunningTests {
  private static func ask(
    _ arguments: [String],
    at socket: TestSocket
  ) throws -> ExplorerProcess {
    try ExplorerProcess(arguments + ["--endpoint", "unix:\(socket.path)"])
  }

  /// Sends what a program sent in the demo's session, the end of its connection aside.
  private static func playDemo(at socket: TestSocket) throws -> WireProgram {
    let path = GoldenText.path("demo.session")
    let text = try String(contentsOfFile: path, encoding: .utf8)
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
    let socket = try TestSocket()
    let log = try await socket.explorer()
    let program = try Self.playDemo(at: socket)
    try await log.line(containing: " 48 ")
    let session = GoldenText.path("demo.session")
    let asked = [
      "why.txt", "why.jsonl", "history.txt", "show.txt", "state-part.txt", "state.jsonl",
      "diff.txt", "blame.txt",
    ]
    for (arguments, golden) in AskEndToEndTests.answers where asked.contains(golden) {
      let explorer = try Self.ask(arguments.filter { $0 != session }, at: socket)
      try GoldenText.expect(try await explorer.rest(), matches: golden)
      #expect(try await explorer.exitCode() == 0)
      #expect(try await explorer.complaint().isEmpty)
    }
    let wrong = try Self.ask(["state", "order"], at: socket)
    #expect(try await wrong.exitCode() == 64)
    #expect(
      try await wrong.complaint() == [
        "sluice-explorer: There is no `order` after commit 48. There is `orders`. There is no file"
          + " “order” either."
      ]
    )
    withExtendedLifetime(program) {}
  }

  @Test func `a program that has ended answers questions, and a running one is preferred`()
    async throws
  {
    let socket = try TestSocket()
    let log = try await socket.explorer("--keep", "1000")
    func run(_ instance: String, _ value: Int64) async throws -> WireProgram {
      let program = try WireProgram(at: socket)
      try program.send(
        .hello("Todo", instance: instance),
        .state(0, ["a": 0]),
        .commit(1, .set(["a"], old: 0, new: .integer(value)))
      )
      try await log.line(containing: "→ \(value)")
      return program
    }
    for value in [7, 8] as [Int64] {
      var program: WireProgram? = try await run("\(value)", value)
      try program?.send(.bye(.init()))
      program = nil
      try await log.line(containing: "disconnected")
    }
    let ended = try Self.ask(["state", "a"], at: socket)
    #expect(try await ended.rest() == ["8"])
    #expect(try await ended.complaint() == ["Todo has ended; this is about its last run."])

    let program = try await run("9", 9)
    let running = try Self.ask(["why", "a", "--json"], at: socket)
    let lines = try await running.rest()
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""value":9"#) == true)
    #expect(try await running.complaint().isEmpty)
    withExtendedLifetime(program) {}
  }

  @Test func `one of several programs has to be chosen`() async throws {
    let socket = try TestSocket()
    let log = try await socket.explorer()
    let programs = try ["main", "cart"].map { store in
      let program = try WireProgram(at: socket)
      let hello = WireRecord.Hello(instance: store, name: "Shop", processID: 7, store: store)
      try program.send(.hello(hello), .state(0, ["store": .string(store)]))
      return program
    }
    for _ in programs { try await log.line(containing: "store: ") }
    let both = try Self.ask(["state"], at: socket)
    #expect(try await both.exitCode() == 64)
    let complaint = try await both.complaint()
    #expect(
      complaint.first
        == "sluice-explorer: Several programs match. Select one with --app or --store:"
    )
    #expect(complaint.contains { $0.hasSuffix("--store cart  (process 7)") })
    let one = try Self.ask(["state", "--store", "cart"], at: socket)
    #expect(try await one.rest() == [#"store: "cart""#])
    withExtendedLifetime(programs) {}
  }

  @Test func `an Explorer that records answers, and a missing one is reported`()
    async throws
  {
    let socket = try TestSocket()
    let alone = try Self.ask(["why", "a"], at: socket)
    #expect(try await alone.exitCode() == 69)
    #expect(
      try await alone.complaint() == [
        "sluice-explorer: No file is named, and no sluice-explorer listens at “\(socket.path)” that"
          + " could be asked. Watch the program with sluice-explorer, and ask meanwhile, or"
          + " record a file with sluice-explorer record FILE, then ask sluice-explorer why PATH FILE."
      ]
    )
    let recorder = try await socket.explorer("record", "-")
    let program = try WireProgram(at: socket)
    try program.send(.hello("One"), .state(0, ["a": 7]))
    _ = try await recorder.line(containing: #""state""#)
    let one = try Self.ask(["state"], at: socket)
    #expect(try await one.rest() == ["a: 7"])
    recorder.send(signal: SIGINT)
    _ = try await recorder.exitCode()
    withExtendedLifetime(program) {}
  }
}
