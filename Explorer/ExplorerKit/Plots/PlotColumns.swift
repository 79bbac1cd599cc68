/// The values that share one column of a plot.
struct PlotColumn: Hashable, Sendable {
  /// The first and last value, if they are finite.
  var first: NumericValue?
  var last: NumericValue?
  /// The extremes of the finite values; `nil` if there are none.
  var minimum: NumericValue?
  var maximum: NumericValue?
  var reachesPositiveInfinity = false
  var reachesNegativeInfinity = false

  var isInfinite: Bool { reachesPositiveInfinity || reachesNegativeInfinity }

  init(_ values: ArraySlice<NumericValue?>) {
    first = values.first.flatMap(\.self)?.ifFinite
    last = values.last.flatMap(\.self)?.ifFinite
    for case let value? in values {
      guard value.isFinite else {
        if value.approximation == .infinity { reachesPositiveInfinity = true }
        if value.approximation == -.infinity { reachesNegativeInfinity = true }
        continue
      }
      if minimum.map({ value.order(to: $0) == .below }) ?? true { minimum = value }
      if maximum.map({ value.order(to: $0) == .above }) ?? true { maximum = value }
    }
  }
}

/// Values divided among the columns of a plot, evenly and in order.
///
/// A value takes several columns where there are fewer values than columns.
struct PlotColumns: RandomAccessCollection {
  private let values: [NumericValue?]
  let endIndex: Int

  init(_ values: [NumericValue?], count: Int) {
    self.values = values
    endIndex = values.isEmpty ? 0 : Swift.max(count, 0)
  }

  var startIndex: Int { 0 }

  subscript(position: Int) -> PlotColumn {
    let start = position * values.count / endIndex
    let end = (position + 1) * values.count / endIndex
    return PlotColumn(values[start..<Swift.max(end, start + 1)])
  }
}

extension NumericValue {
  fileprivate var ifFinite: NumericValue? { isFinite ? self : nil }
}
