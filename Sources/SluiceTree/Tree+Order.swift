extension Tree {
  /// Returns whether this tree comes first, in an order that is the same in every run.
  ///
  /// Orders by kind, then numbers by value and text by Swift's order. Sets and dictionaries have no
  /// order of their own, and comparing them needs one.
  func precedes(_ other: Tree) -> Bool {
    comparison(with: other) < 0
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer, .wideInteger: 2
    case .double: 3
    case .string: 4
    case .date: 5
    case .data: 6
    case .enumCase: 7
    case .array: 8
    case .object: 9
    case .opaque: 10
    case .cut: 11
    case .redacted: 12
    }
  }

  /// Returns a negative number, zero or a positive one if this tree is before, equal or after.
  private func comparison(with other: Tree) -> Int {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): order(left ? 1 : 0, right ? 1 : 0)
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.integer, .wideInteger(let right)): right.isNegative ? 1 : -1
    case (.wideInteger(let left), .integer): left.isNegative ? -1 : 1
    case (.wideInteger(let left), .wideInteger(let right)): order(left, right)
    case (.double(let left), .double(let right)): orderTotally(left, right)
    case (.string(let left), .string(let right)): order(left, right)
    case (.date(let left), .date(let right)):
      left.secondsSince1970 == right.secondsSince1970
        ? orderTotally(left.remainder, right.remainder)
        : orderTotally(left.secondsSince1970, right.secondsSince1970)
    case (.data(let left), .data(let right)):
      left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
    case (.enumCase(let leftName, let left), .enumCase(let rightName, let right)):
      leftName == rightName ? order(left.members, right.members) : order(leftName, rightName)
    case (.array(let left), .array(let right)): order(left, right)
    case (.object(let left), .object(let right)): order(left.members, right.members)
    case (.opaque(let left), .opaque(let right)): order(left, right)
    default: rank - other.rank
    }
  }

  private func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : right < left ? 1 : 0
  }

  private func orderTotally(_ left: Double, _ right: Double) -> Int {
    left.isTotallyOrdered(belowOrEqualTo: right)
      ? (right.isTotallyOrdered(belowOrEqualTo: left) ? 0 : -1) : 1
  }

  private func order(_ left: Elements, _ right: Elements) -> Int {
    for (left, right) in zip(left, right) {
      let comparison = left.comparison(with: right)
      if comparison != 0 { return comparison }
    }
    return left.count - right.count
  }

  private func order(_ left: [Object.Member], _ right: [Object.Member]) -> Int {
    for (left, right) in zip(left, right) {
      let comparison =
        left.key == right.key
        ? left.value.comparison(with: right.value) : order(left.key, right.key)
      if comparison != 0 { return comparison }
    }
    return left.count - right.count
  }
}
