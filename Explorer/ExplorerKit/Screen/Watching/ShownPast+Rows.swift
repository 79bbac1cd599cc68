/// The rows in the order in which the list shows them.
extension ShownPast {
  /// The maximum number of commits between a row and one above that led to it, which a filter hides.
  private static let maximalHidden = 64

  /// Returns the index of the first row that stands for a commit or one after it.
  func index(of number: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the row at a place of the list.
  func row(at place: Int) -> HistoryRow { rows[nested?.order[place] ?? place] }

  /// Returns the place in the list of a row by its index.
  func place(of index: Int) -> Int { nested?.places[index] ?? index }

  /// Returns the number of rows that the one at a place is under.
  func depth(at place: Int) -> Int { nested.map { $0.depths[$0.order[place]] } ?? 0 }

  /// Returns the row that led to another, or to one that did and is hidden.
  func parent(of index: Int) -> Int? {
    var entry = rows[index].isGap ? nil : history.entry(rows[index].number)?.entry
    for _ in 0..<Self.maximalHidden {
      // What a program says may be anything; a cause comes before what it led to.
      guard let current = entry, let cause = current.cause, cause < current.numbers.lowerBound,
        let above = history.entry(cause)?.entry
      else { return nil }
      let place = self.index(of: above.number)
      if rows[place].number == above.number, !rows[place].isGap { return place }
      entry = above
    }
    return nil
  }
}
