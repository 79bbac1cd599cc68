extension Tree: Hashable {
  /// Returns whether both trees have the same written form.
  ///
  /// Hence `1` is not `1.0`, `-0.0` is not `0.0`, any not-a-number equals another, and the order of
  /// an object's members counts. Only keys are compared as Swift compares strings: two that differ
  /// only in Unicode normalization are one key. Arrays that share their buffer cost nothing.
  package static func == (left: Tree, right: Tree) -> Bool {
    switch (left, right) {
    case (.null, .null), (.redacted, .redacted): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.wideInteger(let left), .wideInteger(let right)): left == right
    case (.double(let left), .double(let right)): left.writtenForm == right.writtenForm
    case (.string(let left), .string(let right)): left.isWritten(like: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)):
      left.secondsSince1970.writtenForm == right.secondsSince1970.writtenForm
        && left.remainder.writtenForm == right.remainder.writtenForm
    case (.enumCase(let leftName, let left), .enumCase(let rightName, let right)):
      leftName == rightName && left == right
    case (.opaque(let left), .opaque(let right)): left == right
    case (.cut(let left), .cut(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .redacted: hasher.combine(1)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .wideInteger(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.writtenForm)
    case .date(let instant): hasher.combine(instant.secondsSince1970.writtenForm)
    case .string(let value), .opaque(let value): hasher.combine(value)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    case .data(let bytes): hasher.combine(bytes)
    case .enumCase(let name, let payload):
      hasher.combine(name)
      hasher.combine(payload)
    case .cut(let cut): hasher.combine(cut)
    }
  }
}

extension Double {
  /// The number's bits, with one form for all that are not a number.
  fileprivate var writtenForm: UInt64 {
    isNaN ? Double.nan.bitPattern : bitPattern
  }
}

extension String {
  /// Equality of code units: "é" in one scalar is written differently from "é" in two.
  fileprivate func isWritten(like other: String) -> Bool {
    guard utf8.count == other.utf8.count, self == other else { return false }
    let isSameText = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe other.utf8.withContiguousStorageIfAvailable { otherBytes in
        // A text that both share is not read.
        unsafe bytes.baseAddress == otherBytes.baseAddress || bytes.elementsEqual(otherBytes)
      }
    }
    return isSameText.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}
