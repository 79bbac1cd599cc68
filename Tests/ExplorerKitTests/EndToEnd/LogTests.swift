import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer log` as a process, and programs that speak the wire.
@Suite(.inTurn) struct LogTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  @Test func `the lines of a program equal the golden text`() async throws {
    let explorer = try await socket.explorer()
    try GoldenSession.play(at: socket)
    try await explorer.line(containing: "disconnected")
    explorer.send(signal: SIGINT)
    #expect(try await explorer.exitCode() == 0)
    try GoldenText.expect(explorer.seen.map(GoldenText.normalized), matches: "log.txt")
  }

  @Test func `log --json prints an object a line that Foundation reads`() async throws {
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

  @Test(.unsanitized) func `a line that is much too long is skipped, and not kept`() async throws {
    let explorer = try await socket.explorer("--max-record", "1MiB")
    let program = try WireProgram(at: socket, .hello("Big"), .state(0, 1))
    let before = explorer.peakMemory
    let megabyte = [UInt8](repeating: 0x20, count: 1_000_000)
    for _ in 0..<20 { try program.send(bytes: megabyte) }
    try program.send(text: "\n" + SessionFiles.line(.commit(1)))
    try await explorer.line(containing: "The record is 19.1 MiB long; at most 1 MiB are read.")
    try await explorer.line(containing: "Big    1 Act")
    if let before, let after = explorer.peakMemory { #expect(after - before < 10_000_000) }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it cleanly`(signal: Int32) async throws {
    let explorer = try await socket.explorer()
    explorer.send(signal: signal)
    #expect(try await explorer.exitCode() == 0)
    #expect(!FileManager.default.fileExists(atPath: socket.path))
  }

  // MARK: - A store in this process

  @Test func `the lines of a store equal the golden text`() async throws {
    let explorer = try await socket.explorer()
    var list: WatchedList? = WatchedList(at: socket)
    try await explorer.line(containing: "    0 ")
    list?.store.dispatch(action: AddItem(title: "Milk\u{202E}"))
    list?.store.dispatch(action: AddItem(title: "Bread"), note: "from a test")
    list?.store.dispatch(action: WatchedList.rename(payload: "Ada"))
    list?.store.dispatch(action: Tick.done(index: 1))
    list?.store.dispatch(action: Save())
    try await explorer.line(containing: "failed after")
    list = nil
    try await explorer.line(containing: "disconnected")
    try GoldenText.expect(
      explorer.seen.map { GoldenText.normalized($0).withoutMeasurements },
      matches: "store.txt"
    )
  }

  @Test func `dispatching continues while the Explorer is stopped`() async throws {
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "connected")
    explorer.send(signal: SIGSTOP)
    for number in 1...5_000 {
      list.rename("\(number)")
    }
    explorer.send(signal: SIGCONT)
    // Whatever was dropped on the way, it ends with the last state.
    try await explorer.line(containing: "\"5000\"")
    #expect(!explorer.seen.contains { $0.contains("did not say why") || $0.contains("do not fit") })
  }
}

extension String {
  /// Without what differs from run to run.
  fileprivate var withoutMeasurements: String {
    replacing(#/process \d+/#, with: "process 1")
      .replacing(#/after \d+(\.\d+)? [nµm]?s/#, with: "after 1 ms")
      .replacing(#/, reduced in .*/#, with: "")
      .replacing(#/\.swift:\d+/#, with: ".swift:1")
  }
}
