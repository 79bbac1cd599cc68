import SluiceTree

/// A condition on a state, such as `cart.total>100`, `user.name=="Ada"` or `user.token exists`.
///
/// A path may have `*`, `**` and an element's id, as in `todos[id:4].done`; the condition then holds
/// if it does for one of the values that match. `.count` behind a path is the number of its elements,
/// members or characters. A member that isn't there is `null`, as Swift encodes `nil`. What is
/// redacted or cut off exists, but is neither equal nor unequal to anything.
struct StateCondition: Hashable, Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    // The longer ones first, since the shorter begin them.
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"

    /// Whether it asks for an order, and not for equality alone.
    var isOrdering: Bool { self != .equal && self != .notEqual }

    func holds(_ order: NumericValue.Order) -> Bool {
      switch self {
      case .equal: order == .equal
      case .notEqual: order != .equal
      case .atMost: order != .above
      case .atLeast: order != .below
      case .below: order == .below
      case .above: order == .above
      }
    }
  }

  /// What a value is compared with.
  enum Operand: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(NumericValue)
    /// Also the name of an enum's case, and a date as the log shows it.
    case text(String)
  }

  enum Test: Hashable, Sendable {
    case exists
    case compares(Comparison, Operand)
  }

  /// The keyword for a value of any kind.
  static let existence = "exists"

  /// The condition as it was written.
  let text: String
  /// The path as it was written.
  let pathText: String
  let path: ConditionPath
  let test: Test

  /// Returns whether the condition holds in a state.
  ///
  /// Cost is linear in the members along the path, and for `*` and `**` in the values that they
  /// lead to.
  func holds(in state: Tree) -> Bool {
    switch test {
    case .exists:
      return path.contains(in: state) { _ in true }
    case .compares(.equal, .null):
      var isAbsent = true
      let isNull = path.contains(in: state) { value in
        isAbsent = false
        return value == .null
      }
      return isNull || isAbsent
    case .compares(let comparison, let operand):
      return path.contains(in: state) { $0.compares(comparison, with: operand) }
    }
  }
}

extension Tree {
  fileprivate func compares(
    _ comparison: StateCondition.Comparison,
    with operand: StateCondition.Operand
  ) -> Bool {
    switch (operand, self) {
    case (_, .redacted), (_, .cut), (_, .opaque):
      return false
    case (.null, .null):
      return comparison == .equal
    case (.bool(let wanted), .bool(let value)):
      return comparison.holds(value == wanted ? .equal : .above)
    case (.number(let wanted), _):
      if let value = NumericValue(self) {
        return value.order(to: wanted).map(comparison.holds) ?? (comparison == .notEqual)
      }
    case (.text(let wanted), _):
      if let value = comparableText {
        return comparison.holds(value < wanted ? .below : value == wanted ? .equal : .above)
      }
    default: break
    }
    // Values of different kinds have no order.
    return comparison == .notEqual
  }

  /// The text that a condition compares; `nil` for a value that isn't text.
  private var comparableText: String? {
    switch self {
    case .string(let text), .enumCase(let text, _): text
    case .date(let instant): CalendarText.utc(secondsSince1970: instant.secondsSince1970)
    default: nil
    }
  }
}
