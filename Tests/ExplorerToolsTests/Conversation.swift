import Foundation
import SluiceTree
import SluiceWire
import Testing

@testable import ExplorerKit

/// A server and a client that asks it, in the words of one revision.
struct Conversation {
  static let clock = ContinuousClock.now

  var server: ToolServer
  private(set) var pasts: Pasts
  let revision: ToolRevision
  private var lastID = 0
  /// What was sent to programs.
  private(set) var commands: [(record: WireRecord, instance: String, call: Int)] = []

  /// - Parameter events: What happened in programs before.
  init(
    about events: [HubEvent] = [],
    in revision: ToolRevision = .july2026,
    allowingCommands: Bool = false,
    choice: ProgramChoice = ProgramChoice(),
    limits: Pasts.Limits = Pasts.Limits()
  ) {
    pasts = Pasts(limits)
    server = ToolServer(choice, allowsCommands: allowingCommands)
    self.revision = revision
    for event in events { pasts.take(event) }
    if !revision.isStateless {
      _ = request("initialize", Self.greeting(revision.rawValue))
      _ = send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }
  }

  static func greeting(_ version: String) -> Tree {
    [
      "protocolVersion": .string(version), "capabilities": .object(Tree.Object()),
      "clientInfo": ["name": "test", "version": "1"],
    ]
  }

  static let metadata: Tree = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": .object(Tree.Object()),
  ]

  /// Sends a line, and returns the answers.
  mutating func send(_ line: String) -> [Tree] {
    take(receive(Array(line.utf8), now: Self.clock))
  }

  /// Passes on a line.
  mutating func receive(
    _ line: [UInt8],
    now: ContinuousClock.Instant = .now
  ) -> [ToolServer.Output] {
    server.receive(line[...], pasts, now: now)
  }

  /// Takes in what happened in a program.
  mutating func hear(_ event: HubEvent) -> [ToolServer.Output] {
    pasts.take(event)
    let pasts = pasts
    return server.outcome(of: event) + server.matches { pasts }
  }

  /// Returns the lines, and keeps the commands.
  mutating func take(_ outputs: [ToolServer.Output]) -> [Tree] {
    var answers: [Tree] = []
    for output in outputs {
      switch output {
      case .line(let line):
        #expect(line.filter { $0 == 0x0A }.count == 1 && line.last == 0x0A)
        answers.append(Self.tree(of: line))
      case .command(let record, let instance, let call):
        commands.append((record, instance, call))
      }
    }
    return answers
  }

  static func tree(of json: some Sequence<UInt8>) -> Tree {
    (try? JSONText.treeWithoutTags(of: Array(json)[...])) ?? "no JSON"
  }

  /// Sends a request, and returns its answer.
  mutating func request(_ method: String, _ params: Tree = .object(Tree.Object())) -> Tree {
    lastID += 1
    var params = params
    if revision.isStateless, case .object(let object) = params {
      params = .object(
        Tree.Object(object.members + [Tree.Object.Member(key: "_meta", value: Self.metadata)])
      )
    }
    let message: Tree = [
      "jsonrpc": "2.0", "id": .number(lastID), "method": .string(method), "params": params,
    ]
    let answers = send(String(decoding: JSONText.bytes(of: message), as: UTF8.self))
    return answers.first ?? .null
  }

  /// Calls a tool, and returns the result; `null` while a program is waited for.
  mutating func result(_ tool: Tool, _ arguments: Tree = .object(Tree.Object())) -> Tree {
    request("tools/call", ["name": .string(tool.rawValue), "arguments": arguments])["result"]
      ?? .null
  }

  /// Calls a tool, and returns its structured answer.
  mutating func call(_ tool: Tool, _ arguments: Tree = .object(Tree.Object())) throws -> Tree {
    try #require(result(tool, arguments)["structuredContent"])
  }

  /// Calls a tool, and returns its error.
  mutating func failure(_ tool: Tool, _ arguments: Tree = .object(Tree.Object())) throws -> Tree {
    let result = result(tool, arguments)
    #expect(result["isError"] == true)
    #expect(result["structuredContent"] == nil)
    let text = try #require(result["content"]?.string("text", at: 0))
    return try #require(Self.tree(of: text.utf8)["error"])
  }
}

extension Tree {
  subscript(_ key: String) -> Tree? { self[.key(key)] }

  func string(_ key: String, at index: Int) -> String? {
    if case .string(let text)? = self[.index(index)]?[key] { text } else { nil }
  }

  var elements: [Tree] { if case .array(let elements) = self { Array(elements) } else { [] } }

  /// The value of an integer or a text.
  var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Whether another value has everything that this one has.
  func isPart(of whole: Tree) -> Bool {
    switch (self, whole) {
    case (.object(let part), .object(let whole)):
      part.members.allSatisfy { member in
        whole[member.key].map { member.value.isPart(of: $0) } ?? false
      }
    case (.array(let part), .array(let whole)):
      part.allSatisfy { element in whole.contains { element.isPart(of: $0) } }
    default: self == whole
    }
  }
}

/// Sessions to ask about.
enum Sessions {
  private static let tests =
    ((#filePath as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
  static let demoPath = tests + "/ExplorerKitTests/Golden/demo.session"

  static func path(_ inRepository: String) -> String {
    (tests as NSString).deletingLastPathComponent + "/" + inRepository
  }

  /// A day in the shop of the demo.
  static func demo() throws -> [HubEvent] { try day.get() }

  private static let day = Result { try read(demoPath) }

  /// Returns the events of a session file.
  static func read(_ path: String) throws -> [HubEvent] {
    let player = SessionPlayer(
      try InputFile(at: path),
      longestLine: .record(1 << 20),
      pace: ReplayPace(speed: nil)
    )
    var events: [HubEvent] = []
    while let read = try player.turn(alsoWaitingFor: []) { events += read }
    try player.finish()
    return events
  }

  static func connected(
    _ label: String,
    instance: String = "1",
    store: String? = nil,
    capabilities: [WireRecord.Hello.Capability] = [.dispatch, .restoreByNumber],
    accepts: [String] = ["AddTodo"],
    notes: [String] = []
  ) -> HubEvent {
    .connected(
      label: label,
      WireRecord.Hello(
        instance: instance,
        name: label,
        processID: 7,
        store: store,
        capabilities: capabilities,
        accepts: accepts,
        notes: notes
      )
    )
  }

  static func state(_ state: Tree, number: Int = 0, instance: String = "1") -> HubEvent {
    .record(
      label: "Todo",
      instance: instance,
      .state(WireRecord.State(number: number, state: state))
    )
  }

  static func commit(
    _ number: Int,
    _ changes: [TreeChange],
    action: WireRecord.Action = WireRecord.Action(type: "Act"),
    reply: Int? = nil,
    instance: String = "1"
  ) -> HubEvent {
    let commit = WireRecord.Commit(
      number: number,
      time: 1_700_000_000_000_000 + Int64(number) * 1_000,
      action: action,
      changes: changes,
      reply: reply
    )
    return .record(label: "Todo", instance: instance, .commit(commit))
  }

  /// A program that counts up from 0.
  static func counter(to last: Int) -> [HubEvent] {
    [connected("Todo"), state(["n": 0])]
      + (1...last).map { number in
        commit(number, [.set(["n"], old: .number(number - 1), new: .number(number))])
      }
  }
}
