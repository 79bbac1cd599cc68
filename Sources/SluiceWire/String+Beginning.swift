extension String {
  /// Returns the first `limit` Unicode scalars, with an “…” behind them if there are more.
  package func beginning(_ limit: Int) -> String {
    // A scalar takes at least a byte.
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(self[..<end]) + "…"
  }
}
