import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `sluice-explorer send` and `restore` as processes.
@Suite(.inTurn, .unsanitized)
struct SendTests {
  private static func run(_ arguments: [String], at socket: TestSocket) throws -> ExplorerProcess {
    try ExplorerProcess(arguments + ["--timeout", "50", "--endpoint", "unix:\(socket.path)"])
  }

  @Test(arguments: [false, true])
  func `an action is dispatched, and its commit printed, with another Explorer there or not`(
    isWatched: Bool
  ) async throws {
    let socket = try TestSocket()
    let other = isWatched ? try await socket.explorer() : nil
    let list = WatchedList(at: socket)
    let send = try Self.run(["send", "AddItem", #"{"title":"Milk"}"#], at: socket)
    let code = try await send.exitCode()
    if code != 0 { Issue.record("\(code): \(try await send.complaint())") }
    #expect(code == 0)
    let lines = try await send.rest()
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#"1 AddItem(title: "Milk")"#) == true)
    #expect(lines.last?.contains(#"+ items[0]: {title: "Milk", isDone: false}"#) == true)
    #expect(list.store.state.items.map(\.title) == ["Milk"])
    try await other?.line(containing: "+ items[0]")
  }

  @Test(arguments: ["@", "-"])
  func `a payload comes from a file or from standard input`(place: String) async throws {
    let socket = try TestSocket()
    let list = WatchedList(at: socket)
    let path = socket.directory + "/payload.json"
    try #"{"title":"Bread"}"#.write(toFile: path, atomically: false, encoding: .utf8)
    let input = try #require(FileHandle(forReadingAtPath: path))
    let send = try ExplorerProcess(
      ["send", "AddItem", place == "-" ? "-" : "@" + path, "--timeout", "50"]
        + ["--endpoint", "unix:\(socket.path)"],
      standardInput: input
    )
    #expect(try await send.exitCode() == 0)
    #expect(list.store.state.items.map(\.title) == ["Bread"])
  }

  @Test func `a payload that cannot be read is named`() async throws {
    let send = try ExplorerProcess(["send", "AddItem", "@/nowhere/x.json"])
    #expect(try await send.exitCode() == 66)
    #expect(
      try await send.complaint().first
        == "sluice-explorer: The payload in “/nowhere/x.json” can't be read: No such file or"
        + " directory. Pass a file that contains JSON as @FILE."
    )
  }

  @Test func `a state is restored, and --json prints the commit with its reply`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "items: []")
    for title in ["a", "b"] { list.store.dispatch(action: AddItem(title: title)) }
    try await explorer.line(containing: "+ items[1]")
    let restore = try Self.run(["restore", "1", "--json", "--app", "List"], at: socket)
    #expect(try await restore.exitCode() == 0)
    let line = try #require(try await restore.rest().first)
    #expect(line.contains(#""reply":"#))
    #expect(list.store.state.items.map(\.title) == ["a"])
  }

  @Test func `actions are left out and restored, and the commits are printed`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "items: []")
    for title in ["a", "b", "c"] { list.store.dispatch(action: AddItem(title: title)) }
    try await explorer.line(containing: "+ items[2]")
    let restore = try Self.run(["restore", "--without", "3,1"], at: socket)
    #expect(try await restore.exitCode() == 0)
    let lines = try await restore.rest()
    #expect(lines.first?.contains("4 StateRestored(reason: .replay(without: [1, 3])") == true)
    #expect(lines.contains { $0.contains("- items[") })
    #expect(list.store.state.items.map(\.title) == ["b"])
    let again = try Self.run(["restore", "--without", "none", "--json"], at: socket)
    #expect(try await again.exitCode() == 0)
    #expect(try await again.rest().first?.contains(#""reply":"#) == true)
    #expect(list.store.state.items.map(\.title) == ["a", "b", "c"])
  }

  @Test func `a program that can't leave out actions is not sent that command`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let program = try WireProgram(at: socket)
    try program.send(.hello("Old"))
    try await explorer.line(containing: "connected")
    let restore = try Self.run(["restore", "--without", "1"], at: socket)
    #expect(try await restore.exitCode() == 77)
    #expect(
      try await restore.complaint().first?.contains(
        "Old refused the command. This program can't leave out commits: its hello doesn't list"
          + " restoreWithout."
      ) == true
    )
  }

  @Test func `a program's refusal is printed, and has its own exit code`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "items: []")
    let cases = [
      (
        ["send", "Save"],
        "List refused the command. This program accepts no “Save”. It accepts AddItem;"
      ),
      (
        ["send", "AddItem", "[1]"],
        "List refused the command. No “AddItem” can be made of the payload."
      ),
      (["restore", "7"], "List refused the command. The state after commit 7 is not held."),
      (["restore", "--without", "7"], "List refused the command. No commit can be left out."),
    ]
    for (arguments, complaint) in cases {
      let command = try Self.run(arguments, at: socket)
      #expect(try await command.exitCode() == 77)
      #expect(try await command.complaint().first?.contains(complaint) == true)
    }
    #expect(list.store.state.items.isEmpty)
  }

  @Test func `one of several programs has to be chosen`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let programs = try ["main", "cart"].enumerated().map { index, store in
      let program = try WireProgram(at: socket)
      let hello = WireRecord.Hello(
        instance: store,
        name: "Shop",
        processID: 7,
        store: store,
        capabilities: [.dispatch]
      )
      try program.send(.hello(hello), .state(index, 1))
      return program
    }
    for _ in programs { try await explorer.line(containing: "connected") }
    let command = try Self.run(["send", "Reset", "--app", "Shop"], at: socket)
    #expect(try await command.exitCode() == 64)
    let complaint = try await command.complaint()
    #expect(
      complaint.first
        == "sluice-explorer: Several programs match. Select one with --app or --store:"
    )
    #expect(complaint.contains { $0.hasSuffix("--store main  (process 7)") })
    #expect(complaint.contains { $0.hasSuffix("--store cart  (process 7)") })

    let chosen = try Self.run(["send", "Reset", "--store", "cart"], at: socket)
    while true {
      guard case .dispatch(let dispatch) = try programs[1].next() else { continue }
      #expect(dispatch.action == WireRecord.Action(type: "Reset"))
      try programs[1].send(
        .commit(.init(number: 2, time: 0, action: dispatch.action, reply: dispatch.request))
      )
      break
    }
    #expect(try await chosen.exitCode() == 0)
  }

  @Test func `a program that is missing or doesn't answer is awaited until the timeout`()
    async throws
  {
    let socket = try TestSocket()
    let endpoint = ["--endpoint", "unix:\(socket.path)"]
    let alone = try ExplorerProcess(["send", "Reset", "--timeout", "0.2"] + endpoint)
    #expect(try await alone.exitCode() == 69)
    #expect(
      try await alone.complaint().first?.contains("No program connected within 200 ms.") == true
    )
    let explorer = try await socket.explorer()
    let program = try WireProgram(at: socket)
    try program.send(.hello("Mute"))
    try await explorer.line(containing: "connected")
    // A time that is too short for what comes first says so, and is followed by a longer one.
    func complaint(_ arguments: [String], _ isExpected: ([String]) -> Bool) async throws {
      var seen: [String] = []
      for timeout in ["1", "8", "60"] where !isExpected(seen) {
        let send = try ExplorerProcess(["send"] + arguments + ["--timeout", timeout] + endpoint)
        #expect(try await send.exitCode() == 69)
        seen = try await send.complaint()
      }
      #expect(isExpected(seen), "\(seen)")
    }
    try await complaint(["X", "--app", "Shop"]) {
      $0.last?.hasSuffix("--app Mute  (process 1)") == true
    }
    try await complaint(["Reset"]) { $0.first?.contains("Mute did not answer within ") == true }
  }

  static let usage: [(arguments: [String], complaint: String)] = [
    (["send"], "“send” needs the action's type. Write sluice-explorer send TYPE."),
    (["send", "A", "{"], "The payload is not JSON. The line is damaged at byte 1:"),
    (["send", "A", "{}", "{}"], "“send” takes 2 arguments; “{}” is one too many."),
    (
      ["restore", "x"],
      "“x” is not valid for N. Use the number of a commit; 0 is the initial state."
    ),
    (["restore"], "“restore” needs the number of a commit. Write sluice-explorer restore N."),
    (["restore", "1", "--without", "2"], "“1” and --without can't be used together."),
    (
      ["restore", "--without", "2,"],
      "“2,” is not valid for --without. Use commit numbers such as 3,5, or none."
    ),
    (["send", "A", "--without", "2"], "“send” has no option --without"),
    (["restore", "1", "--watch"], "“restore” has no option --watch"),
    (
      ["send", "A", "--timeout", "0"],
      "“0” is not valid for --timeout. Use seconds, from 0.1 to 3600."
    ),
    (["log", "--store", "x"], "“log” has no option --store"),
  ]

  @Test(arguments: usage.indices)
  func `a mistake on the command line is explained`(index: Int) async throws {
    let (arguments, complaint) = Self.usage[index]
    let explorer = try ExplorerProcess(arguments)
    #expect(try await explorer.exitCode() == 64)
    #expect(try await explorer.complaint().first?.contains(complaint) == true)
  }
}
