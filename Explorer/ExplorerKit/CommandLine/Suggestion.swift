/// Finds the name that was probably meant by a misspelled one.
enum Suggestion {
  /// Returns the only name that begins so, or the one with the fewest differences; `nil` if they are many
  /// for its length.
  static func nearest(to typed: String, among names: [String]) -> String? {
    let begun = names.filter { typed.count > 1 && $0.hasPrefix(typed) }
    if begun.count == 1 { return begun[0] }
    let ranked = names.map { (name: $0, distance: distance(typed, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.count / 3) ? best.name : nil
  }

  /// Returns the number of letters to insert, remove, replace, or swap with a neighbour.
  static func distance(_ one: String, _ other: String) -> Int {
    let one = Array(one)
    let other = Array(other)
    // The last three rows of the table, since a swap refers to the row before the last.
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
