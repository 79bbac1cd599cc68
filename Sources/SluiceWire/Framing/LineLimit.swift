/// The maximum length of a line.
package enum LineLimit: Hashable, Sendable {
  /// 64 KiB: a peer that has not sent `hello` gets no more memory.
  case beforeHello
  /// This number of bytes, without the line feed.
  case record(Int)

  package static let standardRecord = LineLimit.record(16 << 20)
  /// For files, whose lines whoever wrote them could hold, too.
  package static let unlimited = LineLimit.record(.max)

  package var bytes: Int {
    switch self {
    case .beforeHello: 64 << 10
    case .record(let bytes): bytes
    }
  }
}
