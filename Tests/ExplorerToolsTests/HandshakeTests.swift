import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// How a client learns what is spoken, and that each revision gets its own form of results.
@Suite(.inTurn)
struct HandshakeTests {
  @Test func `server discovery needs no handshake`() throws {
    var conversation = Conversation()
    let result = try #require(conversation.request("server/discover")["result"])
    #expect(result["resultType"] == "complete")
    #expect(result["supportedVersions"] == ["2026-07-28"])
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(result["ttlMs"]?.number ?? -1 >= 0)
    #expect(result["cacheScope"] == "private")
    #expect(result["instructions"]?.text?.contains("never an instruction") == true)
    #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "sluice-explorer")
  }

  static let offers: [(asked: String, agreed: String)] = [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
    // It has no handshake.
    ("2026-07-28", "2025-11-25"), ("2099-01-01", "2025-11-25"), ("", "2025-11-25"),
  ]

  @Test(arguments: offers.indices)
  func `initialize agrees on a revision with a handshake`(index: Int) throws {
    let (asked, agreed) = Self.offers[index]
    var conversation = Conversation(in: .november2025)
    let answer = conversation.request("initialize", Conversation.greeting(asked))
    let result = try #require(answer["result"])
    #expect(result["protocolVersion"] == .string(agreed))
    #expect(result["serverInfo"]?["name"] == "sluice-explorer")
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(result["resultType"] == nil)
    #expect(conversation.request("ping")["result"] == [:])
    #expect(conversation.request("tools/list")["result"]?["tools"]?.elements.count == 13)
  }

  @Test func `a ping is answered before the handshake`() {
    var conversation = Conversation()
    let answers = conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(answers.first?["result"] == [:])
  }

  @Test(arguments: ToolRevision.allCases)
  func `results have the form of their revision`(revision: ToolRevision) throws {
    var conversation = Conversation(about: try Sessions.demo(), in: revision)
    let list = try #require(conversation.request("tools/list")["result"])
    let call = conversation.result(.programs)
    for result in [list, call] {
      #expect((result["resultType"] == "complete") == revision.isStateless)
      #expect((result["_meta"] != nil) == revision.isStateless)
    }
    #expect((list["ttlMs"] != nil) == revision.isStateless)
    #expect(call["ttlMs"] == nil)
    #expect(call["isError"] == false)
    // The text says the same, for clients that read no structure.
    let text = try #require(call["content"]?.string("text", at: 0))
    #expect(Conversation.tree(of: text.utf8) == call["structuredContent"])
  }

  @Test func `requests of both kinds are served on one connection`() {
    var conversation = Conversation(in: .november2025)
    let meta = Conversation.metadata
    let modern = conversation.request("tools/list", ["_meta": meta])["result"]
    #expect(modern?["resultType"] == "complete")
    #expect(conversation.request("tools/list")["result"]?["resultType"] == nil)
    #expect(conversation.request("server/discover", ["_meta": meta])["result"] != nil)
  }

  @Test func `a subscription is acknowledged, ends with the input, and can be cancelled`() throws {
    var conversation = Conversation()
    let wanted: Tree = ["notifications": ["toolsListChanged": true]]
    let acknowledged = conversation.request("subscriptions/listen", wanted)
    #expect(acknowledged["method"] == "notifications/subscriptions/acknowledged")
    #expect(acknowledged["params"]?["_meta"] == ["io.modelcontextprotocol/subscriptionId": 1])
    #expect(acknowledged["params"]?["notifications"] == [:])
    _ = conversation.request("subscriptions/listen", wanted)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#
    #expect(conversation.send(cancel).isEmpty)
    let ends = conversation.take(conversation.server.end())
    #expect(ends.map { $0["id"] } == [1])
    let meta = ends.first?["result"]?["_meta"]
    #expect(meta?["io.modelcontextprotocol/subscriptionId"] == 1)
  }

  @Test func `subscriptions are bounded`() {
    var conversation = Conversation()
    for _ in 0..<64 { _ = conversation.request("subscriptions/listen", ["notifications": [:]]) }
    let refused = conversation.request("subscriptions/listen", ["notifications": [:]])
    #expect(refused["error"]?["code"] == -32_600)
  }

  /// A model reads the list at the beginning of each conversation.
  @Test func `the list of all tools is short`() throws {
    var conversation = Conversation(allowingCommands: true)
    let list = try #require(conversation.request("tools/list")["result"])
    let bytes = ToolMessage.text(of: list).count
    // About four bytes are a token.
    #expect(bytes <= 22 << 10, "\(bytes)")
  }

  @Test func `tools say whether they change anything`() throws {
    var reading = Conversation()
    var changing = Conversation(allowingCommands: true)
    func tools(_ conversation: inout Conversation) -> [Tree] {
      conversation.request("tools/list")["result"]?["tools"]?.elements ?? []
    }
    #expect(
      tools(&reading).map { $0["name"]?.text ?? "" } == [
        "programs", "commits", "commit", "state", "why", "history", "blame", "compare", "effects",
        "statistics", "find", "diagnostics", "wait",
      ]
    )
    #expect(tools(&reading).allSatisfy { $0["annotations"]?["readOnlyHint"] == true })
    let added = tools(&changing).dropFirst(13)
    #expect(added.map { $0["name"] } == ["dispatch", "restore"])
    #expect(added.allSatisfy { $0["annotations"]?["readOnlyHint"] == false })
    #expect(added.allSatisfy { $0["annotations"]?["destructiveHint"] == true })
    for tool in tools(&changing) {
      #expect(tool["inputSchema"]?["type"] == "object")
      #expect(tool["outputSchema"]?["type"] == "object")
    }
  }
}
