extension History {
  /// The number of commits that are held.
  var commitCount: Int {
    segments.reduce(0) { sum, segment in
      sum + segment.count - (segment.lastGap == nil ? 0 : 1)
    }
  }

  /// The numbers of the commits that are held, in a range.
  func commitNumbers(in range: Range<Int>) -> [Int] {
    // Most ask about the end.
    let first = segments.lastIndex { $0.number < range.lowerBound } ?? segments.startIndex
    return segments[first...].flatMap { segment in
      segment.entries.lazy.filter { $0.kind != .gap && range.contains($0.number) }.map(\.number)
    }
  }
}
