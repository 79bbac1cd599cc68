import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

private struct List: Equatable, Codable, Sendable {
  var items: [String] = []
  var password = "hunter2"
}

private struct AddItem: Action, Codable { let title: String }

/// `sluice-explorer mcp` as a process.
@Suite(.inTurn)
struct ToolsProcessTests {
  @Test func `a session file answers, and the server ends with its input`() throws {
    let explorer = try ToolsProcess([Sessions.demoPath])
    let discovery = try explorer.ask(1, "server/discover")
    #expect(discovery["result"]?["supportedVersions"] == ["2026-07-28"])
    let why = try explorer.ask(
      2,
      "tools/call",
      ["name": "why", "arguments": ["path": "cart[id:spoon]", "at": 44]]
    )
    #expect(why["result"]?["structuredContent"]?["author"] == ["commit": 43])
    #expect(try explorer.end() == 0)
    #expect(try explorer.next() == nil)
    #expect(explorer.complaint() == "")
  }

  @Test func `garbage, empty lines and a huge line are ignored`() throws {
    let explorer = try ToolsProcess([Sessions.demoPath])
    try explorer.send("\n\r\n\noops")
    // A line with a carriage return alone is white space, and no message.
    var codes: [Int?] = []
    for _ in 0..<2 {
      codes.append(
        Conversation.tree(of: (try explorer.next() ?? "").utf8)["error"]?["code"]?.number
      )
    }
    #expect(codes == [-32_700, -32_700])
    try explorer.send(bytes: Data(repeating: UInt8(ascii: "x"), count: 5 << 20) + Data([0x0A]))
    let long = Conversation.tree(of: (try explorer.next() ?? "").utf8)
    #expect(long["error"]?["code"] == -32_600)
    #expect(long["error"]?["data"]?["bytes"] == .number(5 << 20))
    #expect(try explorer.ask(1, "tools/list")["id"] == 1)
    // The last line may lack its end.
    try explorer.send(bytes: Data(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#.utf8))
    #expect(try explorer.end() == 0)
    #expect(
      Conversation.tree(of: (try explorer.next() ?? "").utf8) == [
        "jsonrpc": "2.0", "id": 9, "result": [:],
      ]
    )
  }

  @Test func `questions to a damaged session are answered from its readable part`() throws {
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: Sessions.demoPath, encoding: .utf8)
    let path = directory.path + "/damaged.session"
    try (text + "{oops\n").write(toFile: path, atomically: false, encoding: .utf8)
    let explorer = try ToolsProcess([path])
    let programs = try explorer.ask(1, "tools/call", ["name": "programs"])
    #expect(programs["result"]?["structuredContent"]?["total"] == 1)
    #expect(try explorer.end() == 0)
    #expect(explorer.complaint().contains("is damaged"))
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
    let store = Store(
      initialState: List(),
      reducers: [Reducer(ReduceOn(AddItem.self) { $0.items.append($1.title) })]
    )
    store.register(
      interceptor: ExplorerInterceptor<List>(name: "List", endpoint: endpoint) {
        $0.isEnabled = true
      }
    )
    store.dispatch(action: AddItem(title: "Milk"))
    var isWatched = false
    while !isWatched {
      isWatched = try hub.turn().contains { if case .record = $0 { true } else { false } }
    }
    let explorer = try ToolsProcess(["--endpoint", endpoint, "--timeout", "60"])
    try explorer.request(1, "tools/call", ["name": "commits"])
    // A busy hub, whose welcome comes late: there is no answer before it.
    #expect(try !explorer.hasOutput(within: .milliseconds(800)))
    while try !explorer.hasOutput(within: .zero) { _ = try hub.turn(atMost: .milliseconds(50)) }
    let answer = Conversation.tree(of: (try explorer.next() ?? "").utf8)
    let result = answer["result"]?["structuredContent"]
    #expect(result?["commits"]?.elements.isEmpty == false)
    #expect(result?["held"]?["isLoading"] == nil)
    #expect(try explorer.end() == 0)
  }

  @Test func `the length of a running log's past is known from the beginning`() throws {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.socketPath)"
    let log = try ToolsProcess(command: "log", ["--endpoint", endpoint, "--verbose", "--backlog"])
    try log.waitForComplaint(containing: " at unix:")
    let store = Store(
      initialState: List(),
      reducers: [Reducer(ReduceOn(AddItem.self) { $0.items.append($1.title) })]
    )
    let interceptor = ExplorerInterceptor<List>(name: "List", endpoint: endpoint) {
      $0.isEnabled = true
    }
    store.register(interceptor: interceptor)
    for title in ["Milk", "Bread", "Salt"] {
      store.dispatch(action: AddItem(title: title))
      // The program is connected once the first is shown: what the others changed is known.
      while try #require(try log.next()).contains(title) == false {}
    }
    // It starts when all is over.
    let explorer = try ToolsProcess(["--endpoint", endpoint, "--timeout", "60"])
    let why = try explorer.ask(
      1,
      "tools/call",
      ["name": "why", "arguments": ["path": "items[2]"]]
    )
    #expect(why["result"]?["structuredContent"]?["author"] == ["commit": 3])
    #expect(try explorer.end() == 0)
  }

  @Test func `a running program answers, and executes commands where they are allowed`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let endpoint = "unix:\(directory.socketPath)"
    let explorer = try ToolsProcess([
      "--endpoint", endpoint, "--allow-commands", "--verbose", "--timeout", "60",
    ])
    try explorer.waitForComplaint(containing: " at unix:")
    let store = Store(
      initialState: List(),
      reducers: [Reducer(ReduceOn(AddItem.self) { $0.items.append($1.title) })]
    )
    let interceptor = ExplorerInterceptor<List>(name: "List", endpoint: endpoint) {
      $0.acceptedActions = [AddItem.self]
      $0.allowsRestore = true
      $0.isEnabled = true
    }
    store.register(interceptor: interceptor)
    store.dispatch(action: AddItem(title: "Milk"))
    // The program connects by itself; its answer says when it has.
    var number = 0
    func call(_ tool: String, _ arguments: Tree) throws -> Tree {
      number += 1
      let answer = try explorer.ask(
        number,
        "tools/call",
        ["name": .string(tool), "arguments": arguments]
      )
      return answer["result"] ?? .null
    }
    var state = try call("state", ["path": "items"])
    while state["structuredContent"]?["state"] != ["Milk"] {
      state = try call("state", ["path": "items"])
    }
    let whole = try call("state", [:])
    #expect(whole["structuredContent"]?["state"]?["password"] == ["$": "redacted"])
    let dispatched = try call("dispatch", ["type": "AddItem", "payload": ["title": "Bread"]])
    #expect(dispatched["structuredContent"]?["commit"]?["number"] == 2)
    #expect(store.state.items == ["Milk", "Bread"])
    let restored = try call("restore", ["number": 1])
    #expect(restored["structuredContent"]?["commit"]?["number"] == 3)
    #expect(store.state.items == ["Milk"])
    let refused = try call("dispatch", ["type": "Remove"])
    #expect(refused["isError"] == true)
    let why = try call("why", ["path": "items[1]", "at": 2])
    #expect(why["structuredContent"]?["author"] == ["commit": 2])
    let arguments: Tree = ["condition": "items.count==2", "from": 4, "timeout": 600]
    try explorer.request(100, "tools/call", ["name": "wait", "arguments": arguments])
    // Answered meanwhile.
    #expect(try call("programs", [:])["structuredContent"]?["total"] == 1)
    store.dispatch(action: AddItem(title: "Salt"))
    let met = Conversation.tree(of: (try explorer.next() ?? "").utf8)
    #expect(met["id"] == 100)
    #expect(met["result"]?["structuredContent"]?["number"] == 4)
    #expect(try explorer.end() == 0)
  }
}
