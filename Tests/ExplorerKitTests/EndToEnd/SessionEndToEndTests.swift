import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `record`, `replay` and `stats` as processes.
@Suite(.inTurn, .unsanitized)
struct SessionEndToEndTests {
  private static func play(_ socket: TestSocket, _ more: WireRecord...) throws {
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 0]))
    for number in 1...3 {
      try program.send(
        .commit(number, .set(["a"], old: .integer(Int64(number) - 1), new: .integer(Int64(number))))
      )
    }
    for record in more { try program.send(record) }
    try program.send(.bye(WireRecord.Bye()))
    // A signal that follows would end the Explorer before it has read this.
    try program.finish()
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `what arrives is in the file, even if the recorder is killed`(signal: Int32) async throws {
    let socket = try TestSocket()
    let files = try SessionFiles()
    let path = files.path()
    let recorder = try await socket.explorer("record", path)
    try Self.play(socket)
    try socket.awaitTurn()
    recorder.send(signal: signal)
    #expect(try await recorder.exitCode() == (signal == SIGKILL ? 128 + SIGKILL : 0))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let replay = try ExplorerProcess(["replay", "--speed", "max", path])
    let lines = try await replay.rest()
    #expect(try await replay.exitCode() == 0)
    #expect(lines.filter { $0.contains("~ a: ") }.count == 3)
    #expect(lines.last?.hasSuffix("disconnected") == true)
    #expect(try await replay.complaint().isEmpty)
  }

  @Test func `a file that exists is overwritten only on request`() async throws {
    let socket = try TestSocket()
    let files = try SessionFiles()
    let path = try files.write("mine")
    let refused = try ExplorerProcess(["record", path, "--endpoint", "unix:\(socket.path)"])
    #expect(try await refused.exitCode() == 73)
    #expect(try await refused.complaint().first?.contains("or pass --force.") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")

    let recorder = try await socket.explorer("record", "--force", path)
    try Self.play(socket)
    try socket.awaitTurn()
    recorder.send(signal: SIGTERM)
    try await recorder.complaint(containing: "Recorded 3 commits of 1 program")
    #expect(try await recorder.exitCode() == 0)
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("mine"))
  }

  @Test func `a recorder whose file is removed says so and ends`() async throws {
    let socket = try TestSocket()
    let files = try SessionFiles()
    let path = files.path()
    let recorder = try await socket.explorer("record", path)
    try Self.play(socket)
    try socket.awaitTurn()
    try FileManager.default.removeItem(atPath: path)
    // It may end before it has read all.
    try? Self.play(socket)
    #expect(try await recorder.exitCode() == 74)
    #expect(
      try await recorder.complaint().last?.contains(
        "“\(path)” was removed or renamed while it was written, so nothing more is written to it."
      ) == true
    )
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a session is written to standard output`() async throws {
    let socket = try TestSocket()
    let recorder = try await socket.explorer("record", "-")
    try Self.play(socket)
    try await recorder.line(containing: #""type":"disconnected""#)
    recorder.send(signal: SIGINT)
    #expect(try await recorder.exitCode() == 0)
    #expect(recorder.seen.count { $0.contains(#""type":"commit""#) } == 3)
  }

  @Test func `a device is not overwritten, and --force is not advised again`() async throws {
    let socket = try TestSocket()
    let recorder = try ExplorerProcess(
      ["record", "--force", "/dev/full", "--endpoint", "unix:\(socket.path)"]
    )
    #expect(try await recorder.exitCode() == 73)
    let complaint = try await recorder.complaint().first
    #expect(complaint?.contains("“/dev/full” is no file that could be written over") == true)
    #expect(complaint?.contains("--force") == false)
  }

  @Test func `a replay shows what log showed, as text and as JSON`() async throws {
    let files = try SessionFiles()
    let path = try files.write(
      [.hello("Todo", pid: 4711), .state(0, ["todos": [], "name": "Ada"])] + GoldenSession.records
    )
    for (arguments, golden) in [([], "replay.txt"), (["--json"], "replay.jsonl")] {
      let replay = try ExplorerProcess(["replay", path, "--speed=max"] + arguments)
      try GoldenText.expect(try await replay.rest(), matches: golden)
      #expect(try await replay.exitCode() == 0)
    }
  }

  @Test func `a filter works on what is live, recorded and replayed`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer("log", "--filter", "failed or type:Act and changed:b")
    try Self.play(socket, .commit(4, .add(["b"], 1)))
    let line = try await explorer.line(containing: "+ b: 1")
    #expect(!explorer.seen.contains { $0.contains("~ a: ") }, "\(line)")

    let wrong = try ExplorerProcess(["log", "--filter", "type:A adn failed"])
    #expect(try await wrong.exitCode() == 64)
    let complaint = try await wrong.complaint()
    #expect(complaint[0].hasPrefix("sluice-explorer: The filter cannot be read: there is no term"))
    #expect(complaint[1...2] == ["  type:A adn failed", "         ^^^"])
  }

  @Test func `stepping shows one commit for each Enter, and q ends it`() async throws {
    let files = try SessionFiles()
    let path = try files.write(
      [.hello("Todo"), .state(0, ["a": 0])] + (1...5).map { .commit($0) }
    )
    let input = Pipe()
    let replay = try ExplorerProcess(
      ["replay", "--step", path],
      standardInput: input.fileHandleForReading
    )
    try await replay.line(containing: "connected")
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    try await replay.line(containing: "1 Act")
    try input.fileHandleForWriting.write(contentsOf: Data("\n\n".utf8))
    try await replay.line(containing: "3 Act")
    try input.fileHandleForWriting.write(contentsOf: Data("q\n".utf8))
    #expect(try await replay.rest().isEmpty)
    #expect(try await replay.exitCode() == 0)
  }

  @Test func `damage is named at the end, and the rest is shown`() async throws {
    let files = try SessionFiles()
    let path = try files.write(
      SessionFiles.line(.hello("Todo")) + "{oops\n" + SessionFiles.line(.commit(1))
    )
    for command in [["replay", "--speed", "max"], ["stats"]] {
      let explorer = try ExplorerProcess(command + [path])
      let lines = try await explorer.rest()
      #expect(lines.contains { $0.contains("Act") })
      #expect(try await explorer.exitCode() == 65)
      #expect(
        try await explorer.complaint()
          == ["sluice-explorer: Line 2 of “\(path)” is damaged. The rest was read."]
      )
    }
  }

  @Test func `statistics of a program that is watched are printed at the end`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer("stats")
    try Self.play(socket)
    explorer.send(signal: SIGINT)
    let lines = try await explorer.rest()
    #expect(try await explorer.exitCode() == 0)
    #expect(lines.first?.hasPrefix("3 commits") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("a ") && $0.hasSuffix("█") })
  }

  @Test(.nightly) func `a long session on standard input is read in bounded memory`() async throws {
    let input = Pipe()
    let explorer = try ExplorerProcess(["stats", "-"], standardInput: input.fileHandleForReading)
    let writer = input.fileHandleForWriting
    let note = String(repeating: "x", count: 1_000_000)
    try writer.write(contentsOf: Data(SessionFiles.line(.hello("Big")).utf8))
    try writer.write(contentsOf: Data(SessionFiles.line(.state(0, ["a": 0])).utf8))
    for number in 1...40 {
      let line = WireRecord.commit(number, .set(["a"], old: nil, new: .string(note))).line()
      try writer.write(contentsOf: Data(line))
    }
    let peak = explorer.peakMemory
    try writer.close()
    let lines = try await explorer.rest()
    #expect(lines.first?.hasPrefix("40 commits") == true)
    // 40 MB went through it.
    if let peak { #expect(peak < 35_000_000, "\(peak)") }
  }
}
