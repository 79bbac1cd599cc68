import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Each malformed message gets the protocol's error, and the server continues.
@Suite(.inTurn)
struct MalformedMessageTests {
  /// Lines that are no request, the number in their answer, and what its message or field contains.
  private static let noRequests: [(line: String, code: Int, id: Tree, part: String)] = [
    // No JSON.
    ("oops", -32_700, .null, ""),
    (#"{"jsonrpc":"2.0","id":1,"method":"#, -32_700, .null, ""),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\u{0}\"}", -32_700, .null, ""),
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32_700, .null, ""),
    (String(repeating: "[", count: 300), -32_700, .null, ""),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#, -32_700, .null, ""),
    // No request.
    ("1", -32_600, .null, ""), ("null", -32_600, .null, ""), (#""ping""#, -32_600, .null, ""),
    ("{}", -32_600, .null, "jsonrpc"), ("[]", -32_600, .null, "batches"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600, .null, "batches"),
    (#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, -32_600, 3, "jsonrpc"),
    (#"{"id":"a","method":"ping"}"#, -32_600, "a", "jsonrpc"),
    (#"{"jsonrpc":2.0,"id":4,"method":"ping"}"#, -32_600, 4, "jsonrpc"),
    (#"{"jsonrpc":"2.0","id":5}"#, -32_600, 5, "method"),
    (#"{"jsonrpc":"2.0","id":6,"method":7}"#, -32_600, 6, "method"),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600, .null, "id"),
    (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32_600, .null, "id"),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600, .null, "id"),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600, .null, "id"),
  ]

  private static let version = "params._meta.io.modelcontextprotocol/protocolVersion"

  private static func meta(_ version: String) -> String {
    #"{"_meta":{"io.modelcontextprotocol/protocolVersion":\#(version)}}"#
  }

  /// Methods with parameters that are any JSON, and what the message of the error or its field contains.
  private static let unfit: [(method: String, params: String?, code: Int, part: String)] = [
    ("ping", "[1]", -32_602, "params"), ("ping", "null", -32_602, "params"),
    ("ping", #"{"_meta":1}"#, -32_602, "params._meta"),
    ("server/discover", nil, -32_602, version), ("tools/list", nil, -32_602, version),
    ("tools/list", meta("1"), -32_602, version),
    ("tools/list", meta(#""2026-07-28""#), -32_602, "clientCapabilities"),
    ("initialize", nil, -32_602, "params.protocolVersion"),
    ("initialize", #"{"protocolVersion":"2025-11-25"}"#, -32_602, "params.capabilities"),
    (
      "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#, -32_602,
      "params.clientInfo"
    ),
    (
      "initialize",
      #"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a"}}"#, -32_602,
      "params.clientInfo.version"
    ),
    // Revisions that are not spoken without a handshake, or not at all.
    ("tools/list", meta(#""1900-01-01""#), -32_022, ""),
    ("server/discover", meta(#""2025-11-25""#), -32_022, ""),
  ]

  /// Requests of July 2026 with members of their parameters.
  private static let refused: [(method: String, members: String, code: Int, part: String)] = [
    ("tools/list", #""cursor":"x""#, -32_602, "params.cursor"),
    ("tools/call", "", -32_602, "params.name"),
    ("tools/call", #""name":1"#, -32_602, "params.name"),
    ("tools/call", #""name":"state","arguments":[]"#, -32_602, "params.arguments"),
    ("tools/call", #""name":"delete","arguments":{}"#, -32_602, "params.name"),
    ("tools/call", #""name":"send","arguments":{}"#, -32_602, "--allow-commands"),
    ("tools/call", #""name":"restore","arguments":{"number":1}"#, -32_602, "--allow-commands"),
    ("subscriptions/listen", "", -32_602, "params.notifications"),
    // Methods that there are not, or no longer.
    ("resources/list", "", -32_601, ""), ("ping", "", -32_601, ""), ("initialize", "", -32_601, ""),
    ("", "", -32_601, ""),
  ]

  static let cases =
    noRequests
    + unfit.map { method, params, code, part in
      let params = params.map { #","params":\#($0)"# } ?? ""
      return (#"{"jsonrpc":"2.0","id":7,"method":"\#(method)"\#(params)}"#, code, 7, part)
    }
    + refused.map { method, members, code, part in
      (Conversation.line("7", method, members), code, 7, part)
    }

  @Test(arguments: cases.indices)
  func `a malformed message has an error as its answer, and the server goes on`(index: Int) throws {
    let (line, code, id, part) = Self.cases[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answers = conversation.send(line)
    #expect(answers.count == 1)
    let answer = try #require(answers.first)
    #expect(answer["jsonrpc"] == "2.0" && answer["id"] == id && answer["result"] == nil)
    let error = try #require(answer["error"])
    #expect(error["code"]?.number == code)
    let texts = (error["message"]?.text ?? "") + (error["data"]?["field"]?.text ?? "")
    #expect(texts.contains(part), "\(texts)")
    #expect(conversation.commands.isEmpty)
    #expect(try conversation.call(.state)["app"] != nil)
  }

  @Test func `an unsupported version is answered with those that are supported`() {
    var conversation = Conversation()
    let params = Self.meta(#""1900-01-01""#)
    let answers = conversation.send(
      #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":\#(params)}"#
    )
    #expect(
      answers.first?["error"]?["data"] == ["supported": ["2026-07-28"], "requested": "1900-01-01"]
    )
  }

  @Test func `bytes that are no text are no message`() {
    var conversation = Conversation()
    let answers = conversation.take(conversation.receive([0x22, 0xFF, 0xFE, 0x22]))
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
    #expect(try conversation.call(.state)["app"] != nil)
  }

  @Test func `unknown fields are ignored, also those that begin with a dollar sign`() {
    var conversation = Conversation()
    let answers = conversation.send(
      #"{"jsonrpc":"2.0","$x":1,"id":"a","method":"tools/list","trace":{"$":"date"},"params":"#
        + #"{"$schema":"x","more":[{"$":1}],"# + Conversation.meta + "}}"
    )
    #expect(answers.first?["id"] == "a")
    #expect(answers.first?["result"]?["tools"] != nil)
  }
}
