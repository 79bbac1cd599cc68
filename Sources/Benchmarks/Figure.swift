import Foundation

/// The format of numbers.
enum Figure {
  /// Formats a number with few digits: 0.8, 15, 1000.
  static func plain(_ value: Double) -> String {
    String(format: "%g", value)
  }

  /// Formats a time with three significant digits and a suitable unit.
  static func time(_ nanoseconds: Double) -> String {
    let (value, unit) =
      switch abs(nanoseconds) {
      case ..<1_000: (nanoseconds, "ns")
      case ..<1_000_000: (nanoseconds / 1_000, "µs")
      default: (nanoseconds / 1_000_000, "ms")
      }
    return "\(digits(value)) \(unit)"
  }

  static func digits(_ value: Double) -> String {
    let decimals =
      switch abs(value) {
      case ..<10: 2
      case ..<100: 1
      default: 0
      }
    return String(format: "%.\(decimals)f", value)
  }
}
