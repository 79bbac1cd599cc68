import SluiceTree
import SluiceWire

/// An error of the protocol: JSON-RPC 2.0, section 5.1, and the codes of `basic/index` in the revision
/// 2026-07-28.
///
/// Messages are fixed texts. What a client or a program said stands in ``data``.
struct ToolFault: Error, Hashable {
  enum Code: Int64, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case unsupportedProtocolVersion = -32_022
  }

  let code: Code
  let message: String
  var data: Tree?

  static func parseError(_ reason: String) -> Self {
    Self(code: .parseError, message: "The line is not JSON.", data: ["reason": .string(reason)])
  }

  static func invalidRequest(_ message: String) -> Self {
    Self(code: .invalidRequest, message: message)
  }

  static func tooLong(bytes: Int, limit: Int) -> Self {
    Self(
      code: .invalidRequest,
      message: "The message is too long.",
      data: ["bytes": .number(bytes), "limit": .number(limit)]
    )
  }

  static func unknownMethod(_ method: String) -> Self {
    Self(
      code: .methodNotFound,
      message: "There is no such method.",
      data: ["method": .string(method.beginning(300))]
    )
  }

  /// - Parameters:
  ///   - field: The path of the field, as in `params.name`.
  ///   - expected: What it must be; fixed text.
  static func invalidParams(_ field: String, _ expected: String) -> Self {
    Self(
      code: .invalidParams,
      message: "“\(field)” \(expected)",
      data: ["field": .string(field)]
    )
  }

  /// The error of wrong arguments where the model does not read them.
  static func wrongArgument(_ failure: ToolFailure) -> Self {
    let (name, expected) = (failure.text("argument"), failure.text("expected"))
    return .invalidParams("params.arguments.\(name)", "must be \(expected).")
  }

  static func unknownTool(_ name: String, needsCommands: Bool) -> Self {
    Self(
      code: .invalidParams,
      message: needsCommands
        ? "The tool changes programs. Start sluice-explorer mcp with --allow-commands."
        : "There is no such tool. Ask tools/list for their names.",
      data: ["field": "params.name", "tool": .string(name.beginning(300))]
    )
  }

  static func unsupportedVersion(_ requested: String) -> Self {
    Self(
      code: .unsupportedProtocolVersion,
      message: "The protocol version is not supported.",
      data: [
        "supported": .array(ToolRevision.stateless.map { .string($0.rawValue) }),
        "requested": .string(requested.beginning(300)),
      ]
    )
  }

  var tree: Tree {
    var members: [(String, Tree?)] = [
      ("code", .integer(code.rawValue)), ("message", .string(message)),
    ]
    members.append(("data", data))
    return .object(present: members)
  }
}
