import SluiceTree

/// A decimal number parsed from its digits as `Decimal` holds it: mantissa, exponent and sign.
struct DecimalDigits: Equatable {
  private(set) var isNegative = false
  private(set) var mantissa: UInt128 = 0
  private(set) var exponent = 0
  private(set) var isNumber = true

  /// Parses `-12.34` and `1.5e-7`; `nil` if it is not a number, or more than a decimal can hold.
  init?(_ text: String) {
    guard text != "NaN", text != "nan" else {
      isNumber = false
      return
    }
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    guard var digits = parts.first?.utf8[...] else { return nil }
    if digits.first == UInt8(ascii: "-") {
      isNegative = true
      digits.removeFirst()
    }
    guard read(digits) else { return nil }
    if parts.count == 2 {
      guard let power = Int16(parts[1]) else { return nil }
      exponent += Int(power)
    }
    guard mantissa > 0 else {
      (isNegative, exponent) = (false, 0)
      return
    }
    while mantissa.isMultiple(of: 10), exponent < Int(Int8.max) {
      mantissa /= 10
      exponent += 1
    }
    // For a power beyond the greatest, the mantissa may hold its zeros.
    while exponent > Int(Int8.max) {
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      mantissa = product
      exponent -= 1
    }
    guard exponent >= Int(Int8.min) else { return nil }
  }

  /// Reads digits with at most one point among them.
  private mutating func read(_ text: Substring.UTF8View) -> Bool {
    var (hasDigits, isFraction) = (false, false)
    // Zeros wait until a digit follows: a number may end in more of them than a mantissa holds.
    var zeros = 0
    for byte in text {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
      hasDigits = true
      if isFraction { exponent -= 1 }
      guard byte != UInt8(ascii: "0") else {
        zeros += 1
        continue
      }
      for digit in Array(repeating: 0, count: zeros) + [byte - UInt8(ascii: "0")] {
        guard append(digit) else { return false }
      }
      zeros = 0
    }
    exponent += zeros
    return hasDigits
  }

  private mutating func append(_ digit: UInt8) -> Bool {
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
    mantissa = sum
    return !overflow && !carry
  }

  /// The members that a `Decimal` encodes.
  var asEncoded: Tree {
    guard isNumber else { return Self.members(0, 0, length: 0, isNegative: true) }
    let length = (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16
    return Self.members(mantissa, exponent, length: length, isNegative: isNegative)
  }

  private static func members(
    _ mantissa: UInt128,
    _ exponent: Int,
    length: Int,
    isNegative: Bool
  ) -> Tree {
    let words = (0..<8).map { Tree.integer(Int64(mantissa >> (16 * $0) & 0xFFFF)) }
    return [
      "exponent": .integer(Int64(exponent)), "length": .integer(Int64(length)),
      "isNegative": .bool(isNegative), "isCompact": true, "mantissa": .array(words),
    ]
  }
}
