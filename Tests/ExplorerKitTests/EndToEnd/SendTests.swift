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
    _ arguments: [String],
    timeout: String = "50",
    standardInput: FileHandle? = nil
  ) async throws -> ExplorerProcess.Outcome {
    let arguments = arguments + ["--timeout", timeout]
    return try await ExplorerProcess(arguments, at: socket, standardInput: standardInput).outcome()
  }

  /// Returns a program, and an Explorer that has printed what was added to it.
  private func watched(_ titles: String...) async throws -> (WatchedList, ExplorerProcess) {
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "items: []")
    for (index, title) in titles.enumerated() {
      list.add(title)
      try await explorer.line(containing: "+ items[\(index)]")
    }
    return (list, explorer)
  }

  @Test(arguments: [false, true])
  func `an action is dispatched, and its commit printed, with another Explorer there or not`(
    isWatched: Bool
  ) async throws {
    let other = isWatched ? try await socket.explorer() : nil
    let list = WatchedList(at: socket)
    let outcome = try await run(["send", "AddItem", #"{"title":"Milk"}"#])
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
    #expect(try await run(["send", "AddItem", payload], standardInput: input).code == 0)
    #expect(list.titles == ["Bread"])
  }

  @Test func `states are restored, actions left out, and the commits printed`() async throws {
    let (list, explorer) = try await watched("a", "b", "c")
    let outcome = try await run(["restore", "--without", "3,1"])
    #expect(outcome.code == 0)
    #expect(outcome.output[0].contains("4 StateRestored(reason: .replay(without: [1, 3])"))
    #expect(outcome.output.contains { $0.contains("- items[") })
    #expect(list.titles == ["b"])
    for (arguments, titles) in [(["--without", "none"], ["a", "b", "c"]), (["1"], ["a"])] {
      let again = try await run(["restore", "--json", "--app", "List"] + arguments)
      #expect(again.code == 0 && again.output[0].contains(#""reply":"#))
      #expect(list.titles == titles)
    }
    withExtendedLifetime(explorer) {}
  }

  @Test func `a state of somebody's recording is restored, or refused with its path`() async throws
  {
    let (list, explorer) = try await watched("a")
    let file = socket.directory + "/bug.session"
    func items(_ title: Tree) -> Tree { [["title": title, "isDone": true]] }
    let state: Tree = ["items": items("Salt"), "owner": "Ada", "token": .redacted]
    let change = TreeChange.set(["items"], old: nil, new: items(7))
    let text = SessionFiles.text([
      .hello("Other"), .state(0, state), .commit(1, change), .dropped(2, 3, .room),
    ])
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let outcome = try await run(["restore", "0", "--from", file])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(list.titles == ["Salt"] && list.store.state.items[0].isDone)
    #expect(list.store.state.owner == "Ada" && list.store.state.token == "secret")
    let refused = try await run(["restore", "1", "--from", file])
    #expect(refused.code == 77 && refused.complaint[0].contains("items[0].title"), "\(refused)")
    let missing = try await run(["restore", "3", "--from", file])
    #expect(missing.code == 64 && missing.complaint[0].contains("missing"), "\(missing)")
    #expect(list.titles == ["Salt"])
    withExtendedLifetime(explorer) {}
  }

  @Test func `somebody's actions are dispatched, or none where one can't be`() async throws {
    let (list, explorer) = try await watched()
    let file = socket.directory + "/bug.session"
    func adding(_ title: Tree) -> WireRecord.Action {
      .init(type: "AddItem", payload: ["title": title])
    }
    let text = SessionFiles.text([
      .hello("Other"), .state(0, ["n": 0]), .commit(1, adding("a")), .commit(2, adding("b")),
      .commit(3, adding(.redacted)), .commit(4, adding(7)), .commit(6, adding("f"), count: 2),
      .dropped(7, 8, .room), .state(8, ["n": 0]),
    ])
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    let outcome = try await run(["send", "--from", file, "1-2"])
    #expect(outcome.code == 0 && list.titles == ["a", "b"], "\(outcome)")
    #expect(outcome.output.filter { $0.contains("AddItem") }.count == 2)
    let refused: [(range: String, code: Int32, message: String)] = [
      ("2-3", 64, "The action of commit 3 can't be sent: title was cut or withheld."),
      ("1-6", 64, "commit 3"), ("5", 64, "commit 6 stands for several"),
      ("6", 64, "commit 6 stands for several"), ("6-9", 64, "commit 6 stands for several"),
      ("7", 64, "missing"),
      ("4", 77, "The payload can't be decoded as “AddItem”."), ("x", 64, "a range such as 40-44"),
    ]
    for (range, code, message) in refused {
      let outcome = try await run(["send", "--from", file, range])
      #expect(outcome.code == code, "\(range): \(outcome)")
      #expect(outcome.complaint[0].contains(message), "\(range): \(outcome)")
    }
    #expect(list.titles == ["a", "b"])
    withExtendedLifetime(explorer) {}
  }

  @Test func `one value is set, or refused with its path`() async throws {
    let (list, explorer) = try await watched("a", "b")
    let outcome = try await run(["set", "items[1].title", #""x""#])
    #expect(outcome.code == 0 && list.titles == ["a", "x"], "\(outcome)")
    #expect(outcome.output.contains { $0.contains(#"~ items[1].title: "b" → "x""#) })
    #expect(list.store.state.token == "secret")
    let refused: [(path: String, value: String, code: Int32, message: String)] = [
      ("items[1].title", "7", 77, "The value at items[1].title does not fit."),
      ("items[7].title", "7", 64, "There is no `items[7].title` after commit 3."),
      ("items[", "7", 64, "The path cannot be read"),
      ("owner", "Ada", 64, "The payload is not JSON."),
    ]
    for (path, value, code, message) in refused {
      let outcome = try await run(["set", path, value])
      #expect(outcome.code == code, "\(outcome)")
      #expect(outcome.complaint[0].contains(message), "\(outcome)")
    }
    #expect(list.titles == ["a", "x"])
    withExtendedLifetime(explorer) {}
  }

  @Test func `a program's refusal is printed, and has its own exit code`() async throws {
    let (list, explorer) = try await watched()
    // One that doesn't list `restoreWithout` is not sent that command.
    let old = try WireProgram(at: socket, .hello("Old"))
    try await explorer.line(containing: "Old")
    let cases: [(arguments: [String], app: String, message: String)] = [
      (["send", "Save"], "List", "This program accepts no “Save”. It accepts AddItem;"),
      (["send", "AddItem", "[1]"], "List", "The payload can't be decoded as “AddItem”."),
      (["restore", "7"], "List", "The state after commit 7 is not held."),
      (["restore", "--without", "7"], "List", "No commit can be left out."),
      (["restore", "--without", "1"], "Old", "This program can't leave out commits: its hello"),
    ]
    for (arguments, app, message) in cases {
      let outcome = try await run(arguments + ["--app", app])
      #expect(outcome.code == 77)
      #expect(outcome.complaint[0].contains("\(app) refused the command. \(message)"))
    }
    #expect(list.titles.isEmpty)
    withExtendedLifetime((explorer, old)) {}
  }

  @Test func `one of several programs has to be chosen`() async throws {
    let explorer = try await socket.explorer()
    let programs = try ["main", "cart"].map { store in
      let hello = WireRecord.Hello(store, "Shop", pid: 7, store: store, can: [.dispatch])
      return try WireProgram(at: socket, .hello(hello), .state(0, 1))
    }
    for _ in programs { try await explorer.line(containing: "connected") }
    let outcome = try await run(["send", "Reset", "--app", "Shop"])
    #expect(outcome.code == 64)
    let message = "sluice-explorer: Several programs match. Select one with --app or --store:"
    #expect(outcome.complaint.first == message)
    for store in ["main", "cart"] {
      #expect(outcome.complaint.contains { $0.hasSuffix("--store \(store)  (process 7)") })
    }

    let arguments = ["send", "Reset", "--store", "cart", "--timeout", "50"]
    let chosen = try ExplorerProcess(arguments, at: socket)
    while true {
      guard case .dispatch(let dispatch) = try programs[1].next() else { continue }
      #expect(dispatch.action == "Reset")
      try programs[1].send(.commit(2, dispatch.action, reply: dispatch.request))
      break
    }
    #expect(try await chosen.exitCode() == 0)
  }

  @Test func `a program that is missing or mute is awaited until the timeout`() async throws {
    let alone = try await run(["send", "Reset"], timeout: "0.2")
    #expect(alone.code == 69)
    #expect(alone.complaint[0].contains("No program connected within 200 ms."))
    let explorer = try await socket.explorer()
    let program = try WireProgram(at: socket, .hello("Mute"))
    try await explorer.line(containing: "connected")
    // A time that is too short for what comes first says so, and is followed by a longer one.
    for (arguments, message) in [
      (["X", "--app", "Shop"], "--app Mute  (process 1)"),
      (["Reset"], "Mute did not answer within "),
    ] {
      var seen = ""
      for timeout in ["1", "8", "60"] where !seen.contains(message) {
        let outcome = try await run(["send"] + arguments, timeout: timeout)
        #expect(outcome.code == 69)
        seen = outcome.complaint.joined(separator: "\n")
      }
      #expect(seen.contains(message))
    }
    withExtendedLifetime(program) {}
  }
}
