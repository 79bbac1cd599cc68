import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `record`, `replay` and `stats` as processes.
@Suite(.inTurn, .unsanitized) struct SessionEndToEndTests {
  private let socket: TestSocket
  private let files: SessionFiles

  init() throws {
    socket = try TestSocket()
    files = try SessionFiles()
  }

  /// Lets a program send three commits and more, and go.
  private func play(_ more: WireRecord...) throws {
    let program = try WireProgram(at: socket)
    let commits = (1...3).map { WireRecord.counting($0, "a") }
    for record in [.hello(), .state(0, ["a": 0])] + commits + more + [.bye(.init())] {
      try program.send(record)
    }
    // A signal that follows would end the Explorer before it has read this.
    try program.finish()
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `what arrives is in the file, even if the recorder is killed`(signal: Int32) async throws {
    let path = files.path()
    let recorder = try await socket.explorer("record", path)
    try play()
    try socket.awaitTurn()
    recorder.send(signal: signal)
    #expect(try await recorder.exitCode() == (signal == SIGKILL ? 128 + SIGKILL : 0))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let replay = try await ExplorerProcess(["replay", "--speed", "max", path]).outcome()
    #expect(replay == .init(output: replay.output))
    #expect(replay.output.count { $0.contains("~ a: ") } == 3)
    #expect(replay.output.last?.hasSuffix("disconnected") == true)
  }

  @Test func `a file that exists is overwritten only on request, and a device never`() async throws
  {
    let path = try files.write("mine")
    for (arguments, message) in [
      ([path], "or pass --force."),
      (["--force", "/dev/full"], "“/dev/full” can't be overwritten: it is a device"),
    ] {
      let refused = try await ExplorerProcess(["record"] + arguments, at: socket).outcome()
      #expect(refused.code == 73 && refused.complaint[0].contains(message))
      // Not advised again.
      #expect(refused.complaint[0].contains("--force") == (arguments == [path]))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")

    let recorder = try await socket.explorer("record", "--force", path)
    try play()
    try socket.awaitTurn()
    recorder.send(signal: SIGTERM)
    try await recorder.complaint(containing: "Recorded 3 commits of 1 program")
    #expect(try await recorder.exitCode() == 0)
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("mine"))
  }

  @Test func `a recorder whose file is removed says so and ends`() async throws {
    let path = files.path()
    let recorder = try await socket.explorer("record", path)
    try play()
    try socket.awaitTurn()
    try FileManager.default.removeItem(atPath: path)
    // It may end before it has read all.
    try? play()
    let message =
      "“\(path)” was removed or renamed while it was written, so nothing more is written to it."
    let outcome = try await recorder.outcome()
    #expect(outcome.code == 74 && outcome.complaint.last?.contains(message) == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a replay shows what log showed, as text and as JSON`() async throws {
    let path = try files.write(GoldenSession.beginning + GoldenSession.records)
    try await ExplorerProcess(["replay", path, "--speed=max"]).expectOutput("replay.txt")
    try await ExplorerProcess(["replay", path, "--speed=max", "--json"])
      .expectOutput("replay.jsonl")
  }

  @Test func `a filter works on what is live, recorded and replayed`() async throws {
    let explorer = try await socket.explorer("log", "--filter", "failed or type:Act and changed:b")
    try play(.commit(4, .add(["b"], 1)))
    let line = try await explorer.line(containing: "+ b: 1")
    #expect(!explorer.seen.contains { $0.contains("~ a: ") }, "\(line)")
  }

  @Test func `stepping shows one commit for each Enter, and q ends it`() async throws {
    let path = try files.write([.hello(), .state(0, ["a": 0])] + (1...5).map { .commit($0) })
    let input = Pipe()
    let replay = try ExplorerProcess(
      ["replay", "--step", path],
      standardInput: input.fileHandleForReading
    )
    try await replay.line(containing: "connected")
    for (keys, line) in [("\n", "1 Act"), ("\n\n", "3 Act")] {
      try input.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
      try await replay.line(containing: line)
    }
    try input.fileHandleForWriting.write(contentsOf: Data("q\n".utf8))
    let outcome = try await replay.outcome()
    #expect(outcome.output.isEmpty && outcome.code == 0)
  }

  @Test(arguments: [["replay", "--speed", "max"], ["stats"], ["show", "1"]])
  func `damage is named at the end, and the rest is shown`(command: [String]) async throws {
    let path = try files.write(
      SessionFiles.line(.hello()) + "{oops\n" + SessionFiles.line(.commit(1))
    )
    var outcome = try await ExplorerProcess(command + [path]).outcome()
    #expect(outcome.output.contains { $0.contains("Act") })
    outcome.output = []
    #expect(outcome == .failure(65, "Line 2 of “\(path)” is damaged. The rest was read."))
  }

  @Test func `statistics of a program that is watched are printed at the end`() async throws {
    let explorer = try await socket.explorer("stats")
    try play()
    explorer.send(signal: SIGINT)
    let outcome = try await explorer.outcome()
    #expect(outcome.code == 0)
    #expect(outcome.output.first?.hasPrefix("3 commits") == true, "\(outcome)")
    #expect(outcome.output.contains { $0.hasPrefix("a ") && $0.hasSuffix("█") })
  }

  @Test(.nightly) func `a long session on standard input is read in bounded memory`() async throws {
    let input = Pipe()
    let explorer = try ExplorerProcess(["stats", "-"], standardInput: input.fileHandleForReading)
    let writer = input.fileHandleForWriting
    let note = Tree.string(String(repeating: "x", count: 1_000_000))
    let commits = (1...40).map { WireRecord.setting($0, "a", note) }
    for record in [.hello("Big"), .state(0, ["a": 0])] + commits {
      try writer.write(contentsOf: Data(record.line()))
    }
    let peak = explorer.peakMemory
    try writer.close()
    let lines = try await explorer.rest()
    #expect(lines.first?.hasPrefix("40 commits") == true)
    // 40 MB went through it.
    if let peak { #expect(peak < 35_000_000, "\(peak)") }
  }
}
