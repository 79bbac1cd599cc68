import ExplorerTerminal
import SluiceTree
import SluiceWire

extension ExportFormat {
  /// A page for a browser.
  static let html = ExportFormat(
    name: "html",
    discussion: """
      html is a page to send: one file that a browser opens without a network. It has the commits with
      search, changes, states, causes, effects over time and statistics. Redacted values
      are not in it.
      """,
    options: [.filter, .redact, .app, .store, .keep, .pin]
  ) { export throws(ExplorerError) in
    try export.convertSession { session throws(ExplorerError) in
      try rethrow(session.check(export.name), as: ExplorerError.question)
      let settings = export.settings
      let page = SessionPage(session, pins: settings.pins, filter: settings.filter?.text)
      try page.write { bytes throws(ExplorerError) in try export.write(bytes) }
    }
  }
}

/// A session as a page: one file that a browser opens without a network.
///
/// The page consists of a constant frame, in which nothing of the session is, and of the session in the
/// form of the wire, as JSON in an element that no browser executes. There every `<` is escaped, so that
/// nothing in it ends the element; the script shows its texts as text only. The content security policy
/// names the style and the script by their digests and has no sources, so that nothing else runs and
/// nothing is fetched.
struct SessionPage {
  let stores: [Past]
  let pins: [StatePath]
  /// The filter with which the session was read, for the reader.
  let filter: String?

  init(_ session: ExportedSession, pins: [StatePath] = [], filter: String? = nil) {
    stores = session.stores
    self.pins = pins
    self.filter = filter
  }

  /// Passes the file on, piece by piece.
  func write<Failure: Error>(
    _ put: @escaping ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ExportBuffer<Failure>(put)
    try buffer.write(PageFrame.head)
    try buffer.write(#"{"version":1,"program":"#)
    try buffer.write(data: .string(ExplorerVersion.text))
    try buffer.write(#","filter":"#)
    try buffer.write(data: filter.map { .string($0) } ?? .null)
    try buffer.write(#","pins":"#)
    try buffer.write(data: .array(pins.map(Self.tree)))
    try buffer.write(#","stores":["#)
    for (index, store) in stores.enumerated() {
      try buffer.write(index == 0 ? "\n{" : ",\n{")
      try write(store, to: &buffer)
      try buffer.write("}")
    }
    try buffer.write("]}")
    try buffer.write(PageFrame.foot)
    try buffer.finish()
  }

  private func write<Failure: Error>(
    _ store: Past,
    to buffer: inout ExportBuffer<Failure>
  ) throws(Failure) {
    try buffer.write(#""label":"#)
    try buffer.write(data: .string(store.label))
    try buffer.write(#","hello":"#)
    try buffer.write(data: .hello(store.hello))
    try buffer.write(#","items":["#)
    var isFirst = true
    try store.history.forEachItem { item throws(Failure) in
      try buffer.write(isFirst ? "\n" : ",\n")
      isFirst = false
      try buffer.write(data: Self.record(of: item))
    }
    try buffer.write(#"],"runs":["#)
    for (index, run) in store.history.runs.runs.enumerated() {
      try buffer.write(index == 0 ? "\n" : ",\n")
      try buffer.write(data: AnswerJSON.tree(run))
    }
    try buffer.write("]")
  }

  private static func record(of item: History.Item) -> WireRecord {
    guard case .commit(var commit, let isKnown) = item else { return item.record }
    // Also where the changes did not fit, so that the page never applies them.
    if !isKnown, commit.omittedChanges == 0 { commit.changesAreUnknown = true }
    // The page finds long ones in the state before.
    commit.changes = commit.changes.map { $0.withoutLongOld() }
    return .commit(commit)
  }

  /// The path as the page reads it: keys, indices and ids of elements.
  private static func tree(_ path: StatePath) -> Tree {
    let steps = path.steps.map { step -> Tree in
      switch step {
      case .key(let key): .string(key)
      case .index(let index): .number(index)
      case .id(let id): ["id": .string(id.text)]
      }
    }
    return ["text": .string(path.description), "path": .array(steps)]
  }
}

extension ExportBuffer {
  /// Writes a part of the data; `<` is in texts only.
  fileprivate mutating func write(data json: [UInt8]) throws(Failure) {
    var visible: [UInt8] = []
    VisibleText.append(json: json[...], to: &visible)
    guard visible.contains(UInt8(ascii: "<")) else { return try write(visible) }
    var escaped: [UInt8] = []
    for byte in visible {
      if byte == UInt8(ascii: "<") {
        escaped.append(contentsOf: #"\u003c"#.utf8)
      } else {
        escaped.append(byte)
      }
    }
    try write(escaped)
  }

  fileprivate mutating func write(data tree: Tree) throws(Failure) {
    try write(data: JSONText.bytes(of: tree))
  }

  fileprivate mutating func write(data record: WireRecord) throws(Failure) {
    try write(data: record.line().dropLast())
  }
}
