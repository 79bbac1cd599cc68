/// Something with a history, one of several that are bounded together.
protocol HistoryHolder {
  var history: History { get }

  /// Removes the oldest commits of the history, or the older half of its runs.
  mutating func removeOldest()
}

extension Array where Element: HistoryHolder {
  /// Removes the oldest, until all histories together have at most a number of bytes.
  ///
  /// Whole elements are removed first, in their order; then the oldest commits of the largest history.
  /// The last state of each remains, so that the bytes may be more.
  ///
  /// - Parameter isExpendable: Whether an element can be removed.
  /// - Returns: The bytes of the rest.
  @discardableResult
  mutating func removeOldest(
    toFit limit: Int,
    removingFirst isExpendable: (Element) -> Bool
  ) -> Int {
    var bytes = reduce(0) { $0 + $1.history.byteCount }
    while bytes > limit {
      if let index = firstIndex(where: isExpendable) {
        bytes -= remove(at: index).history.byteCount
        continue
      }
      let largest = indices.filter { self[$0].history.canRemoveOldest }
        .max { self[$0].history.byteCount < self[$1].history.byteCount }
      guard let largest else { break }
      bytes -= self[largest].history.byteCount
      self[largest].removeOldest()
      bytes += self[largest].history.byteCount
    }
    return bytes
  }
}
