import SluiceTree

/// The coding path of a value, made only for an error.
typealias LazyPath = () -> [any CodingKey]

extension Tree {
  func bool(_ path: LazyPath) throws -> Bool {
    guard case .bool(let value) = self else {
      throw DecodingError.mismatch(Bool.self, "a Bool", self, path())
    }
    return value
  }

  func string(_ path: LazyPath) throws -> String {
    switch self {
    case .string(let value): return value
    // As an enum of strings is encoded.
    case .enumCase(let name, let payload) where payload.isEmpty: return name
    default: throw DecodingError.mismatch(String.self, "a String", self, path())
    }
  }

  /// Returns an integer; also from a whole floating-point number, since people write `3.0`.
  func integer<Integer: FixedWidthInteger>(_ path: LazyPath) throws -> Integer {
    let value: Integer?
    switch self {
    case .integer(let number): value = Integer(exactly: number)
    case .wideInteger(let number):
      if number.isNegative {
        value = Int128(exactly: number).flatMap(Integer.init(exactly:))
      } else {
        value = Integer(exactly: number.magnitude)
      }
    case .double(let number): value = Integer(exactly: number)
    default: throw DecodingError.mismatch(Integer.self, "an \(Integer.self)", self, path())
    }
    guard let value else { throw DecodingError.doesNotFit(Integer.self, self, path()) }
    return value
  }

  /// Returns a floating-point number; for an integer, the nearest one.
  func double(_ path: LazyPath) throws -> Double {
    switch self {
    case .double(let value): return value
    case .integer(let value): return Double(value)
    case .wideInteger(let value):
      return value.isNegative ? -Double(value.magnitude) : Double(value.magnitude)
    default: throw DecodingError.mismatch(Double.self, "a Double", self, path())
    }
  }

  func float(_ path: LazyPath) throws -> Float {
    switch self {
    case .double, .integer, .wideInteger: break
    default: throw DecodingError.mismatch(Float.self, "a Float", self, path())
    }
    let double = try double(path)
    // Through the digits, which are the float's own: a second rounding could hit its neighbour.
    let float = Float(double.description) ?? Float(double)
    guard float.isFinite || !double.isFinite else {
      throw DecodingError.doesNotFit(Float.self, self, path())
    }
    return float
  }
}

extension Int128 {
  /// Creates the number; `nil` if it is below the least of its kind.
  fileprivate init?(exactly number: Tree.WideInteger) {
    guard number.magnitude <= Int128.min.magnitude else { return nil }
    self = number.magnitude == Int128.min.magnitude ? .min : -Int128(number.magnitude)
  }
}
