extension Tree {
  /// The approximate memory size of the tree in bytes; cost is linear in its size.
  ///
  /// Counts storage that trees share for each of them.
  package var approximateByteCount: Int {
    MemoryLayout<Tree>.stride + heapByteCount
  }

  private var heapByteCount: Int {
    switch self {
    case .null, .bool, .integer, .double, .date, .redacted: 0
    case .wideInteger: Self.header + MemoryLayout<WideInteger>.stride
    case .string(let text), .opaque(let text): text.heapByteCount
    case .data(let bytes): Self.header + bytes.count
    case .array(let elements):
      elements.chunks.reduce(elements.isEmpty ? 0 : Self.header) { sum, chunk in
        chunk.trees.reduce(sum + MemoryLayout<Elements.Chunk>.stride + Self.header) {
          $0 + $1.approximateByteCount
        }
      }
    case .object(let object): object.heapByteCount
    case .enumCase(let name, let payload):
      Self.header + MemoryLayout<(String, Object)>.stride + name.heapByteCount
        + payload.heapByteCount
    case .cut(.characters(let kept, _)): Self.header + 32 + kept.heapByteCount
    case .cut(.bytes(let kept, _)): Self.header + 32 + kept.count
    case .cut: Self.header + 32
    }
  }

  /// The overhead of every allocation: the runtime's words, and those of an array.
  fileprivate static let header = 32
}

extension Tree.Object {
  fileprivate var heapByteCount: Int {
    members.reduce(members.isEmpty ? 0 : Tree.header) { sum, member in
      sum + MemoryLayout<String>.stride + member.key.heapByteCount
        + member.value.approximateByteCount
    }
  }
}

extension String {
  /// Up to 15 code units are stored in the string itself.
  fileprivate var heapByteCount: Int {
    utf8.count > 15 ? Tree.header + utf8.count : 0
  }
}
