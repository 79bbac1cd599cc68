import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer log` as a process, and programs that speak the wire.
@Suite(.inTurn)
struct LogTests {
  @Test func `the lines of a program equal the golden text`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    try GoldenSession.play(at: socket)
    try await explorer.line(containing: "disconnected")
    explorer.send(signal: SIGINT)
    #expect(try await explorer.exitCode() == 0)
    try GoldenText.expect(explorer.seen.map(GoldenText.normalized), matches: "log.txt")
  }

  @Test func `log --json prints an object a line that Foundation reads`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer("log", "--json")
    try GoldenSession.play(at: socket)
    try await explorer.line(containing: "disconnected")
    for line in explorer.seen {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["app"] as? String == "Todo")
      #expect(object?["type"] is String)
    }
    try GoldenText.expect(explorer.seen, matches: "log.jsonl")
  }

  @Test func `output has colours only on request`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer("--color=always")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"), .state(0, ["a": 1]), .commit(1, .set(["a"], old: 1, new: 2)))
    let line = try await explorer.line(containing: "~ a: 1 → 2")
    #expect(line.contains("\u{1B}[33m~ a: 1 → 2\u{1B}[0m"))
  }

  @Test func `several programs at once are distinguished`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let one = try WireProgram(at: socket)
    try one.send(.hello("Shop", pid: 1, instance: "a"))
    try await explorer.line(containing: "Shop      connected")
    let other = try WireProgram(at: socket)
    try other.send(.hello("Shop", pid: 2, instance: "b"))
    try await explorer.line(containing: "Shop#2      connected")
    try one.send(.state(0, 1), .commit(1))
    try await explorer.line(containing: "Shop      1 Act")
    try other.send(.state(0, 1), .commit(1))
    try await explorer.line(containing: "Shop#2    1 Act")
  }

  @Test(.unsanitized) func `a line that exceeds the limit ten times is skipped without being kept`()
    async throws
  {
    let socket = try TestSocket()
    let explorer = try await socket.explorer("--max-record", "1MiB")
    let program = try WireProgram(at: socket)
    try program.send(.hello("Big"), .state(0, 1))
    let before = explorer.peakMemory
    let megabyte = [UInt8](repeating: 0x20, count: 1_000_000)
    for _ in 0..<20 { try program.send(bytes: megabyte) }
    try program.send(text: "\n")
    try program.send(.commit(1))
    try await explorer.line(containing: "The record is 19.1 MiB long; at most 1 MiB are read.")
    try await explorer.line(containing: "Big    1 Act")
    if let before, let after = explorer.peakMemory { #expect(after - before < 10_000_000) }
  }

  @Test func `half a line is reported when the program has disconnected`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    var program: WireProgram? = try WireProgram(at: socket)
    try program?.send(.hello("Half"))
    try program?.send(text: "{\"type\":\"commit\",\"num")
    program = nil
    try await explorer.line(containing: "The stream ends within a record, 21 bytes after")
    try await explorer.line(containing: "It went away without saying goodbye.")
  }

  @Test func `an Explorer that is killed leaves its socket to the next one`() async throws {
    let socket = try TestSocket()
    let first = try await socket.explorer()
    first.send(signal: SIGKILL)
    #expect(try await first.exitCode() == 128 + SIGKILL)
    let second = try await socket.explorer()
    let program = try WireProgram(at: socket)
    try program.send(.hello("Todo"))
    try await second.line(containing: "connected")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it cleanly`(signal: Int32) async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    explorer.send(signal: signal)
    #expect(try await explorer.exitCode() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket.path))
  }
}
