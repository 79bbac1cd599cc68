/// Receives the bytes of a text, to store or to count them.
protocol ByteSink {
  /// Whether further bytes make no difference.
  var isFull: Bool { get }

  mutating func append(_ byte: UInt8)

  /// Appends a run of bytes.
  mutating func append(_ bytes: Span<UInt8>)
}

/// Appends to an array.
struct ByteBuffer: ByteSink {
  var bytes: [UInt8]

  var isFull: Bool { false }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  @inline(__always)
  mutating func append(_ run: Span<UInt8>) {
    unsafe run.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Counts up to a limit, so that a look at a large tree costs no more than the answer is worth.
struct ByteCounter: ByteSink {
  let limit: Int
  private(set) var count = 0

  var isFull: Bool { count > limit }

  mutating func append(_ byte: UInt8) {
    count += 1
  }

  mutating func append(_ run: Span<UInt8>) {
    count += run.count
  }
}
