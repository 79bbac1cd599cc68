import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Several Explorers at one place, as processes.
@Suite(.inTurn, .unsanitized) struct ViewerEndToEndTests {
  @Test(arguments: [[], ["log", "--json"]])
  func `a second Explorer prints what the first one prints`(arguments: [String]) async throws {
    let socket = try TestSocket()
    let first = try await socket.explorer(arguments)
    let second = try await socket.explorer(arguments)
    // A viewer that attaches late receives the programs; from then on, all receive the same.
    try socket.awaitTurn()
    try GoldenSession.play(at: socket)
    for explorer in [first, second] { try await explorer.line(containing: "disconnected") }
    #expect(first.seen.count > 10)
    #expect(second.seen.map(GoldenText.normalized) == first.seen.map(GoldenText.normalized))
  }

  @Test func `when the hub is killed a viewer takes its place`() async throws {
    let socket = try TestSocket()
    let list = WatchedList(at: socket)
    var explorers: [ExplorerProcess] = []
    for _ in 0..<3 { explorers.append(try await socket.explorer()) }
    for explorer in explorers { try await explorer.line(containing: "items: []") }
    let hub = explorers.removeFirst()
    hub.send(signal: SIGKILL)
    _ = try await hub.exitCode()
    for explorer in explorers {
      try await explorer.line(containing: "disconnected, with the sluice-explorer that listened")
      try await explorer.line(containing: " connected (process")
    }
    list.add("Round 1")
    for explorer in explorers { try await explorer.line(containing: "\"Round 1\"") }

    // One of them is the hub now; whichever it is, the other one continues.
    let next = explorers.removeFirst()
    next.send(signal: SIGTERM)
    #expect(try await next.exitCode() == 0)
    list.add("Round 2")
    try await explorers[0].line(containing: "\"Round 2\"")
    // A commit on its way to the hub that ended is lost, and that is said.
    let problems = explorers[0].seen.filter { $0.contains(" ! ") }
    #expect(problems.allSatisfy { $0.contains("no sluice-explorer was connected") })
  }

  @Test func `attaching to a hub that is stopped is an error that says so`() async throws {
    let socket = try TestSocket()
    let hub = try await socket.explorer()
    hub.send(signal: SIGSTOP)
    let outcome = try await ExplorerProcess([], at: socket).outcome()
    #expect(outcome.code == 69)
    #expect(outcome.complaint[0].contains("does not answer. It may be stopped"))
    hub.send(signal: SIGCONT)
  }
}
