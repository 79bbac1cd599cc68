import SluiceTree

extension JSONReader {
  /// Reads a number: an integer if it has neither point nor exponent.
  mutating func readNumber(_ text: Span<UInt8>) throws(WireError) -> Tree {
    let start = index
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = index
    try readDigits(text)
    if text[digits] == UInt8(ascii: "0"), index > digits + 1 {
      throw .json(.badNumber, offset: start)
    }
    let integerEnd = index
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      try readDigits(text)
    }
    let fractionEnd = index
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count,
        text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      try readDigits(text)
    }
    if index == integerEnd {
      guard let integer = Self.integer(text, digits..<index, isNegative: isNegative) else {
        throw .json(.numberOutOfRange, offset: start)
      }
      return integer
    }
    if index == fractionEnd,
      let short = Self.shortDecimal(text, digits..<index, point: integerEnd)
    {
      return .double(isNegative ? -short : short)
    }
    return .double(try Self.double(text, start..<index))
  }

  private mutating func readDigits(_ text: Span<UInt8>) throws(WireError) {
    let start = index
    while index < text.count, Self.isDigit(text[index]) { index += 1 }
    guard index == start else { return }
    guard index < text.count else { throw .json(.endsEarly, offset: index) }
    throw .json(.badNumber, offset: index)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func integer(
    _ text: Span<UInt8>,
    _ digits: Range<Int>,
    isNegative: Bool
  ) -> Tree? {
    if digits.count <= 18 {
      var value: Int64 = 0
      for place in digits { value = value * 10 + Int64(text[place] - UInt8(ascii: "0")) }
      return .integer(isNegative ? -value : value)
    }
    // 39 digits reach 128 bits.
    guard digits.count <= 39 else { return nil }
    var magnitude: UInt128 = 0
    for place in digits {
      let (tens, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      let digit = UInt128(text[place] - UInt8(ascii: "0"))
      let (sum, carries) = tens.addingReportingOverflow(digit)
      if overflows || carries { return nil }
      magnitude = sum
    }
    guard isNegative else { return Tree(magnitude) }
    let lowest = Int128.min.magnitude
    guard magnitude <= lowest else { return nil }
    return magnitude == lowest ? Tree(Int128.min) : Tree(-Int128(magnitude))
  }

  /// The value of a decimal of at most 15 digits.
  ///
  /// Digits and power of ten are then exact as doubles, so one division rounds correctly.
  private static func shortDecimal(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    point: Int
  ) -> Double? {
    guard range.count <= 16 else { return nil }
    var digits: Int64 = 0
    var power = 1.0
    for place in range where place != point {
      digits = digits * 10 + Int64(text[place] - UInt8(ascii: "0"))
      if place > point { power *= 10 }
    }
    return Double(digits) / power
  }

  private static func double(
    _ text: Span<UInt8>,
    _ range: Range<Int>
  ) throws(WireError) -> Double {
    var digits = ""
    digits.reserveCapacity(range.count)
    for place in range { digits.unicodeScalars.append(Unicode.Scalar(text[place])) }
    guard let value = Double(digits), value.isFinite else {
      throw .json(.numberOutOfRange, offset: range.lowerBound)
    }
    return value
  }
}
