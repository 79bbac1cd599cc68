import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

private struct List: Equatable, Codable, Sendable {
  var items: [String] = []
  var password = "hunter2"
}

private struct AddItem: Action, Codable { let title: String }

extension Store<List, Void> {
  /// A program that a server may connect to.
  fileprivate static func connected(to endpoint: String) -> Store<List, Void> {
    let reducer = Reducer<List>(ReduceOn(AddItem.self) { $0.items.append($1.title) })
    let store = Store(initialState: List(), reducers: [reducer])
    let interceptor = ExplorerInterceptor<List>(name: "List", endpoint: endpoint) {
      $0.acceptedActions = [AddItem.self]
      $0.allowsRestore = true
      $0.isEnabled = true
    }
    store.register(interceptor: interceptor)
    return store
  }
}

/// `sluice-explorer mcp` as a process.
@Suite(.inTurn)
struct ToolsProcessTests {
  /// What stands behind the session, and what is said of it.
  @Test(arguments: [("", ""), ("{oops\n", "is damaged")])
  func `a session file answers as far as it can be read`(rest: String, complaint: String) throws {
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: Sessions.demoPath, encoding: .utf8)
    try directory.write((text + rest).utf8, to: "demo.session")
    let explorer = try ToolsProcess([directory.path("demo.session")])
    try explorer.request(1, "server/discover")
    #expect(try explorer.nextMessage()["result"]?["supportedVersions"] == ["2026-07-28"])
    let why = try explorer.ask(2, .why, ["path": "cart[id:spoon]", "at": 44])
    #expect(why?["author"] == ["commit": 43])
    #expect(try explorer.end() == 0)
    #expect(try explorer.next() == nil)
    let said = explorer.complaint()
    #expect(complaint.isEmpty ? said.isEmpty : said.contains(complaint), "\(said)")
  }

  @Test func `garbage, empty lines and a huge line are ignored`() throws {
    let explorer = try ToolsProcess([Sessions.demoPath])
    // A line with a carriage return alone is white space, and no message.
    try explorer.send("\n\r\n\noops")
    for _ in 0..<2 { #expect(try explorer.nextMessage()["error"]?["code"] == -32_700) }
    try explorer.send(bytes: Data(repeating: UInt8(ascii: "x"), count: 5 << 20) + Data([0x0A]))
    let error = try explorer.nextMessage()["error"]
    #expect(error?["code"] == -32_600)
    #expect(error?["data"] == ["bytes": .number(5 << 20), "limit": .number(4 << 20)])
    try explorer.request(1, "tools/list")
    #expect(try explorer.nextMessage()["id"] == 1)
    // The last line may lack its end.
    try explorer.send(bytes: Data(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#.utf8))
    #expect(try explorer.end() == 0)
    #expect(try explorer.nextMessage() == ["jsonrpc": "2.0", "id": 9, "result": [:]])
  }

  static let usages: [(arguments: [String], code: Int32, complaint: String)] = [
    (["/no/such/file"], 66, "cannot be read"),
    (["-"], 64, "questions come on standard input"),
    ([Sessions.demoPath, "--allow-commands"], 64, "a recording takes no commands"),
    ([Sessions.demoPath, "--json"], 64, "has no option --json"),
  ]

  @Test(arguments: usages.indices)
  func `a wrong command line is explained`(index: Int) throws {
    let (arguments, code, complaint) = Self.usages[index]
    let explorer = try ToolsProcess(arguments)
    #expect(explorer.complaint().contains(complaint))
    #expect(try explorer.end() == code)
  }

  @Test func `the first question waits for what the hub holds`() throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.socketPath)"
    let hub = try Watcher(
      at: Endpoint.resolve(argument: endpoint).endpoint,
      longestRecord: 1 << 20
    )
    let store = Store.connected(to: endpoint)
    store.dispatch(action: AddItem(title: "Milk"))
    var isWatched = false
    while !isWatched {
      isWatched = try hub.turn().contains { if case .record = $0 { true } else { false } }
    }
    let explorer = try ToolsProcess(["--endpoint", endpoint, "--timeout", "60"])
    try explorer.request(1, .log)
    // A busy hub, whose welcome comes late: there is no answer before it.
    #expect(try !explorer.hasOutput(within: .milliseconds(800)))
    while try !explorer.hasOutput(within: .zero) { _ = try hub.turn(atMost: .milliseconds(50)) }
    #expect(try explorer.nextMessage().answer?["lines"]?.elements.isEmpty == false)
    #expect(try explorer.end() == 0)
  }

  @Test func `the length of a running log's past is known from the beginning`() throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.socketPath)"
    let log = try ToolsProcess(command: "log", ["--endpoint", endpoint, "--verbose", "--backlog"])
    try log.waitForComplaint(containing: " at unix:")
    let store = Store.connected(to: endpoint)
    for title in ["Milk", "Bread", "Salt"] {
      store.dispatch(action: AddItem(title: title))
      // The program is connected once the first is shown: what the others changed is known.
      while try #require(try log.next()).contains(title) == false {}
    }
    // It starts when all is over.
    let explorer = try ToolsProcess(["--endpoint", endpoint, "--timeout", "60"])
    #expect(try explorer.ask(1, .why, ["path": "items[2]"])?["author"] == ["commit": 3])
    #expect(try explorer.end() == 0)
  }

  @Test func `a running program answers, and executes commands where they are allowed`() throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.socketPath)"
    let explorer = try ToolsProcess([
      "--endpoint", endpoint, "--allow-commands", "--verbose", "--timeout", "60",
    ])
    try explorer.waitForComplaint(containing: " at unix:")
    let store = Store.connected(to: endpoint)
    store.dispatch(action: AddItem(title: "Milk"))
    var number = 0
    func call(_ tool: Tool, _ arguments: Tree = [:]) throws -> Tree? {
      number += 1
      return try explorer.ask(number, tool, arguments)
    }
    // The program connects by itself; its answer says when it has.
    while try call(.state, ["path": "items"])?["state"] != ["Milk"] {}
    #expect(try call(.state)?["state"]?["password"] == ["$": "redacted"])
    let dispatched = try call(.send, ["type": "AddItem", "payload": ["title": "Bread"]])
    #expect(dispatched?["number"] == 2)
    #expect(store.state.items == ["Milk", "Bread"])
    #expect(try call(.restore, ["number": 1])?["number"] == 3)
    #expect(store.state.items == ["Milk"])
    try explorer.request(99, .send, ["type": "Remove"])
    #expect(try explorer.nextMessage().failure?["code"] == "refused")
    #expect(try call(.why, ["path": "items[1]", "at": 2])?["author"] == ["commit": 2])
    try explorer.request(100, .until, ["filter": "became:items.count==2", "timeout": 600])
    // Answered meanwhile.
    #expect(try call(.state)?["number"] == 3)
    store.dispatch(action: AddItem(title: "Salt"))
    let met = try explorer.nextMessage()
    #expect(met["id"] == 100 && met.answer?["lines"]?.elements.first?["number"] == 4)
    #expect(try explorer.end() == 0)
  }
}

/// The built `sluice-explorer`, by default as `mcp`, and a client that talks to it over pipes.
final class ToolsProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process: PipedProcess
  private var framer = LineFramer()

  init(command: String = "mcp", _ arguments: [String]) throws {
    process = try PipedProcess([command] + arguments)
  }

  func send(_ line: String) throws { try send(bytes: Data((line + "\n").utf8)) }
  func send(bytes: Data) throws { try process.input.write(contentsOf: bytes) }

  /// Reads the next line; `nil` at the end.
  func next() throws -> String? {
    while true {
      if let line = try framer.next() { return String(decoding: line, as: UTF8.self) }
      let data = process.output.availableData
      guard !data.isEmpty else { return nil }
      framer.append(Array(data)[...])
    }
  }

  /// Whether there is something to read, or soon is.
  func hasOutput(within time: Duration) throws -> Bool {
    var poller = Poller()
    let entry = poller.add(process.output.fileDescriptor, for: .reading)
    return try poller.wait(timeout: time) > 0 && poller.canRead(entry)
  }

  /// Reads the next message; `null` at the end.
  func nextMessage() throws -> Tree {
    try next().map { Conversation.tree(of: $0.utf8) } ?? .null
  }

  /// Sends a request of the revision 2026-07-28.
  func request(_ id: Int, _ method: String, _ params: Tree = [:]) throws {
    try send(Conversation.line(id, method, params))
  }

  /// Calls a tool.
  func request(_ id: Int, _ tool: Tool, _ arguments: Tree = [:]) throws {
    try request(id, "tools/call", ["name": .string(tool.rawValue), "arguments": arguments])
  }

  /// Calls a tool, and returns the first line of its answer; `nil` if it has none.
  func ask(_ id: Int, _ tool: Tool, _ arguments: Tree = [:]) throws -> Tree? {
    try request(id, tool, arguments)
    return try nextMessage().answer?["lines"]?.elements.first
  }

  /// Closes the input, and returns the exit code.
  func end() throws -> Int32 {
    try process.input.close()
    return process.end()
  }

  /// Standard error, up to its end.
  func complaint() -> String {
    String(decoding: process.complaints.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Reads standard error until it contains a text.
  func waitForComplaint(containing text: String) throws {
    var said = ""
    while !said.contains(text) {
      let data = process.complaints.availableData
      guard !data.isEmpty else { throw Failure(description: "Standard error: \(said)") }
      said += String(decoding: data, as: UTF8.self)
    }
  }
}
