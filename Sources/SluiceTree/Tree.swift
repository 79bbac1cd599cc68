/// Any value as plain data: what JSON can express, and the few things that it can't.
///
/// States, actions and payloads become trees to be compared, printed and sent. A tree holds no
/// reference to the value that it was made from, so it can cross threads and processes.
///
/// Two trees are equal exactly if they have the same written form: see `==`.
package enum Tree: Sendable {
  case null
  case bool(Bool)

  /// An integer of any width whose value fits 64 bits with sign.
  case integer(Int64)

  /// An integer that doesn't fit ``integer(_:)``; made by ``init(_:)-(FixedWidthInteger)``.
  indirect case wideInteger(WideInteger)

  case double(Double)
  case string(String)
  case array(Elements)
  case object(Object)

  /// Bytes.
  case data([UInt8])

  case date(Instant)

  /// A case of an enum. Payloads without a label are the members `_0`, `_1`, …
  indirect case enumCase(name: String, payload: Object)

  /// A value without parts to show (a closure, an object), by its type's name.
  case opaque(typeName: String)

  /// What a limit omitted, in its place.
  indirect case cut(Cut)

  /// A redacted value.
  case redacted
}

extension Tree {
  /// The maximum number of values within each other, from the root on, in a tree that is encoded whole,
  /// decoded or changed.
  ///
  /// Each is a recursion, for which a `ServiceThread` has the stack. A thousand levels of a program's
  /// own are up to four thousand of these: a folder is an object with an array in it.
  package static let maximalDepth = 4_096

  /// Whether nothing lies below: true except for arrays, objects and cases with a payload.
  package var isLeaf: Bool {
    switch self {
    case .array, .object: false
    case .enumCase(_, let payload): payload.isEmpty
    default: true
    }
  }

  /// Creates an integer's tree; equal numbers become equal trees, whatever their type.
  ///
  /// - Parameter value: A number of at most 128 bits.
  package init(_ value: some FixedWidthInteger) {
    if let small = Int64(exactly: value) {
      self = .integer(small)
    } else {
      self = .wideInteger(WideInteger(isNegative: value < 0, magnitude: UInt128(value.magnitude)))
    }
  }

  /// Creates a number with a float's own shortest digits: 0.1, and not 0.10000000149011612.
  package init(_ value: Float) {
    self = .double(Double(value.description) ?? Double(value))
  }
}

extension Tree {
  /// An integer outside the range of `Int64`, up to 128 bits.
  ///
  /// Only ``Tree`` makes these, so a number never has two forms.
  package struct WideInteger: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let isNegative: Bool
    package let magnitude: UInt128

    fileprivate init(isNegative: Bool, magnitude: UInt128) {
      self.isNegative = isNegative
      self.magnitude = magnitude
    }

    package var description: String {
      isNegative ? "-\(magnitude)" : "\(magnitude)"
    }

    package static func < (left: Self, right: Self) -> Bool {
      switch (left.isNegative, right.isNegative) {
      case (false, false): left.magnitude < right.magnitude
      case (true, true): left.magnitude > right.magnitude
      case (let leftIsNegative, _): leftIsNegative
      }
    }
  }
}

// There is no literal for null: `nil` would read as the absence of a tree.
extension Tree: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  package init(floatLiteral value: Double) {
    self = .double(value)
  }

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  package init(arrayLiteral elements: Tree...) {
    self = .array(elements)
  }

  /// Creates an object with the members in the order in which they are written.
  package init(dictionaryLiteral members: (String, Tree)...) {
    self = .object(Object(members.lazy.map { Object.Member(key: $0, value: $1) }))
  }
}
