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
      "protocolVersion": .string(version), "capabilities": [:],
      "clientInfo": ["name": "test", "version": "1"],
    ]
  }

  /// What each request of July 2026 says of itself, as a member in JSON.
  static let meta = #"""
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\#
    "io.modelcontextprotocol/clientCapabilities":{}}
    """#
  static let metadata = tree(of: "{\(meta)}".utf8)["_meta"] ?? .null

  /// A request as a line, with parameters that are the members of an object in JSON.
  static func line(
    _ id: String,
    _ method: String,
    _ params: String = "",
    in revision: ToolRevision = .july2026
  ) -> String {
    let members = [params, revision.isStateless ? meta : ""].filter { !$0.isEmpty }
    let params = "{\(members.joined(separator: ","))}"
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  static func line(
    _ id: Int,
    _ method: String,
    _ params: Tree,
    in revision: ToolRevision = .july2026
  ) -> String {
    let members = JSONText.bytes(of: params).dropFirst().dropLast()
    return line("\(id)", method, String(decoding: members, as: UTF8.self), in: revision)
  }

  /// The line by which a client cancels a request.
  static func cancellation(of id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

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

  /// Takes in what happened in a program, and returns the answers.
  @discardableResult
  mutating func hear(_ event: HubEvent) -> [Tree] {
    pasts.take(event)
    let pasts = pasts
    return take(server.outcome(of: event) { pasts })
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
  @discardableResult
  mutating func request(_ method: String, _ params: Tree = [:]) -> Tree {
    lastID += 1
    return send(Self.line(lastID, method, params, in: revision)).first ?? .null
  }

  /// Calls a tool, and returns the message that answers it; `null` while a program is waited for.
  @discardableResult
  mutating func message(_ tool: Tool, _ arguments: Tree = [:]) -> Tree {
    request("tools/call", ["name": .string(tool.rawValue), "arguments": arguments])
  }

  /// Calls a tool, and returns its structured answer.
  mutating func call(_ tool: Tool, _ arguments: Tree = [:]) throws -> Tree {
    try #require(message(tool, arguments).answer)
  }

  /// Calls a tool, and returns the lines of its answer.
  mutating func lines(_ tool: Tool, _ arguments: Tree = [:]) throws -> [Tree] {
    try #require(call(tool, arguments)["lines"]).elements
  }

  /// Calls a tool, and returns its error.
  mutating func failure(_ tool: Tool, _ arguments: Tree = [:]) throws -> Tree {
    try #require(message(tool, arguments).failure)
  }
}

extension Tree {
  subscript(_ key: String) -> Tree? { self[.key(key)] }

  /// The structured answer of a tool in a message; `nil` if there is none.
  var answer: Tree? { self["result"]?["structuredContent"] }

  /// The error of a tool in a message.
  var failure: Tree? {
    guard let result = self["result"], result["isError"] == true,
      result["structuredContent"] == nil
    else { return nil }
    return result["content"]?.string("text", at: 0).flatMap {
      Conversation.tree(of: $0.utf8)["error"]
    }
  }

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

  private static let day = Result {
    let file = try InputFile(at: demoPath)
    let player = SessionPlayer(file, longestLine: .record(1 << 20), pace: .init(speed: nil))
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

  static func record(_ record: WireRecord, instance: String = "1") -> HubEvent {
    .record(label: "Todo", instance: instance, record)
  }

  static func state(_ state: Tree, number: Int = 0, instance: String = "1") -> HubEvent {
    record(.state(.init(number: number, state: state)), instance: instance)
  }

  static func disconnected(_ instance: String = "1", label: String = "Todo") -> HubEvent {
    .disconnected(label: label, instance: instance, .goodbye)
  }

  /// A run that begins after a commit of the same number.
  static func started(_ number: Int) -> HubEvent {
    record(
      .effect(.init(event: .started, effect: "save", run: number, commit: number, time: 5))
    )
  }

  static func commit(
    _ number: Int,
    _ changes: [TreeChange],
    action: WireRecord.Action = .init(type: "Act"),
    reply: Int? = nil,
    instance: String = "1"
  ) -> HubEvent {
    let time = 1_700_000_000_000_000 + Int64(number) * 1_000
    var commit = WireRecord.Commit(number: number, time: time, action: action, changes: changes)
    commit.reply = reply
    return record(.commit(commit), instance: instance)
  }

  /// A program that counts up from 0.
  static func counter(to last: Int) -> [HubEvent] {
    [connected("Todo"), state(["n": 0])]
      + (1...last).map { number in
        commit(number, [.set(["n"], old: .number(number - 1), new: .number(number))])
      }
  }
}
