import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// How programs are named and chosen, and what is said while there is none.
@Suite(.inTurn, .unsanitized) struct NamesEndToEndTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  private func program(_ process: Int) throws -> WireProgram {
    let hello = WireRecord.Hello("i\(process)", "Shop", pid: process, can: [.dispatch])
    return try WireProgram(at: socket, .hello(hello), .state(0, ["pid": .number(process)]))
  }

  @Test func `each of two programs of one name can be chosen, by all who ask`() async throws {
    let explorer = try await socket.explorer()
    let first = try program(7)
    #expect(try await explorer.line(containing: "connected (process 7").contains(" Shop "))
    let second = try program(8)
    #expect(try await explorer.line(containing: "connected (process 8").contains(" Shop#8 "))
    // A viewer that comes later calls them as the hub does, whoever is left.
    try first.send(.bye(.init()))
    try first.finish()
    try await explorer.line(containing: "disconnected")
    for (name, pid) in [("Shop", 7), ("Shop#7", 7), ("Shop#8", 8)] {
      let outcome = try await ExplorerProcess(["state", "--app", name], at: socket).outcome()
      #expect(outcome.output.last == "pid: \(pid)", "\(name): \(outcome)")
    }
    let viewer = try await socket.explorer("--filter", "app:Shop#8")
    // What comes before belongs to the past, of which a log shows the state.
    try await viewer.line(containing: "Shop#8    0 {pid: 8}")
    try second.send(.counting(1, "pid"))
    try await viewer.line(containing: "Shop#8    1 Act")
    let arguments = ["state", "--app", "Shop#9", "--timeout", "0.2"]
    #expect(try await ExplorerProcess(arguments, at: socket).outcome().code == 69)
  }

  @Test func `a name that was mistyped makes no folder`() async throws {
    let folder = socket.directory + "/nonexist"
    for command in [["log"], ["record", "-"], ["demo", "--watch"]] {
      let explorer = try ExplorerProcess(command + ["--endpoint", "unix:\(folder)/x.sock"])
      let outcome = try await explorer.outcome()
      #expect(outcome.code == 69)
      #expect(outcome.complaint.last?.contains("The directory “\(folder)” does not exist.") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: [["log"], ["record", "-"], ["stats"]])
  func `what waits on a pipe says where, if no program is connected`(command: [String]) async throws
  {
    let explorer = try ExplorerProcess(command, at: socket)
    let line = try await explorer.complaint(containing: "No program is connected.")
    #expect(line.hasSuffix("Listening at unix:\(socket.path), and waiting for one."))
    let viewer = try ExplorerProcess(command, at: socket)
    try await viewer.complaint(containing: "No program is connected. Attached to the")
  }

  @Test func `a program that is started again has its column`() async throws {
    let explorer = try await socket.explorer()
    for process in [7, 12_345] {
      let shop = try program(process)
      let line = try await explorer.line(containing: "connected (process \(process)")
      #expect(line.contains(" Shop      connected"))
      try shop.send(.bye(.init()))
      try shop.finish()
      try await explorer.line(containing: "disconnected")
    }
  }
}
