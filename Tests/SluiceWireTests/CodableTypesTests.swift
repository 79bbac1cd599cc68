import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// Values of the standard library's and Foundation's types that can be encoded come back from a
/// recording.
@Suite(.inTurn) struct CodableTypesTests {
  /// What a property is in a state: a type may encode itself alone in another way.
  private struct Holder<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value
    var list: [Value]
  }

  /// Ranges that aren't `Equatable`.
  private struct Partial: Codable, Equatable {
    var from: PartialRangeFrom<Int>
    var through: PartialRangeThrough<Int>
    var upTo: PartialRangeUpTo<Int>

    static func == (left: Self, right: Self) -> Bool {
      left.from.lowerBound == right.from.lowerBound
        && left.through.upperBound == right.through.upperBound
        && left.upTo.upperBound == right.upTo.upperBound
    }
  }

  private func expectFaithful<Value: Codable & Equatable>(
    _ values: Value...,
    line: Int = #line
  ) throws {
    for value in values {
      let holder = Holder(value: value, list: [value, value])
      let text = try JSONText.bytes(of: TreeEncoder(options: .whole).encode(holder))
      let tree = try JSONText.tree(of: text[...])
      let copy = Result { try TreeDecoder().decode(Holder<Value>.self, from: tree) }
      #expect((try? copy.get()) == holder, "\(Value.self) came back as \(copy), line \(line)")
    }
  }

  @Test(arguments: 0..<volume(5, nightly: 100))
  func `types of the standard library come back from their trees`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number<Number: FixedWidthInteger>() -> Number {
      [.min, .max, 0, .random(in: .min ... .max, using: &random)].randomElement(using: &random) ?? 0
    }
    func text() -> String {
      ["", "é", "e\u{301}", "\u{0}", "👩‍👩‍👧‍👦", "\u{FEFF}\u{2028}"].randomElement(using: &random) ?? ""
    }
    let double = Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF)
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0x7F7F_FFFF)
    try expectFaithful(true, false)
    try expectFaithful(number() as Int, number())
    try expectFaithful(number() as Int8, number())
    try expectFaithful(number() as Int64, number())
    try expectFaithful(number() as Int128, number())
    try expectFaithful(number() as UInt, number())
    try expectFaithful(number() as UInt16, number())
    try expectFaithful(number() as UInt64, number())
    try expectFaithful(number() as UInt128, number())
    try expectFaithful(double, -double, .infinity, 1 / double)
    try expectFaithful(float, -float, -.infinity, 1 / float)
    #if !(os(macOS) && arch(x86_64))
      try expectFaithful(Float16(float), 0.1, -0.0)
    #endif
    try expectFaithful(text(), text(), text())
    try expectFaithful(Optional(text()), nil)
    try expectFaithful([text(): Optional(number() as Int)], ["": nil])
    try expectFaithful(["a.b/c\"d": ["": 1], "$": ["$$": 2]])
    try expectFaithful([number() as Int: text()])
    try expectFaithful([float: text()], [:])
    try expectFaithful([[double]: Set([text()])])
    try expectFaithful(Set([number() as UInt8, number()]))
    try expectFaithful(ContiguousArray([text(), text()]), [])
    try expectFaithful(CollectionOfOne(double).map { $0 })
    try expectFaithful(-3..<(number() as Int8 / 3 + 50))
    try expectFaithful(-3...(number() as Int8 / 3 + 50))
    try expectFaithful(
      Partial(from: PartialRangeFrom(number()), through: .init(number()), upTo: .init(number()))
    )
    try expectFaithful(SIMD4(double, 0, -1, 2), SIMD4(repeating: -0.0))
    try expectFaithful(SIMD2<Int16>(number(), number()))
    try expectFaithful(Duration.nanoseconds(number() as Int64), .zero)
    try expectFaithful([1, 2, 3].difference(from: [number() as Int, 2]))
  }

  @Test(arguments: 0..<volume(5, nightly: 100))
  func `types of Foundation come back from their trees`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let seconds = Double.random(in: -4e9...4e9, using: &random)
    let double = Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF)
    let count = Int.random(in: 0..<90, using: &random)
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    try expectFaithful(
      date,
      .distantPast,
      .distantFuture,
      Date(timeIntervalSinceReferenceDate: double)
    )
    try expectFaithful(DateInterval(start: date, duration: Double(count) / 7))
    try expectFaithful(DateComponents(timeZone: .gmt, year: count, month: 2, nanosecond: count))
    try expectFaithful(Data((0..<count).map { UInt8($0) }), Data())
    try expectFaithful(UUID(), UUID())
    try expectFaithful(Decimal(double / 3), Decimal(count) / 7, .leastNonzeroMagnitude, .nan)
    try expectFaithful(Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, Decimal(100))
    try expectFaithful(try #require(URL(string: "https://example.org/a%20b?c=\(count)#é")))
    try expectFaithful(try #require(URL(string: "b", relativeTo: URL(filePath: "/a/\(count)/"))))
    try expectFaithful(try #require(URLComponents(string: "https://u@example.org:\(count)/?a=b&c")))
    try expectFaithful(IndexSet([count, 3, 4]), IndexSet(0..<count))
    try expectFaithful(IndexPath(indexes: [count, 2, 3]), IndexPath())
    try expectFaithful(CharacterSet(charactersIn: "aé\(count)"), .alphanumerics)
    try expectFaithful(Locale(identifier: "de_CH"), Locale(identifier: "sr-Latn"))
    try expectFaithful(try #require(TimeZone(identifier: "Europe/Zurich")), .gmt)
    try expectFaithful(try #require(TimeZone(secondsFromGMT: count * 60)))
    try expectFaithful(Calendar(identifier: .hebrew), Calendar(identifier: .gregorian))
    try expectFaithful(CGPoint(x: double, y: -0.0), .zero)
    try expectFaithful(CGSize(width: seconds, height: 1))
    try expectFaithful(CGRect(x: 1, y: seconds, width: double, height: 2))
    try expectFaithful(AffineTransform(rotationByDegrees: Double(count)))
    try expectFaithful(Measurement(value: seconds, unit: UnitLength.miles))
    try expectFaithful(Measurement(value: double, unit: UnitTemperature.celsius))
    try expectFaithful(PersonNameComponents(givenName: "Ada", familyName: "é\(count)"))
    try expectFaithful(NSRange(location: count, length: 3))
    try expectFaithful(Locale.Language(identifier: "zh-Hant-TW"), .init(identifier: "en"))
    try expectFaithful(Locale.Components(identifier: "de_CH@calendar=buddhist"))
    try expectFaithful(Date.ISO8601FormatStyle().year().month())
  }
}

@Suite(.inTurn) struct WrittenValueTests {
  @Test func `random values of many types come back from the text of their trees`() throws {
    var values = RandomValues(seed: 60)
    for round in 0..<40 {
      let value = values.medley()
      let text = try JSONText.bytes(of: TreeEncoder().encode(value))
      let copy = try TreeDecoder().decode(Medley.self, from: JSONText.tree(of: text[...]))
      #expect(copy == value, "round \(round)")
    }
  }
}
