import Foundation
import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// A whole conversation about the demo, byte by byte, and those that the documentation shows.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written again: check the difference.
@Suite(.inTurn)
struct GoldenConversationTests {
  private static let path =
    (#filePath as NSString).deletingLastPathComponent + "/Golden/conversation.jsonl"

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#

  private static func call(_ id: Int, _ name: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","#
      + #""arguments":\#(arguments),\#(meta)}}"#
  }

  private static let requests = [
    #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(meta)}}"#,
    call(3, "programs", "{}"),
    call(4, "commits", #"{"filter":"became:isOpen==true"}"#),
    call(5, "why", #"{"path":"cart[id:spoon]","at":44}"#),
    call(6, "effects", #"{"outcome":"failed"}"#),
    call(7, "state", #"{"path":"products","limit":1}"#),
    call(8, "why", #"{"path":"crat"}"#),
    "oops",
    #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","#
      + #""capabilities":{},"clientInfo":{"name":"old","version":"1"}}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"commit","arguments":{"number":43}}}"#,
    #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"commit"}}"#,
  ]

  @Test func `a conversation equals the golden file`() throws {
    var conversation = Conversation(about: try Sessions.demo())
    var lines: [String] = []
    for request in Self.requests {
      lines.append(request)
      for case .line(let line) in conversation.receive(Array(request.utf8)) {
        lines.append(String(decoding: line.dropLast(), as: UTF8.self))
      }
    }
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOfFile: Self.path, encoding: .utf8)))
  }

  /// A line of the page that calls a tool, and what it shows of the answer.
  struct Shown: Sendable {
    let tool: Tool
    let arguments: Tree
    let answer: Tree
  }

  static let shown: [Shown] = {
    let path = Sessions.path("Sources/Sluice/Sluice.docc/AskingWithAnAssistant.md")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var shown: [Shown] = []
    var call: (tool: Tool, arguments: Tree)?
    for line in text.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("▸ "), let brace = line.firstIndex(of: "{") {
        let name = line[..<brace].dropFirst(2).trimmingCharacters(in: .whitespaces)
        let arguments = Conversation.tree(of: line[brace...].utf8)
        call = Tool(rawValue: name).map { ($0, arguments) }
      } else if line.hasPrefix("◂ "), let (tool, arguments) = call {
        let answer = Conversation.tree(of: line.dropFirst(2).utf8)
        shown.append(Shown(tool: tool, arguments: arguments, answer: answer))
        call = nil
      }
    }
    return shown
  }()

  @Test func `the page shows three conversations`() {
    #expect(Self.shown.count >= 8)
    #expect(Set(Self.shown.map(\.tool)).count >= 6)
  }

  @Test(arguments: shown.indices)
  func `a call on the page has the answer that the page shows`(index: Int) throws {
    let shown = Self.shown[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answer = try conversation.call(shown.tool, shown.arguments)
    guard case .object = shown.answer else { return #expect(Bool(false), "no JSON on the page") }
    #expect(shown.answer.isPart(of: answer), "\(shown.tool): \(answer)")
  }
}
