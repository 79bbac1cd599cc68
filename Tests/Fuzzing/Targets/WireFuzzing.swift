import SluiceTree
import SluiceWire

/// Readers of bytes that arrive over the wire.
enum WireFuzzing {
  /// What a framer makes of bytes.
  private enum Line: Equatable {
    case whole([UInt8])
    case fault(WireError)
  }

  /// The pieces in which bytes arrive make no difference.
  static func frame(_ bytes: [UInt8]) throws {
    var source = ByteSource(bytes[...])
    let limit = LineLimit.record(source.pick(64))
    let pieces = 1 + source.pick(32)
    let stream = source.rest()
    let whole = lines(of: [stream], limit)
    let parts = stride(from: stream.startIndex, to: stream.endIndex, by: pieces).map {
      stream[$0..<min($0 + pieces, stream.endIndex)]
    }
    try Finding.requireEqual(whole, lines(of: parts, limit), "Lines differ by pieces")
    for case .whole(let line) in whole {
      try Finding.require(!line.isEmpty && line.count <= limit.bytes, "A line is too long.")
      try Finding.require(!line.contains(10), "A line holds its end.")
    }
  }

  private static func lines(of pieces: [ArraySlice<UInt8>], _ limit: LineLimit) -> [Line] {
    var framer = LineFramer(limit: limit)
    var lines: [Line] = []
    func take() -> Bool {
      do throws(WireError) {
        guard let line = try framer.next() else { return false }
        lines.append(.whole(Array(line)))
      } catch {
        lines.append(.fault(error))
      }
      return true
    }
    for piece in pieces {
      framer.append(piece)
      while take() {}
    }
    if let rest = framer.rest { lines.append(.whole(Array(rest))) }
    return lines
  }

  /// A record that is read is written so that it is read again, fitted and relayed.
  static func readRecord(_ bytes: [UInt8]) throws {
    guard let envelope = try Finding.reading(try WireEnvelope(line: bytes[...])) else { return }
    if case .unknown = envelope.record { return }
    // Written once: what lies too deep is cut then.
    let line = envelope.line()
    let again = try WireEnvelope(line: line[...])
    try Finding.requireEqual(again.line(), line, "A record changes when it is written again")
    let fitted = again.record.fitted(to: 4 << 10).line()
    switch again.record {
    case .state, .commit:
      try Finding.require(fitted.count - 1 <= 4 << 10, "A fitted record has \(fitted.count) bytes.")
    default: break
    }
    _ = try WireRecord(line: fitted[...])
    if case .hello = envelope.record { return }
    guard !envelope.hasInstanceKey else { return }
    var relayed: [UInt8] = []
    WireEnvelope.relay(bytes[...], from: "I", to: &relayed)
    let received = try WireEnvelope(line: relayed[...])
    try Finding.requireEqual(received.instance, "I", "A relayed record has another instance")
    try Finding.requireEqual(received.record, envelope.record, "A record changes on its way")
  }

  /// A value that is read is written so that it is read again, and fits where it has to.
  static func readJSON(_ bytes: [UInt8]) throws {
    guard let tree = try Finding.reading(try JSONText.tree(of: bytes[...])) else { return }
    let text = JSONText.bytes(of: tree)
    try Finding.requireEqual(JSONText.length(of: tree), text.count, "The length is another")
    let again = try JSONText.tree(of: text[...])
    try Finding.requireEqual(JSONText.bytes(of: again), text, "A value changes")
    let fitted = JSONText.bytes(of: tree.fitted(to: 256))
    try Finding.require(fitted.count <= 256, "A fitted value has \(fitted.count) bytes.")
    _ = try JSONText.tree(of: fitted[...])
    _ = tree.summary(limit: 100)
    try Finding.require(Tree.changes(from: tree, to: tree).isEmpty, "A value differs from itself.")
    let changes = Tree.changes(from: tree, to: again)
    var changed = tree
    try changed.apply(changes)
    try Finding.requireEqual(changed, again, "Changes lead elsewhere")
  }

  /// One of each kind of value that decoders have to distinguish.
  private struct Shape: Codable {
    enum Choice: Codable, Hashable {
      case plain
      indirect case nested(Choice, name: String)
      case number(Int8)
    }

    var small: Int8?
    var wide: UInt128?
    var double: Double?
    var single: Float?
    var text: String?
    var choice: Choice?
    var list: [Shape]?
    var named: [String: Shape]?
    var numbered: [Int: Choice]?
    var members: Set<Choice>?
    var pair: [[Bool?]]?
  }

  /// A value that is decoded is encoded so that it is decoded again.
  static func decode(_ bytes: [UInt8]) throws {
    guard let tree = try? JSONText.tree(of: bytes[...]),
      let value = try? TreeDecoder().decode(Shape.self, from: tree)
    else { return }
    // What one decodes may be too deep to be shown: options cut it.
    let encoder = TreeEncoder(
      options: TreeOptions(maximalDepth: 512, maximalBreadth: .max, maximalLength: .max)
    )
    let encoded = try encoder.encode(value)
    guard let again = try? TreeDecoder(maximalDepth: 512).decode(Shape.self, from: encoded) else {
      throw Finding("What was encoded is not decoded: \(encoded.summary(limit: 1_000))")
    }
    // Sets have no order.
    if value.members == nil, value.list == nil, value.named == nil, value.numbered == nil {
      try Finding.requireEqual(try encoder.encode(again), encoded, "A decoded value changes")
    }
  }
}
