import SluiceTree
import SluiceWire

/// A server of the Model Context Protocol: lines and events in, lines and commands out.
///
/// Pure: does no I/O, and is passed the time. Serves clients with a handshake (`initialize`) and those that
/// name the revision in each request, also on one connection.
struct ToolServer {
  /// What comes of a line or an event.
  enum Output: Hashable {
    /// A line to write, with its line feed.
    case line([UInt8])
    /// A command to send; report what came of it with ``sent(_:request:)`` or ``refused(_:_:)``.
    case command(WireRecord, instance: String, call: Int)
  }

  /// The most bytes of a line.
  static let longestMessage = 4 << 20
  private static let mostSubscriptions = 64
  static let mostCalls = 64

  let allowsCommands: Bool
  let timeout: Duration
  /// Which programs may be asked about.
  let choice: ProgramChoice
  /// The revision that `initialize` settled; `nil` before.
  private var agreed: ToolRevision?
  /// The requests that opened streams of notifications.
  private var subscriptions: [Tree] = []
  /// Calls that wait for what happens in a program.
  var calls: [Int: ToolCall] = [:]
  var lastCall = 0

  /// - Parameter timeout: The longest time that a program may take to answer a command.
  init(
    _ choice: ProgramChoice = ProgramChoice(),
    allowsCommands: Bool,
    timeout: Duration = .seconds(5)
  ) {
    self.choice = choice
    self.allowsCommands = allowsCommands
    self.timeout = timeout
  }

  // MARK: - In

  /// - Parameters:
  ///   - line: Without its line feed.
  ///   - pasts: What is known of programs.
  mutating func receive(
    _ line: ArraySlice<UInt8>,
    _ pasts: Pasts,
    now: ContinuousClock.Instant
  ) -> [Output] {
    switch ToolMessage(line: line) {
    case .invalid(let fault, let id): return [.line(ToolMessage.fault(fault, id: id))]
    case .response: return []
    case .notification("notifications/cancelled", let params):
      if let id = params["requestId"] { cancel(id) }
      return []
    case .notification: return []
    case .request(let id, let method, let params):
      do throws(ToolFault) {
        return try answer(method, params, pasts, id: id, now: now)
      } catch {
        return [.line(ToolMessage.fault(error, id: id))]
      }
    }
  }

  /// Answers a line that was too long to be read.
  func receiveTooLong(bytes: Int) -> [Output] {
    [.line(ToolMessage.fault(.tooLong(bytes: bytes, limit: Self.longestMessage), id: nil))]
  }

  /// Ends the streams of notifications, when the input has ended.
  mutating func end() -> [Output] {
    defer { subscriptions = [] }
    return subscriptions.map { id in
      let meta: [(String, Tree?)] = [("io.modelcontextprotocol/subscriptionId", id)]
      return .line(result([], .july2026, id: id, meta: meta))
    }
  }

  private mutating func cancel(_ id: Tree) {
    // What was sent to a program cannot be taken back, but nobody waits for it any more.
    calls = calls.filter { $0.value.id != id }
    subscriptions.removeAll { $0 == id }
  }

  // MARK: - Methods

  private mutating func answer(
    _ method: String,
    _ params: Tree.Object,
    _ pasts: Pasts,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFault) -> [Output] {
    if let revision = try ToolMetadata.revision(of: params) {
      switch method {
      case "server/discover": return [.line(result(description(revision), revision, id: id))]
      case "subscriptions/listen": return try listen(params, id: id)
      default: return try answer(method, params, revision, pasts, id: id, now: now)
      }
    }
    switch method {
    case "initialize":
      let revision = try ToolMetadata.handshake(params)
      agreed = revision
      return [.line(result(greeting(revision), revision, id: id))]
    case "ping":
      return [.line(result([], agreed ?? .lastWithHandshake, id: id))]
    default:
      guard let agreed else { throw ToolMetadata.missing }
      return try answer(method, params, agreed, pasts, id: id, now: now)
    }
  }

  private mutating func answer(
    _ method: String,
    _ params: Tree.Object,
    _ revision: ToolRevision,
    _ pasts: Pasts,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFault) -> [Output] {
    switch method {
    case "tools/list":
      // All are on one page, so that there is no cursor.
      if params["cursor"] != nil {
        throw .invalidParams("params.cursor", "is not one that this server returned.")
      }
      let tools = Tool.all(allowingCommands: allowsCommands).map(\.tree)
      return [.line(result([("tools", .array(tools))] + caching(revision), revision, id: id))]
    case "tools/call":
      return try call(params, revision, pasts, id: id, now: now)
    default:
      throw .unknownMethod(method)
    }
  }

  /// Opens a stream of notifications, of which there are none: the tools never change.
  private mutating func listen(_ params: Tree.Object, id: Tree) throws(ToolFault) -> [Output] {
    guard case .object? = params["notifications"] else {
      throw .invalidParams("params.notifications", "must be an object.")
    }
    guard subscriptions.count < Self.mostSubscriptions else {
      throw .invalidRequest("There are too many subscriptions; cancel one.")
    }
    subscriptions.append(id)
    let params: Tree = [
      "_meta": ["io.modelcontextprotocol/subscriptionId": id], "notifications": .object(.init()),
    ]
    return [.line(ToolMessage.notification("notifications/subscriptions/acknowledged", params))]
  }

  // MARK: - Results

  /// Returns the line of a result.
  func result(
    _ members: [(String, Tree?)],
    _ revision: ToolRevision,
    id: Tree,
    meta: [(String, Tree?)] = []
  ) -> [UInt8] {
    guard revision.isStateless else {
      return ToolMessage.result(.object(present: members), id: id)
    }
    let server: (String, Tree?) = ("io.modelcontextprotocol/serverInfo", Self.information)
    return ToolMessage.result(
      .object(
        present: [("resultType", "complete")] + members
          + [("_meta", .object(present: meta + [server]))]
      ),
      id: id
    )
  }

  private func greeting(_ revision: ToolRevision) -> [(String, Tree?)] {
    [
      ("protocolVersion", .string(revision.rawValue)), ("capabilities", Self.capabilities),
      ("serverInfo", Self.information), ("instructions", .string(Tool.instructions)),
    ]
  }

  private func description(_ revision: ToolRevision) -> [(String, Tree?)] {
    [
      // Those with a handshake are not spoken without it.
      ("supportedVersions", .array(ToolRevision.stateless.map { .string($0.rawValue) })),
      ("capabilities", Self.capabilities), ("instructions", .string(Tool.instructions)),
    ] + caching(revision)
  }

  /// How long a client may keep what a process always answers alike.
  private func caching(_ revision: ToolRevision) -> [(String, Tree?)] {
    // Whether commands are allowed differs from process to process.
    revision.isStateless ? [("ttlMs", 300_000), ("cacheScope", "private")] : []
  }

  private static let capabilities: Tree = ["tools": .object(Tree.Object())]

  private static let information: Tree = [
    "name": "sluice-explorer", "title": "Sluice Explorer",
    "version": .string(ExplorerVersion.number),
  ]
}
