/// A bounded buffer of bytes to write to a peer.
package struct Outbox: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// The maximum number of pending bytes.
  package let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// The number of pending bytes.
  package var count: Int { bytes.count - sent }
  package var isEmpty: Bool { count == 0 }

  /// Appends bytes; returns `false`, and appends nothing, if there would be too many.
  ///
  /// An empty outbox accepts any number of bytes, so that no single record is stuck.
  package mutating func append(_ more: [UInt8]) -> Bool {
    guard isEmpty || count + more.count <= limit else { return false }
    if isEmpty {
      sent = 0
      bytes = more
      return true
    }
    // Moved down only when half is spent: each byte moves at most once on average.
    if sent > bytes.count / 2 {
      bytes.removeSubrange(..<sent)
      sent = 0
    }
    assert(sent <= bytes.count)
    bytes.append(contentsOf: more)
    return true
  }

  /// Writes as much as the connection accepts.
  ///
  /// Poll it for writing while this is not empty.
  package mutating func flush(to connection: some ByteStream) throws(SocketError) {
    while !isEmpty {
      let taken = try connection.write(bytes[sent...])
      if taken == 0 { return }
      sent += taken
      assert(taken > 0 && sent <= bytes.count)
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    sent = 0
  }
}
