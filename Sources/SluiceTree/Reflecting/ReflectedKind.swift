/// How a reflection treats the values of a type.
enum ReflectedKind {
  /// Shown by the type's name alone.
  case opaque(typeName: String)

  /// Shown as one value, without a mirror; `nil` if that fails.
  case leaf(_ make: (Any, TreeBounds) -> Tree?)

  case dictionary
  case set

  /// An `AnyHashable`, whose mirror does not show a number or text.
  case erased

  case mirrored

  init(_ type: Any.Type) {
    if type is AnyClass {
      self = .opaque(typeName: "\(type)")
    } else if let leaf = Self.leaf(type) {
      self = .leaf(leaf)
    } else if type is any ReflectedDictionary.Type {
      self = .dictionary
    } else if type is any ReflectedSet.Type {
      self = .set
    } else if type == AnyHashable.self {
      self = .erased
    } else {
      self = .mirrored
    }
  }

  private static func leaf(_ type: Any.Type) -> ((Any, TreeBounds) -> Tree?)? {
    switch type {
    case is Bool.Type:
      return { value, _ in (value as? Bool).map { .bool($0) } }
    case is Int.Type:
      return { value, _ in (value as? Int).map { .integer(Int64($0)) } }
    case is String.Type:
      return { value, bounds in (value as? String).map { bounds.text($0) } }
    case is Double.Type:
      return { value, _ in (value as? Double).map { .double($0) } }
    case is Float.Type:
      return { value, _ in (value as? Float).map { Tree($0) } }
    case is any FixedWidthInteger.Type:
      return { value, _ in (value as? any FixedWidthInteger).flatMap { Tree(integer: $0) } }
    case is any BinaryFloatingPoint.Type:
      return { value, _ in Double("\(value)").map { .double($0) } }
    case is any StringProtocol.Type, is Character.Type, is Unicode.Scalar.Type,
      is StaticString.Type, is Duration.Type:
      return { value, bounds in bounds.text("\(value)") }
    default:
      return foundationLeaf(type)
    }
  }

  private static func foundationLeaf(_ type: Any.Type) -> ((Any, TreeBounds) -> Tree?)? {
    if WellKnownType.isUUID(type) {
      return { value, bounds in bounds.text("\(value)") }
    }
    guard WellKnownType(type) != nil else { return nil }
    return { value, bounds in
      guard let value = value as? any Encodable else { return nil }
      // Small, and without values of the app's: a failure falls back to the mirror.
      return try? TreeEncoder(options: bounds.options).encode(value)
    }
  }
}

extension Tree {
  /// Creates the tree of an integer; `nil` if it has more than 128 bits.
  fileprivate init?(integer: some FixedWidthInteger) {
    guard UInt128(exactly: integer) != nil || Int128(exactly: integer) != nil else { return nil }
    self.init(integer)
  }
}

/// A dictionary with any contents.
protocol ReflectedDictionary {
  var entries: [(key: Any, value: Any)] { get }
}

extension Dictionary: ReflectedDictionary {
  var entries: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

/// A set with any contents.
protocol ReflectedSet {
  var elements: [Any] { get }
}

extension Set: ReflectedSet {
  var elements: [Any] { Array(self) }
}
