import SluiceTree

/// The coding path of a value, made only for an error.
typealias LazyPath = () -> [any CodingKey]

/// A value without parts, which is read from its tree without a decoder of its own.
protocol DecodableLeaf: Decodable {
  static func value(of tree: Tree, _ path: LazyPath) throws -> Self
}

extension Bool: DecodableLeaf {
  static func value(of tree: Tree, _ path: LazyPath) throws -> Bool {
    guard case .bool(let value) = tree else {
      throw DecodingError.mismatch(Bool.self, "a Bool", tree, path())
    }
    return value
  }
}

extension String: DecodableLeaf {
  static func value(of tree: Tree, _ path: LazyPath) throws -> String {
    switch tree {
    case .string(let value): return value
    // As an enum of strings is encoded.
    case .enumCase(let name, let payload) where payload.isEmpty: return name
    default: throw DecodingError.mismatch(String.self, "a String", tree, path())
    }
  }
}

/// For an integer, the nearest one.
extension Double: DecodableLeaf {
  static func value(of tree: Tree, _ path: LazyPath) throws -> Double {
    switch tree {
    case .double(let value): return value
    case .integer(let value): return Double(value)
    case .wideInteger(let value):
      return value.isNegative ? -Double(value.magnitude) : Double(value.magnitude)
    default: throw DecodingError.mismatch(Double.self, "a Double", tree, path())
    }
  }
}

extension Float: DecodableLeaf {
  static func value(of tree: Tree, _ path: LazyPath) throws -> Float {
    switch tree {
    case .double, .integer, .wideInteger: break
    default: throw DecodingError.mismatch(Float.self, "a Float", tree, path())
    }
    let double = try Double.value(of: tree, path)
    // Through the digits, which are the float's own: a second rounding could hit its neighbour.
    let float = Float(double.description) ?? Float(double)
    guard float.isFinite || !double.isFinite else {
      throw DecodingError.doesNotFit(Float.self, tree, path())
    }
    return float
  }
}

/// Also from a whole floating-point number, since people write `3.0`.
extension FixedWidthInteger where Self: DecodableLeaf {
  static func value(of tree: Tree, _ path: LazyPath) throws -> Self {
    let value: Self?
    switch tree {
    case .integer(let number): value = Self(exactly: number)
    case .wideInteger(let number):
      if number.isNegative {
        value = Int128(exactly: number).flatMap(Self.init(exactly:))
      } else {
        value = Self(exactly: number.magnitude)
      }
    case .double(let number): value = Self(exactly: number)
    default: throw DecodingError.mismatch(Self.self, "an \(Self.self)", tree, path())
    }
    guard let value else { throw DecodingError.doesNotFit(Self.self, tree, path()) }
    return value
  }
}

extension Int: DecodableLeaf {}
extension Int8: DecodableLeaf {}
extension Int16: DecodableLeaf {}
extension Int32: DecodableLeaf {}
extension Int64: DecodableLeaf {}
extension Int128: DecodableLeaf {}
extension UInt: DecodableLeaf {}
extension UInt8: DecodableLeaf {}
extension UInt16: DecodableLeaf {}
extension UInt32: DecodableLeaf {}
extension UInt64: DecodableLeaf {}
extension UInt128: DecodableLeaf {}

extension Int128 {
  /// Creates the number; `nil` if it is below the least of its kind.
  fileprivate init?(exactly number: Tree.WideInteger) {
    guard number.magnitude <= Int128.min.magnitude else { return nil }
    self = number.magnitude == Int128.min.magnitude ? .min : -Int128(number.magnitude)
  }
}
