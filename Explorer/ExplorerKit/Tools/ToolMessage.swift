import ExplorerTerminal
import SluiceTree
import SluiceWire

/// A message of JSON-RPC 2.0, read from a line.
enum ToolMessage: Hashable {
  /// - id: A string or a whole number.
  case request(id: Tree, method: String, params: Tree.Object)
  /// Never answered, whatever it contains.
  case notification(method: String, params: Tree.Object)
  /// An answer of the client; the server asks nothing, so there is nothing that it answers.
  case response
  /// - id: `nil` if it cannot be read.
  case invalid(ToolFault, id: Tree?)

  init(line: ArraySlice<UInt8>) {
    let tree: Tree
    do throws(WireError) {
      tree = try JSONText.treeWithoutTags(of: line)
    } catch {
      self = .invalid(.parseError(error.description), id: nil)
      return
    }
    switch tree {
    case .object(let object):
      self.init(object)
    case .array:
      // Since 2025-06-18 there are no batches.
      self = .invalid(.invalidRequest("A message is one object; batches are not read."), id: nil)
    default:
      self = .invalid(.invalidRequest("A message is an object."), id: nil)
    }
  }

  private init(_ object: Tree.Object) {
    let written = object["id"]
    let id = written.flatMap { $0.isRequestID ? $0 : nil }
    guard object["jsonrpc"] == "2.0" else {
      self = .invalid(.invalidRequest("“jsonrpc” must be \"2.0\"."), id: id)
      return
    }
    guard let method = object["method"] else {
      let isResponse = object["result"] != nil || object["error"] != nil
      self = isResponse ? .response : .invalid(.invalidRequest("“method” is missing."), id: id)
      return
    }
    guard case .string(let method) = method else {
      self = .invalid(.invalidRequest("“method” must be a string."), id: id)
      return
    }
    guard written != nil else {
      let params: Tree.Object = if case .object(let it)? = object["params"] { it } else { .init() }
      self = .notification(method: method, params: params)
      return
    }
    guard let id else {
      self = .invalid(
        .invalidRequest("“id” must be a string or a whole number, and not null."),
        id: nil
      )
      return
    }
    switch object["params"] {
    case nil: self = .request(id: id, method: method, params: Tree.Object())
    case .object(let params): self = .request(id: id, method: method, params: params)
    default: self = .invalid(.invalidParams("params", "must be an object."), id: id)
    }
  }

  /// Returns the line of an answer with a result.
  static func result(_ result: Tree, id: Tree) -> [UInt8] {
    line(["jsonrpc": "2.0", "id": id, "result": result])
  }

  /// Returns the line of an answer with an error.
  ///
  /// Without a readable id, `null` stands in its place, as JSON-RPC 2.0 asks for; the schema of
  /// 2026-07-28 would have it left out, which the client library that was tried (Python, 2.3.0) does
  /// not read.
  static func fault(_ fault: ToolFault, id: Tree?) -> [UInt8] {
    line(["jsonrpc": "2.0", "id": id ?? .null, "error": fault.tree])
  }

  static func notification(_ method: String, _ params: Tree) -> [UInt8] {
    line(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  private static func line(_ message: Tree) -> [UInt8] {
    var line = ToolMessage.text(of: message)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The JSON text of a tree; what acts on a terminal, hides or reorders text stands as escapes.
  static func text(of tree: Tree) -> [UInt8] {
    var text: [UInt8] = []
    VisibleText.append(json: tree, to: &text)
    return text
  }
}

extension Tree {
  /// Whether a request may have it as its id.
  fileprivate var isRequestID: Bool {
    switch self {
    case .string, .integer, .wideInteger: true
    default: false
    }
  }
}
