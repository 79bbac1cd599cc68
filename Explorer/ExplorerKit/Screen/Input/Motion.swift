/// A movement of a cursor, wherever it is.
enum Motion: Hashable, Sendable {
  case lines(Int)
  case pages(Int)
  case first
  case last
  /// To a line, counted from 1; in the list to the row of a commit.
  case line(Int)

  /// Returns the place of the cursor afterwards.
  ///
  /// - Parameters:
  ///   - count: The number of places.
  ///   - page: The number of places of a page.
  func place(from place: Int, of count: Int, page: Int) -> Int {
    let target =
      switch self {
      case .lines(let step): place + step
      case .pages(let step): place + step * page
      case .first: 0
      case .last: count - 1
      case .line(let number): number - 1
      }
    return max(0, min(target, count - 1))
  }
}
