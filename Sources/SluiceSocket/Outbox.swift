/// Bytes on their way to a peer that may be slower than we are, up to a bound.
package struct Outbox: Sendable {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// Bytes that may wait.
  package let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Bytes that wait.
  package var count: Int { bytes.count - sent }
  package var isEmpty: Bool { count == 0 }

  /// Adds bytes behind those that wait, or returns false and adds nothing when they would be too
  /// many.
  ///
  /// An empty outbox takes anything, so that no single record is stuck for good.
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
    bytes.append(contentsOf: more)
    return true
  }

  /// Writes what the connection takes now.
  ///
  /// Poll it for writing for as long as this is not empty.
  package mutating func flush(to connection: Connection) throws(SocketError) {
    while !isEmpty {
      let taken = try connection.write(bytes[sent...])
      if taken == 0 { return }
      sent += taken
    }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    sent = 0
  }
}
