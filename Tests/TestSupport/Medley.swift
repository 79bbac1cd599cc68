package import Foundation

/// A value with a property of every kind of type that the standard library and Foundation can
/// encode.
package struct Medley: Codable, Hashable, Sendable {
  package var truth: Bool
  package var small: Small
  package var large: Large
  package var double: Double
  package var float: Float
  package var text: String
  package var note: String?
  package var holes: [Int?]
  package var keyed: [String: Int]
  package var numbered: [Int: String]
  package var bySuit: [Suit: [Double]]
  package var byPoint: [Point: Bool]
  package var members: Set<Int16>
  package var shapes: [Shape]
  package var date: Date
  package var dates: [String: Date?]
  package var data: Data
  package var uuid: UUID
  package var url: URL?
  package var decimal: Decimal
  package var decimals: [Decimal?]
  package var range: Range<Int>
  package var duration: Duration
  package var components: DateComponents
  package var interval: DateInterval
  package var indices: IndexSet
  package var children: [Medley]

  package struct Small: Codable, Hashable, Sendable {
    var a: Int8
    var b: UInt8
    var c: Int16
    var d: UInt16
    var e: Int32
    var f: UInt32
  }

  package struct Large: Codable, Hashable, Sendable {
    var a: Int64
    var b: UInt64
    var c: Int
    var d: UInt
    var e: Int128
    var f: UInt128
  }

  /// A key of dictionaries that is encoded as a name.
  package enum Suit: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    case spades, hearts
    case odd = "a.b/c\"d 🃏"
  }

  /// A key of dictionaries that isn't encoded as a name.
  package struct Point: Codable, Hashable, Sendable {
    var x: Int
    var y: Float
  }

  /// An enum with various payloads.
  package indirect enum Shape: Codable, Hashable, Sendable {
    case empty
    case circle(Double)
    case named(String?, at: Point)
    case group([Shape], inside: Shape)
  }
}

/// Creates random values of many types, often at the limits of their ranges.
package struct RandomValues {
  var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func list<Value>(
    _ most: Int,
    _ element: (inout RandomValues) -> Value
  ) -> [Value] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in element(&self) }
  }

  private mutating func integer<Value: FixedWidthInteger>() -> Value {
    pick([.min, .max, 0, 1, .max - 1, Value.random(in: .min ... .max, using: &random)])
  }

  private mutating func double() -> Double {
    pick([
      0, -0.0, 1, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      1e22, 1 / 3, Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF),
    ])
  }

  private mutating func float() -> Float {
    let bits = UInt32(truncatingIfNeeded: random.next()) & 0x7F7F_FFFF
    return pick([
      0, -0.0, 0.1, 1 / 3, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 16_777_216,
      Float(bitPattern: bits),
    ])
  }

  private mutating func text() -> String {
    pick([
      "", "milk", "a.b", "a/b", "\"quoted\"", "$", "$$ref", "👩‍👩‍👧‍👦", "e\u{301}", "é",
      "\u{0}\n\t\u{1B}[2J",
      "\u{2028}\u{202E}", "Ключ", "…", String(repeating: "long ", count: 40),
    ])
  }

  private mutating func decimal() -> Decimal {
    let digits = list(38) { $0.pick(Array("0123456789")) }
    let point = Int.random(in: 0...digits.count, using: &random)
    let random = "\(String(digits[..<point]))0.\(String(digits[point...].prefix(38 - point)))"
    return pick([
      0, 12, -1, Decimal(UInt64.max), .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      Decimal(sign: .minus, exponent: -20, significand: 123), Decimal(string: random) ?? 1,
    ])
  }

  private mutating func date() -> Date {
    let seconds = Double.random(in: -4e9...4e9, using: &random)
    return pick(
      [.distantPast, .distantFuture, Date(timeIntervalSince1970: 0)]
        + [Date(timeIntervalSinceReferenceDate: seconds)]
    )
  }

  private mutating func point() -> Medley.Point {
    Medley.Point(x: integer(), y: float())
  }

  private mutating func shape(depth: Int) -> Medley.Shape {
    switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &random) {
    case 0: return .empty
    case 1: return .circle(double())
    case 2: return .named(pick([nil, text()]), at: point())
    default:
      let shapes = list(3) { $0.shape(depth: depth - 1) }
      return .group(shapes, inside: shape(depth: depth - 1))
    }
  }

  private mutating func dictionary<Key: Hashable, Value>(
    _ key: (inout RandomValues) -> Key,
    _ value: (inout RandomValues) -> Value
  ) -> [Key: Value] {
    Dictionary(list(5) { (key(&$0), value(&$0)) }) { $1 }
  }

  /// Returns a value with random properties, and nested values down to a depth.
  package mutating func medley(depth: Int = 2) -> Medley {
    let lower: Int = Int.random(in: -9...9, using: &random)
    return Medley(
      truth: pick([true, false]),
      small: .init(
        a: integer(),
        b: integer(),
        c: integer(),
        d: integer(),
        e: integer(),
        f: integer()
      ),
      large: .init(
        a: integer(),
        b: integer(),
        c: integer(),
        d: integer(),
        e: integer(),
        f: integer()
      ),
      double: double(),
      float: float(),
      text: text(),
      note: pick([nil, text()]),
      holes: list(4) { $0.pick([nil, $0.integer()]) },
      keyed: dictionary({ $0.text() }, { $0.integer() }),
      numbered: dictionary({ $0.integer() }, { $0.text() }),
      bySuit: dictionary({ $0.pick(Medley.Suit.allCases) }, { $0.list(3) { $0.double() } }),
      byPoint: dictionary({ $0.point() }, { $0.pick([true, false]) }),
      members: Set(list(6) { $0.integer() }),
      shapes: list(3) { $0.shape(depth: 2) },
      date: date(),
      dates: dictionary({ $0.text() }, { $0.pick([nil, $0.date()]) }),
      data: Data(list(40) { $0.integer() }),
      uuid: UUID(),
      url: pick([
        nil, URL(string: "https://example.org/a%20b?c=d#e"),
        URL(string: "b/c", relativeTo: URL(string: "file:///a/")),
      ]),
      decimal: decimal(),
      decimals: list(3) { $0.pick([nil, $0.decimal()]) },
      range: lower..<(lower + Int.random(in: 0...9, using: &random)),
      duration: Duration(
        secondsComponent: pick([0, -1, Int64.max / 2, 77]),
        attosecondsComponent: 0
      ),
      components: DateComponents(year: pick([nil, 2024]), month: pick([nil, 5])),
      interval: DateInterval(start: Date(timeIntervalSince1970: 1024), duration: 0.5),
      indices: IndexSet(list(6) { Int.random(in: 0...20, using: &$0.random) }),
      children: depth > 0 ? list(2) { $0.medley(depth: depth - 1) } : []
    )
  }
}
