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
    #expect(conversation.tools.count == 13)
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
    let call = try #require(conversation.message(.programs)["result"])
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

  @Test func `a subscription is acknowledged, ends with the input, and can be cancelled`() throws {
    var conversation = Conversation()
    let wanted: Tree = ["notifications": ["toolsListChanged": true]]
    let subscription: Tree = ["io.modelcontextprotocol/subscriptionId": 1]
    let acknowledged = conversation.request("subscriptions/listen", wanted)
    #expect(acknowledged["method"] == "notifications/subscriptions/acknowledged")
    #expect(acknowledged["params"] == ["_meta": subscription, "notifications": [:]])
    conversation.request("subscriptions/listen", wanted)
    #expect(conversation.send(Conversation.cancellation(of: 2)).isEmpty)
    let ends = conversation.take(conversation.server.end())
    #expect(ends.map { $0["id"] } == [1])
    #expect(subscription.isPart(of: ends.first?["result"]?["_meta"] ?? .null))
  }

  @Test func `subscriptions are bounded`() {
    var conversation = Conversation()
    for _ in 0..<64 { conversation.request("subscriptions/listen", ["notifications": [:]]) }
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

  @Test func `tools that change something say so`() throws {
    var changing = Conversation(allowingCommands: true)
    // The others are in the golden conversation.
    let added = changing.tools.dropFirst(13)
    #expect(added.map { $0["name"] } == ["dispatch", "restore"])
    let hints: Tree = ["readOnlyHint": false, "destructiveHint": true]
    #expect(added.allSatisfy { hints.isPart(of: $0["annotations"] ?? .null) })
    #expect(added.allSatisfy { $0["inputSchema"]?["type"] == "object" })
    #expect(added.allSatisfy { $0["outputSchema"]?["type"] == "object" })
  }
}

extension Conversation {
  fileprivate var tools: [Tree] {
    mutating get { request("tools/list")["result"]?["tools"]?.elements ?? [] }
  }
}
