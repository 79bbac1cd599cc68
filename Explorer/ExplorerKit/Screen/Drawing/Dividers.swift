/// Where somebody has dragged what stands between two parts of the screen.
///
/// Holds shares of the whole, so that a terminal of another size is divided alike, and one of the same size as before.
struct Dividers: Hashable, Sendable {
  /// What divides two parts: the title of the pane below the list, or a column.
  enum Place: Hashable, Sendable {
    case belowList, besideList, firstOfThree, lastOfThree
  }

  private var shares: [Place: Double] = [:]
  /// The one that the mouse holds; `nil` if it holds none.
  var held: Place?

  /// Moves the one that the mouse holds.
  mutating func drag(to size: Int, of whole: Int) {
    if let held, whole > 0 { shares[held] = Double(size) / Double(whole) }
  }

  /// Returns the size of what stands in front of one.
  ///
  /// - Parameters:
  ///   - percent: Its share before it is dragged.
  ///   - bounds: The least and the greatest size.
  func size(to place: Place, _ percent: Int, of whole: Int, _ bounds: ClosedRange<Int>) -> Int {
    let size = shares[place].map { Int(($0 * Double(whole)).rounded()) } ?? whole * percent / 100
    return min(max(size, bounds.lowerBound), bounds.upperBound)
  }
}
