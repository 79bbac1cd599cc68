/// How long a line may be.
package enum LineLimit: Hashable, Sendable {
  /// 64 KiB: who has not said hello is not trusted with more memory.
  case beforeHello
  /// So many bytes, without the line break.
  case record(Int)

  package static let standardRecord = LineLimit.record(16 << 20)

  package var bytes: Int {
    switch self {
    case .beforeHello: 64 << 10
    case .record(let bytes): bytes
    }
  }
}
