@testable import ExplorerKit

extension History {
  /// The gaps, in their order; the last one may not have ended.
  var gaps: [Gap] {
    var gaps = segments.compactMap(\.lastGap)
    if let missing, let lastNumber, let gap = gap(at: max(missing.numbers.lowerBound, 0)),
      gap.numbers.upperBound == lastNumber
    {
      gaps.append(gap)
    }
    return gaps
  }
}
