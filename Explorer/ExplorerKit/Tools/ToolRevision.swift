/// A revision of the Model Context Protocol, by the name that peers call it.
///
/// Sources, in the repository `modelcontextprotocol/modelcontextprotocol`: `docs/specification/` and
/// `schema/`, each in the folders `2026-07-28`, `2025-11-25` and `2025-06-18`. What is implemented of
/// 2026-07-28 is from its pages `basic/index`, `basic/versioning`, `basic/transports/stdio`,
/// `basic/patterns/subscriptions`, `server/discover`, `server/tools` and `server/utilities/caching`.
enum ToolRevision: String, CaseIterable, Sendable {
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// The revision that a client is offered that asks for one that is not spoken.
  static let lastWithHandshake = november2025

  /// Those without a handshake; each request names its revision.
  static let stateless = allCases.filter(\.isStateless)

  /// Whether each request carries all that it needs, and none depends on an `initialize`.
  var isStateless: Bool { self == .july2026 }

  /// Whether wrong arguments of a tool are a result that the model reads, and no protocol error.
  ///
  /// So since 2025-11-25 (SEP-1303, in that revision's changelog).
  var answersWrongArguments: Bool { self != .june2025 }
}
