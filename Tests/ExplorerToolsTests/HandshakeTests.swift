import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// How a client learns what is spoken, and that each revision gets its own form of results.
@Suite(.inTurn)
struct HandshakeTests {
  static let offers: [(asked: String, agreed: String)] = [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
    // It has no handshake.
    ("2026-07-28", "2025-11-25"), ("2099-01-01", "2025-11-25"), ("", "2025-11-25"),
  ]

  @Test(arguments: offers)
  func `initialize agrees on a revision with a handshake`(asked: String, agreed: String) throws {
    var conversation = Conversation(in: .november2025)
    let answer = conversation.request("initialize", Conversation.greeting(asked))
    let result = try #require(answer["result"])
    #expect(result["protocolVersion"] == .string(agreed))
    #expect(result["serverInfo"]?["name"] == "sluice-explorer")
    #expect(result["capabilities"] == ["tools": [:]] && result["resultType"] == nil)
    #expect(conversation.request("ping")["result"] == [:])
    #expect(conversation.request("tools/list")["result"]?["tools"]?.elements.count == 9)
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
    let call = try #require(conversation.message(.state)["result"])
    for result in [list, call] {
      #expect((result["resultType"] == "complete") == revision.isStateless)
      #expect((result["_meta"] != nil) == revision.isStateless)
    }
    #expect((list["ttlMs"] != nil) == revision.isStateless)
    #expect(call["ttlMs"] == nil && call["isError"] == false)
    // The text says the same, for clients that read no structure.
    let text = try #require(call["content"]?.string("text", at: 0))
    #expect(Conversation.tree(of: text.utf8) == call["structuredContent"])
  }

  @Test func `requests of both kinds are served on one connection`() {
    var conversation = Conversation(in: .november2025)
    let modern: Tree = ["_meta": Conversation.metadata]
    let list = conversation.request("tools/list", modern)["result"]
    #expect(list?["resultType"] == "complete")
    #expect(conversation.request("tools/list")["result"]?["resultType"] == nil)
    #expect(conversation.request("server/discover", modern)["result"] != nil)
  }

  @Test func `subscriptions are acknowledged, cancelled, ended with the input, and bounded`() {
    var conversation = Conversation()
    let wanted: Tree = ["notifications": ["toolsListChanged": true]]
    let subscription: Tree = ["io.modelcontextprotocol/subscriptionId": 1]
    let acknowledged = conversation.request("subscriptions/listen", wanted)
    #expect(acknowledged["method"] == "notifications/subscriptions/acknowledged")
    #expect(acknowledged["params"] == ["_meta": subscription, "notifications": [:]])
    for _ in 2...64 { conversation.request("subscriptions/listen", wanted) }
    let refused = conversation.request("subscriptions/listen", wanted)
    #expect(refused["error"]?["code"] == -32_600)
    for id in 2...64 { #expect(conversation.send(Conversation.cancellation(of: id)).isEmpty) }
    let ends = conversation.take(conversation.server.end())
    #expect(ends.map { $0["id"] } == [1])
    #expect(subscription.isPart(of: ends.first?["result"]?["_meta"] ?? .null))
  }

  /// A model reads the list at the beginning of each conversation.
  @Test func `the list of all tools is short, and says which change something`() throws {
    var conversation = Conversation(allowingCommands: true)
    let list = try #require(conversation.request("tools/list")["result"])
    // About four bytes are a token.
    #expect(ToolMessage.text(of: list).count <= 12_000)
    // The others are in the golden conversation.
    let added = (list["tools"]?.elements ?? []).dropFirst(9)
    #expect(added.map { $0["name"] } == ["send", "restore"])
    let said: Tree = [
      "annotations": ["readOnlyHint": false, "destructiveHint": true],
      "inputSchema": ["type": "object"],
    ]
    #expect(added.allSatisfy { said.isPart(of: $0) })
  }
}
