import Foundation
import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// A whole conversation about the demo, byte by byte, and those that the documentation shows.
@Suite(.inTurn)
struct GoldenConversationTests {
  private static func call(_ id: Int, _ tool: Tool, _ arguments: String) -> String {
    let members = #""name":"\#(tool.rawValue)","arguments":\#(arguments)"#
    return Conversation.line("\(id)", "tools/call", members)
  }

  private static let requests = [
    Conversation.line("1", "server/discover"),
    Conversation.line("2", "tools/list"),
    call(4, .log, #"{"filter":"became:isOpen==true"}"#),
    call(5, .why, #"{"path":"cart[id:spoon]","at":44}"#),
    call(6, .log, #"{"filter":"failed"}"#),
    call(7, .state, #"{"path":"products"}"#),
    call(8, .why, #"{"path":"crat"}"#),
    call(9, .state, #"{"app":"Sho"}"#),
    "oops",
    #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","#
      + #""capabilities":{},"clientInfo":{"name":"old","version":"1"}}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"show","arguments":{"number":43}}}"#,
    #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"show"}}"#,
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
    try GoldenText.expect(lines, matches: "conversation.jsonl")
  }

  /// The lines of the page that call a tool, and what it shows of the answers.
  static let shown: [(tool: Tool, arguments: Tree, answer: Tree)] = {
    let path = Sessions.path("Sources/Sluice/Sluice.docc/AskingWithAnAssistant.md")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var shown: [(Tool, Tree, Tree)] = []
    var call: (tool: Tool, arguments: Tree)?
    for line in text.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("▸ "), let brace = line.firstIndex(of: "{") {
        let name = line[..<brace].dropFirst(2).trimmingCharacters(in: .whitespaces)
        let arguments = Conversation.tree(of: line[brace...].utf8)
        call = Tool(rawValue: name).map { ($0, arguments) }
      } else if line.hasPrefix("◂ "), let (tool, arguments) = call {
        shown.append((tool, arguments, Conversation.tree(of: line.dropFirst(2).utf8)))
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
    let (tool, arguments, shown) = Self.shown[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answer = try conversation.call(tool, arguments)
    // Text that is no JSON is part of no answer.
    #expect(shown.isPart(of: answer), "\(tool): \(answer)")
  }
}
