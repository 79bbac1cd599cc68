import SluiceTree

/// A number of a state, compared exactly: an integer of any width, or a floating-point number.
enum NumericValue: Hashable, Sendable {
  case integer(Int128)
  /// Also an integer that 128 bits with a sign can't hold.
  case double(Double)

  /// Creates the number of a value; `nil` if the value is no number.
  init?(_ tree: Tree) {
    switch tree {
    case .integer(let number):
      self = .integer(Int128(number))
    case .wideInteger(let number):
      guard let magnitude = Int128(exactly: number.magnitude) else {
        let approximation = Double(number.magnitude)
        self = .double(number.isNegative ? -approximation : approximation)
        return
      }
      self = .integer(number.isNegative ? -magnitude : magnitude)
    case .double(let number):
      self = .double(number)
    default:
      return nil
    }
  }

  /// Parses `12`, `-0.5` or `1e9`; `nil` for other text.
  init?(parsing text: String) {
    // `Double` also reads names, hexadecimal digits and signs of every kind.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), text.first != "+" else {
      return nil
    }
    if let number = Int128(text) {
      self = .integer(number)
    } else if let number = Double(text), number.isFinite {
      self = .double(number)
    } else {
      return nil
    }
  }

  /// Whether it is neither infinite nor not-a-number.
  var isFinite: Bool {
    switch self {
    case .integer: true
    case .double(let number): number.isFinite
    }
  }

  /// The nearest floating-point number.
  var approximation: Double {
    switch self {
    // Many times faster than the conversion of 128 bits, and almost always possible.
    case .integer(let number): Int64(exactly: number).map { Double($0) } ?? Double(number)
    case .double(let number): number
    }
  }

  /// How two numbers compare.
  enum Order: Hashable, Sendable {
    case below
    case equal
    case above
  }

  /// Returns how this number compares with another; `nil` if one is not-a-number.
  func order(to other: NumericValue) -> Order? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      return left < right ? .below : left == right ? .equal : .above
    case (.double(let left), .double(let right)):
      guard !left.isNaN, !right.isNaN else { return nil }
      return left < right ? .below : left == right ? .equal : .above
    case (.integer(let left), .double(let right)):
      return Self.order(left, right)
    case (.double(let left), .integer(let right)):
      switch Self.order(right, left) {
      case .below: return .above
      case .above: return .below
      case .equal: return .equal
      case nil: return nil
      }
    }
  }

  /// Compares without rounding the integer.
  private static func order(_ left: Int128, _ right: Double) -> Order? {
    guard !right.isNaN else { return nil }
    let whole = right.rounded(.down)
    guard let floor = Int128(exactly: whole) else { return right > 0 ? .below : .above }
    if left == floor { return whole == right ? .equal : .below }
    return left < floor ? .below : .above
  }
}

extension NumericValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  init(integerLiteral value: Int64) {
    self = .integer(Int128(value))
  }

  init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension NumericValue: CustomStringConvertible {
  /// The number for people: all digits of an integer, in groups of three.
  var description: String {
    switch self {
    case .integer(let number): NumberText.text(number)
    case .double(let number): number.description
    }
  }
}
