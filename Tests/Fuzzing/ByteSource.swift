import SluiceTree

/// Makes choices of bytes; zeros once there are none left.
///
/// A fuzzer that changes the bytes changes what is made of them, and all that is made is valid.
struct ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func pick(_ count: Int) -> Int { Int(byte()) % count }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(elements.count)] }

  /// Whole numbers at which arithmetic ends.
  static let boundaries: [Int64] = [
    0, 1, -1, 2, 127, 255, 65_535, 2_147_483_647, 4_294_967_295, 9_007_199_254_740_990,
    9_007_199_254_740_991, 9_007_199_254_740_992, .max, .max - 1, .min, .min + 1,
  ]

  mutating func text() -> String {
    pick([
      "", "a", "id", "$", "$x", "…", "e\u{301}", "\u{E9}", "\u{202E}", "\u{1B}[2J", "\n", "x.y",
    ])
  }

  mutating func tree(depth: Int = 3) -> Tree {
    switch pick(depth > 0 ? 15 : 10) {
    case 0: return .null
    case 1: return .bool(byte() & 1 == 0)
    case 2: return .integer(pick(Self.boundaries))
    case 3: return Tree(UInt128.max - UInt128(byte()))
    case 4: return .double(pick([0.0, -0.0, 1, .infinity, .nan, .leastNonzeroMagnitude, 1e300]))
    case 5: return .string(text())
    case 6: return .data([byte(), byte()])
    case 7: return .date(.init(secondsSince1970: Double(byte())))
    case 8: return pick([Tree.redacted, .opaque(typeName: "T"), .cut(.elements(2))])
    case 9: return .enumCase(name: text(), payload: Tree.Object())
    case 10, 11:
      return .array((0..<pick(4)).map { _ in tree(depth: depth - 1) })
    case 12:
      return .enumCase(name: text(), payload: object(depth: depth - 1))
    default:
      return .object(object(depth: depth - 1))
    }
  }

  private mutating func object(depth: Int) -> Tree.Object {
    Tree.Object((0..<pick(4)).map { _ in .init(key: text(), value: tree(depth: depth)) })
  }

  /// The rest, as it is.
  mutating func rest() -> ArraySlice<UInt8> {
    defer { bytes = [] }
    return bytes
  }

  mutating func prefix(_ count: Int) -> ArraySlice<UInt8> {
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}
