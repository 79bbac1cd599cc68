import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Each malformed message gets the protocol's error, and the server continues.
@Suite(.inTurn)
struct MalformedMessageTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#
  private static let version = "params._meta.io.modelcontextprotocol/protocolVersion"

  struct Case: Sendable {
    let message: String
    let code: Int
    var id: Tree = .null
    /// What the message of the error, or its field, contains.
    var part = ""
  }

  static let cases: [Case] = [
    // No JSON.
    Case(message: "oops", code: -32_700),
    Case(message: #"{"jsonrpc":"2.0","id":1,"method":"#, code: -32_700),
    Case(message: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\u{0}\"}", code: -32_700),
    Case(message: #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, code: -32_700),
    Case(message: String(repeating: "[", count: 300), code: -32_700),
    Case(message: #"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#, code: -32_700),
    // No request.
    Case(message: "1", code: -32_600), Case(message: "null", code: -32_600),
    Case(message: #""ping""#, code: -32_600), Case(message: "{}", code: -32_600, part: "jsonrpc"),
    Case(message: "[]", code: -32_600, part: "batches"),
    Case(message: #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, code: -32_600, part: "batches"),
    Case(
      message: #"{"jsonrpc":"1.0","id":3,"method":"ping"}"#,
      code: -32_600,
      id: 3,
      part: "jsonrpc"
    ),
    Case(message: #"{"id":"a","method":"ping"}"#, code: -32_600, id: "a", part: "jsonrpc"),
    Case(
      message: #"{"jsonrpc":2.0,"id":4,"method":"ping"}"#,
      code: -32_600,
      id: 4,
      part: "jsonrpc"
    ),
    Case(message: #"{"jsonrpc":"2.0","id":5}"#, code: -32_600, id: 5, part: "method"),
    Case(message: #"{"jsonrpc":"2.0","id":6,"method":7}"#, code: -32_600, id: 6, part: "method"),
    Case(message: #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, code: -32_600, part: "id"),
    Case(message: #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, code: -32_600, part: "id"),
    Case(message: #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, code: -32_600, part: "id"),
    Case(message: #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, code: -32_600, part: "id"),
    // Parameters that don't fit.
    Case(
      message: #"{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}"#,
      code: -32_602,
      id: 7,
      part: "params"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":8,"method":"ping","params":null}"#,
      code: -32_602,
      id: 8,
      part: "params"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":1}}"#,
      code: -32_602,
      id: 9,
      part: "params._meta"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":10,"method":"server/discover"}"#,
      code: -32_602,
      id: 10,
      part: version
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":11,"method":"tools/list"}"#,
      code: -32_602,
      id: 11,
      part: version
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":12,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":1}}}"#,
      code: -32_602,
      id: 12,
      part: version
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":13,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
      code: -32_602,
      id: 13,
      part: "clientCapabilities"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":14,"method":"initialize"}"#,
      code: -32_602,
      id: 14,
      part: "params.protocolVersion"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":15,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      code: -32_602,
      id: 15,
      part: "params.capabilities"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":16,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
      code: -32_602,
      id: 16,
      part: "params.clientInfo"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":17,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}}}"#,
      code: -32_602,
      id: 17,
      part: "params.clientInfo.version"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":18,"method":"tools/list","params":{"cursor":"x",\#(meta)}}"#,
      code: -32_602,
      id: 18,
      part: "params.cursor"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":19,"method":"tools/call","params":{\#(meta)}}"#,
      code: -32_602,
      id: 19,
      part: "params.name"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":20,"method":"tools/call","params":{"name":1,\#(meta)}}"#,
      code: -32_602,
      id: 20,
      part: "params.name"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":21,"method":"tools/call","params":{"name":"state","arguments":[],\#(meta)}}"#,
      code: -32_602,
      id: 21,
      part: "params.arguments"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":22,"method":"tools/call","params":{"name":"delete","arguments":{},\#(meta)}}"#,
      code: -32_602,
      id: 22,
      part: "params.name"
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":23,"method":"tools/call","params":{"name":"dispatch","arguments":{},\#(meta)}}"#,
      code: -32_602,
      id: 23,
      part: "--allow-commands"
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":24,"method":"subscriptions/listen","params":{\#(meta)}}"#,
      code: -32_602,
      id: 24,
      part: "params.notifications"
    ),
    // Methods that there are not, or no longer.
    Case(
      message: #"{"jsonrpc":"2.0","id":25,"method":"resources/list","params":{\#(meta)}}"#,
      code: -32_601,
      id: 25
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":26,"method":"ping","params":{\#(meta)}}"#,
      code: -32_601,
      id: 26
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":27,"method":"initialize","params":{\#(meta)}}"#,
      code: -32_601,
      id: 27
    ),
    Case(
      message: #"{"jsonrpc":"2.0","id":28,"method":"","params":{\#(meta)}}"#,
      code: -32_601,
      id: 28
    ),
    // Revisions that are not spoken without a handshake, or not at all.
    Case(
      message:
        #"{"jsonrpc":"2.0","id":29,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}"#,
      code: -32_022,
      id: 29
    ),
    Case(
      message:
        #"{"jsonrpc":"2.0","id":30,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}"#,
      code: -32_022,
      id: 30
    ),
  ]

  @Test(arguments: cases.indices)
  func `a malformed message is answered with an error, and the server continues`(index: Int) throws
  {
    let expected = Self.cases[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answers = conversation.send(expected.message)
    #expect(answers.count == 1)
    let answer = try #require(answers.first)
    #expect(answer["jsonrpc"] == "2.0")
    #expect(answer["id"] == expected.id)
    #expect(answer["result"] == nil)
    let error = try #require(answer["error"])
    #expect(error["code"]?.number == expected.code)
    let texts = (error["message"]?.text ?? "") + (error["data"]?["field"]?.text ?? "")
    #expect(texts.contains(expected.part), "\(texts)")
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `an unsupported version is answered with those that are supported`() {
    var conversation = Conversation()
    let meta: Tree = ["io.modelcontextprotocol/protocolVersion": "1900-01-01"]
    let message: Tree = [
      "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": ["_meta": meta],
    ]
    let answers = conversation.send(String(decoding: ToolMessage.text(of: message), as: UTF8.self))
    #expect(
      answers.first?["error"]?["data"] == ["supported": ["2026-07-28"], "requested": "1900-01-01"]
    )
  }

  @Test func `bytes that are no text are no message`() {
    var conversation = Conversation()
    let answers = conversation.take(
      conversation.receive([0x22, 0xFF, 0xFE, 0x22])
    )
    #expect(answers.first?["error"]?["code"] == -32_700)
  }

  static let unanswered = [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"state"}}"#,
    #"{"jsonrpc":"2.0","method":"no/such/method","params":[1,2]}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
  ]

  @Test(arguments: unanswered)
  func `a notification and a response get no answer`(message: String) throws {
    var conversation = Conversation(about: try Sessions.demo())
    #expect(conversation.send(message).isEmpty)
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `unknown fields are ignored, also those that begin with a dollar sign`() {
    var conversation = Conversation()
    let answers = conversation.send(
      #"{"jsonrpc":"2.0","$x":1,"id":"a","method":"tools/list","trace":{"$":"date"},"params":"#
        + #"{"$schema":"x","more":[{"$":1}],"# + Self.meta + "}}"
    )
    #expect(answers.first?["id"] == "a")
    #expect(answers.first?["result"]?["tools"] != nil)
  }

  @Test func `a long line is answered without being read`() {
    var conversation = Conversation()
    let server = conversation.server
    let answers = conversation.take(server.receiveTooLong(bytes: 5_000_000))
    #expect(answers.first?["error"]?["code"] == -32_600)
    #expect(answers.first?["error"]?["data"] == ["bytes": 5_000_000, "limit": 4_194_304])
  }
}
