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
    func herald() async throws {
      let herald = try WireProgram(at: socket, .hello("Herald", instance: "herald"))
      for explorer in [first, second] { try await explorer.line(containing: "Herald") }
      withExtendedLifetime(herald) {}
    }
    try await herald()
    let end = arguments.isEmpty ? "without saying goodbye" : "\"orderly\":false"
    for explorer in [first, second] { try await explorer.line(containing: end) }
    let start = (first.seen.count, second.seen.count)

    try GoldenSession.play(at: socket)
    for explorer in [first, second] { try await explorer.line(containing: "disconnected") }
    #expect(first.seen.count > start.0 + 10)
    #expect(
      second.seen.dropFirst(start.1).map(GoldenText.normalized)
        == first.seen.dropFirst(start.0).map(GoldenText.normalized)
    )
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
    list.store.dispatch(action: AddItem(title: "Round 1"))
    for explorer in explorers { try await explorer.line(containing: "\"Round 1\"") }

    // One of them is the hub now; whichever it is, the other one continues.
    let next = explorers.removeFirst()
    next.send(signal: SIGTERM)
    #expect(try await next.exitCode() == 0)
    list.store.dispatch(action: AddItem(title: "Round 2"))
    try await explorers[0].line(containing: "\"Round 2\"")
    // A commit on its way to the hub that ended is lost, and that is said.
    let problems = explorers[0].seen.filter { $0.contains(" ! ") }
    #expect(problems.allSatisfy { $0.contains("no sluice-explorer was connected") })
  }

  @Test(.nightly) func `a viewer that is stopped delays no one, and catches up`() async throws {
    let socket = try TestSocket()
    let hub = try await socket.explorer("log", "--json")
    let viewer = try await socket.explorer("log", "--json")
    let list = WatchedList(at: socket)
    try await hub.line(containing: "\"state\"")
    try await viewer.line(containing: "\"state\"")
    viewer.send(signal: SIGSTOP)
    let long = String(repeating: "x", count: 20_000)
    for number in 1...600 {
      list.store.dispatch(action: WatchedList.rename(payload: "\(number) \(long)"))
      if number.isMultiple(of: 50) { list.flush() }
    }
    list.store.dispatch(action: WatchedList.rename(payload: "the last"))
    try await hub.line(containing: "\"the last\"")
    viewer.send(signal: SIGCONT)
    try await viewer.line(containing: "\"the last\"")
    #expect(viewer.seen.contains { $0.contains("\"dropped\"") })
    #expect(!viewer.seen.contains { $0.contains("did not say why") || $0.contains("do not fit") })
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
