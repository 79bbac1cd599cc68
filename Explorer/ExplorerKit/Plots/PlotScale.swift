/// The range of the finite numbers of a plot.
struct PlotScale: Hashable, Sendable {
  let minimum: NumericValue
  let maximum: NumericValue
  /// The place of all numbers if they are equal.
  private let constantPlace: Double

  /// Creates the scale of values; `nil` if there is no finite number among them.
  ///
  /// - Parameter baseline: A number that is on the scale in any case, such as 0.
  init?(_ values: some Sequence<NumericValue?>, baseline: NumericValue? = nil) {
    var range: (minimum: NumericValue, maximum: NumericValue)?
    for case let value? in values where value.isFinite {
      guard let known = range else {
        range = (value, value)
        continue
      }
      if value.order(to: known.minimum) == .below { range?.minimum = value }
      if value.order(to: known.maximum) == .above { range?.maximum = value }
    }
    guard var (minimum, maximum) = range else { return nil }
    if let baseline {
      if baseline.order(to: minimum) == .below { minimum = baseline }
      if baseline.order(to: maximum) == .above { maximum = baseline }
    }
    self.minimum = minimum
    self.maximum = maximum
    constantPlace = baseline == nil ? 0.5 : 0
  }

  /// Whether all numbers are equal.
  var isConstant: Bool { minimum.order(to: maximum) == .equal }

  /// The number in the middle; `nil` if there is none that has all its digits.
  var middle: NumericValue? {
    guard case .integer(let low) = minimum, case .integer(let high) = maximum else {
      return .double(minimum.approximation / 2 + maximum.approximation / 2)
    }
    let (distance, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow else { return nil }
    if distance.isMultiple(of: 2) { return .integer(low + distance / 2) }
    let floor = Double(low + distance / 2)
    return floor.ulp <= 0.5 ? .double(floor + 0.5) : nil
  }

  /// Returns the place of a finite number, from 0 for the minimum to 1 for the maximum; one half if
  /// all numbers are equal, and 0 if they equal the baseline.
  ///
  /// Integers keep all their digits: two large ones that are the same `Double` have two places.
  func place(of value: NumericValue) -> Double {
    guard !isConstant else { return constantPlace }
    if case .integer(let low) = minimum, case .integer(let high) = maximum,
      case .integer(let number) = value
    {
      let (range, isTooWide) = high.subtractingReportingOverflow(low)
      let (distance, isTooFar) = number.subtractingReportingOverflow(low)
      if !isTooWide, !isTooFar {
        let (part, whole) = (NumericValue.integer(distance), NumericValue.integer(range))
        return part.approximation / whole.approximation
      }
    }
    // Halves, since the difference of two large numbers may be infinite.
    let low = minimum.approximation / 2
    return (value.approximation / 2 - low) / (maximum.approximation / 2 - low)
  }
}
