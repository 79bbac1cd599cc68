import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer send` and `restore` as processes.
@Suite(.inTurn, .unsanitized) struct SendTests {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  private func run(
    _ arguments: String...,
    standardInput: FileHandle? = nil
  ) async throws -> ExplorerProcess.Outcome {
    try await ExplorerProcess(
      arguments + ["--timeout", "50"],
      at: socket,
      standardInput: standardInput
    ).outcome()
  }

  /// A program, and an Explorer that has printed what was added to it.
  private struct Watched {
    let list: WatchedList
    let explorer: ExplorerProcess

    init(at socket: TestSocket, _ titles: String...) async throws {
      explorer = try await socket.explorer()
      list = WatchedList(at: socket)
      try await explorer.line(containing: "items: []")
      for (index, title) in titles.enumerated() {
        list.store.dispatch(action: AddItem(title: title))
        try await explorer.line(containing: "+ items[\(index)]")
      }
    }

    var titles: [String] { list.titles }
  }

  @Test(arguments: [false, true])
  func `an action is dispatched, and its commit printed, with another Explorer there or not`(
    isWatched: Bool
  ) async throws {
    let other = isWatched ? try await socket.explorer() : nil
    let list = WatchedList(at: socket)
    let outcome = try await run("send", "AddItem", #"{"title":"Milk"}"#)
    try #require(outcome.code == 0 && outcome.output.count == 2, "\(outcome)")
    #expect(outcome.output[0].contains(#"1 AddItem(title: "Milk")"#))
    #expect(outcome.output[1].contains(#"+ items[0]: {title: "Milk", isDone: false}"#))
    #expect(list.titles == ["Milk"])
    try await other?.line(containing: "+ items[0]")
  }

  @Test(arguments: ["@", "-"])
  func `a payload comes from a file or from standard input`(place: String) async throws {
    let list = WatchedList(at: socket)
    let path = socket.directory + "/payload.json"
    try #"{"title":"Bread"}"#.write(toFile: path, atomically: false, encoding: .utf8)
    let input = try #require(FileHandle(forReadingAtPath: path))
    let payload = place == "-" ? "-" : "@" + path
    #expect(try await run("send", "AddItem", payload, standardInput: input).code == 0)
    #expect(list.titles == ["Bread"])
  }

  @Test func `a payload that is no JSON is refused`() async throws {
    let outcome = try await run("send", "A", "{")
    let message = "The payload is not JSON. The line is damaged at byte 1:"
    #expect(outcome.code == 64 && outcome.complaint[0].contains(message), "\(outcome)")
  }

  @Test func `a state is restored, and --json prints the commit with its reply`() async throws {
    let watched = try await Watched(at: socket, "a", "b")
    let outcome = try await run("restore", "1", "--json", "--app", "List")
    #expect(outcome.code == 0 && outcome.output[0].contains(#""reply":"#))
    #expect(watched.titles == ["a"])
  }

  @Test func `actions are left out and restored, and the commits are printed`() async throws {
    let watched = try await Watched(at: socket, "a", "b", "c")
    let outcome = try await run("restore", "--without", "3,1")
    #expect(outcome.code == 0)
    #expect(outcome.output[0].contains("4 StateRestored(reason: .replay(without: [1, 3])"))
    #expect(outcome.output.contains { $0.contains("- items[") })
    #expect(watched.titles == ["b"])
    let again = try await run("restore", "--without", "none", "--json")
    #expect(again.code == 0 && again.output[0].contains(#""reply":"#))
    #expect(watched.titles == ["a", "b", "c"])
  }

  @Test func `a program that can't leave out actions is not sent that command`() async throws {
    let explorer = try await socket.explorer()
    let program = try WireProgram(at: socket, .hello("Old"))
    try await explorer.line(containing: "connected")
    let outcome = try await run("restore", "--without", "1")
    let message =
      "Old refused the command. This program can't leave out commits: its hello doesn't list"
      + " restoreWithout."
    #expect(outcome.code == 77 && outcome.complaint[0].contains(message), "\(outcome)")
    withExtendedLifetime(program) {}
  }

  @Test func `a program's refusal is printed, and has its own exit code`() async throws {
    let watched = try await Watched(at: socket)
    let cases: [(arguments: [String], message: String)] = [
      (["send", "Save"], "This program accepts no “Save”. It accepts AddItem;"),
      (["send", "AddItem", "[1]"], "No “AddItem” can be made of the payload."),
      (["restore", "7"], "The state after commit 7 is not held."),
      (["restore", "--without", "7"], "No commit can be left out."),
    ]
    for (arguments, message) in cases {
      let command = try ExplorerProcess(arguments + ["--timeout", "50"], at: socket)
      let outcome = try await command.outcome()
      #expect(outcome.code == 77)
      #expect(outcome.complaint[0].contains("List refused the command. \(message)"))
    }
    #expect(watched.titles.isEmpty)
  }

  @Test func `one of several programs has to be chosen`() async throws {
    let explorer = try await socket.explorer()
    let programs = try ["main", "cart"].map { store in
      let hello = WireRecord.Hello(store, "Shop", pid: 7, store: store, can: [.dispatch])
      return try WireProgram(at: socket, .hello(hello), .state(0, 1))
    }
    for _ in programs { try await explorer.line(containing: "connected") }
    let outcome = try await run("send", "Reset", "--app", "Shop")
    #expect(outcome.code == 64)
    let message = "sluice-explorer: Several programs match. Select one with --app or --store:"
    #expect(outcome.complaint.first == message)
    for store in ["main", "cart"] {
      #expect(outcome.complaint.contains { $0.hasSuffix("--store \(store)  (process 7)") })
    }

    let chosen = try ExplorerProcess(
      ["send", "Reset", "--store", "cart", "--timeout", "50"],
      at: socket
    )
    while true {
      guard case .dispatch(let dispatch) = try programs[1].next() else { continue }
      #expect(dispatch.action == "Reset")
      try programs[1].send(.commit(2, dispatch.action, reply: dispatch.request))
      break
    }
    #expect(try await chosen.exitCode() == 0)
  }

  @Test func `a program that is missing or mute is awaited until the timeout`() async throws {
    func send(_ arguments: [String], timeout: String) async throws -> [String] {
      let send = try ExplorerProcess(["send"] + arguments + ["--timeout", timeout], at: socket)
      let outcome = try await send.outcome()
      #expect(outcome.code == 69)
      return outcome.complaint
    }
    let alone = try await send(["Reset"], timeout: "0.2")
    #expect(alone[0].contains("No program connected within 200 ms."))
    let explorer = try await socket.explorer()
    let program = try WireProgram(at: socket, .hello("Mute"))
    try await explorer.line(containing: "connected")
    // A time that is too short for what comes first says so, and is followed by a longer one.
    func expect(_ message: String, _ arguments: String...) async throws {
      var seen: [String] = []
      for timeout in ["1", "8", "60"] where !seen.contains(where: { $0.contains(message) }) {
        seen = try await send(arguments, timeout: timeout)
      }
      #expect(seen.contains { $0.contains(message) }, "\(seen)")
    }
    try await expect("--app Mute  (process 1)", "X", "--app", "Shop")
    try await expect("Mute did not answer within ", "Reset")
    withExtendedLifetime(program) {}
  }
}
