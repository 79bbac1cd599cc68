import SluiceTree
import SluiceWire

/// The terms of the filter language, by their names.
enum FilterTermKind: String, CaseIterable, Sendable {
  case type
  case changed
  case state
  case became
  case payload
  case from
  case app
  case slow
  case effect
  case cause
  case failed

  var example: String {
    switch self {
    case .type: "type:Add*"
    case .changed: "changed:todos.items"
    case .state: "state:cart.total>100"
    case .became: #"became:user.name=="Ada""#
    case .payload: "payload:milk"
    case .from: "from:Timer.swift"
    case .app: "app:Shop"
    case .slow: "slow:>2ms"
    case .effect: "effect:search"
    case .cause: "cause:120"
    case .failed: "failed"
    }
  }

  /// The meaning, for the help.
  var meaning: String {
    switch self {
    case .type: "Actions of a type, or with an id."
    case .changed: "What changed a part of the state. Paths may have [0], * and **."
    case .state: "What happened while a comparison of a value in the state held. See below."
    case .became: "Commits after which such a comparison holds, and before which it did not."
    case .payload: "Actions that carry a text, a number or a name."
    case .from: "What was dispatched in a file, or on a line of it: from:Timer.swift:42"
    case .app: "What happened in a program."
    case .slow: "Reducers, or effects, that took so long: ns, us, ms or s."
    case .effect: "The runs of an effect, and what it dispatched."
    case .cause: "All that commit 120 led to, however many steps lie between."
    case .failed: "Effects that failed, and commands that were refused."
    }
  }

  /// Whether the value is a condition on the state.
  var takesCondition: Bool { self == .state || self == .became }

  /// A description of valid values, for an error.
  func complaint(about value: String) -> String {
    switch self {
    case .changed where value.contains("[id:"): "a path with an id, and changes name places"
    case .changed: "no path"
    case .slow: "no length of time"
    case .cause: "no number of a commit"
    case .state, .became: "no condition"
    case .from: "no file, or no file and line"
    case .type, .payload, .app, .effect, .failed: "no text"
    }
  }

  /// Returns the term with a value; `nil` if the value can't be read, or is read elsewhere.
  func term(_ value: String) -> FilterTerm? {
    switch self {
    case .type: .type(TextPattern(value))
    case .changed: TreePathPattern(parsing: value).map { .changed($0) }
    case .payload: .payload(TextPattern(value, isPart: true))
    case .from: Self.from(value)
    case .app: .app(TextPattern(value))
    case .slow: Self.slow(value)
    case .effect: .effect(TextPattern(value))
    case .failed: .failed
    case .cause, .state, .became: nil
    }
  }

  private static func from(_ value: String) -> FilterTerm? {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return .from(TextPattern(value), line: nil) }
    guard let line = parts.last.flatMap({ Int($0) }), line > 0, !parts[0].isEmpty else {
      return nil
    }
    return .from(TextPattern(parts.dropLast().joined(separator: ":")), line: line)
  }

  /// `>2ms`, `<=1.5s`; without a sign it is more than.
  private static func slow(_ value: String) -> FilterTerm? {
    let sign = FilterTerm.Comparison.allCases.first { value.hasPrefix($0.rawValue) }
    let rest = value.dropFirst(sign?.rawValue.count ?? 0)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit: Double
    switch rest.dropFirst(digits.count) {
    case "ns": unit = 1
    case "us", "µs", "μs": unit = 1e3
    case "ms": unit = 1e6
    case "s": unit = 1e9
    default: return nil
    }
    guard let number = Double(digits), let limit = Int64(exactly: (number * unit).rounded()) else {
      return nil
    }
    return .slow(sign ?? .above, nanoseconds: limit)
  }
}
