import SluiceTree

/// What a request says about the protocol that it is written in.
enum ToolMetadata {
  private static let prefix = "io.modelcontextprotocol/"

  /// Returns the revision that a request names; `nil` if it names none, as with a handshake.
  static func revision(of params: Tree.Object) throws(ToolFault) -> ToolRevision? {
    guard let meta = params["_meta"] else { return nil }
    guard case .object(let meta) = meta else {
      throw .invalidParams("params._meta", "must be an object.")
    }
    let version = prefix + "protocolVersion"
    guard let value = meta[version] else { return nil }
    guard case .string(let name) = value else {
      throw .invalidParams("params._meta.\(version)", "must be a string.")
    }
    // A revision with a handshake is not spoken without it.
    guard let revision = ToolRevision(rawValue: name), revision.isStateless else {
      throw .unsupportedVersion(name)
    }
    let capabilities = prefix + "clientCapabilities"
    guard case .object? = meta[capabilities] else {
      throw .invalidParams("params._meta.\(capabilities)", "must be an object.")
    }
    return revision
  }

  /// The error of a request that names no revision, before a handshake.
  static let missing = ToolFault.invalidParams(
    "params._meta.\(prefix)protocolVersion",
    "is missing. Send it with each request, or begin with initialize; the revisions are "
      + ToolRevision.allCases.map(\.rawValue).joined(separator: ", ") + "."
  )

  /// Returns the revision that is spoken after an `initialize`.
  static func handshake(_ params: Tree.Object) throws(ToolFault) -> ToolRevision {
    guard case .string(let name)? = params["protocolVersion"] else {
      throw .invalidParams("params.protocolVersion", "must be a string.")
    }
    guard case .object? = params["capabilities"] else {
      throw .invalidParams("params.capabilities", "must be an object.")
    }
    guard case .object(let client)? = params["clientInfo"] else {
      throw .invalidParams("params.clientInfo", "must be an object.")
    }
    for key in ["name", "version"] {
      guard case .string? = client[key] else {
        throw .invalidParams("params.clientInfo.\(key)", "must be a string.")
      }
    }
    guard let revision = ToolRevision(rawValue: name), !revision.isStateless else {
      return .lastWithHandshake
    }
    return revision
  }
}
