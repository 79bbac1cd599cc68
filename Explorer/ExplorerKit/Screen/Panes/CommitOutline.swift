/// Commits in the order of what led to them: each stands below its cause, indented.
struct CommitOutline: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    let number: Int
    /// The number of commits above that led to it.
    let depth: Int
  }

  let rows: [Row]

  /// Creates the outline of some commits; linear in their number.
  ///
  /// - Parameters:
  ///   - numbers: In ascending order.
  ///   - cause: Returns the commit that led to another. Of one that is not among the numbers, the
  ///     cause in turn counts.
  init(_ numbers: [Int], cause: (Int) -> Int?) {
    let shown = Set(numbers)
    var roots: [Int] = []
    var children: [Int: [Int]] = [:]
    for number in numbers {
      var parent = cause(number)
      var last = number
      // What a program says may be anything; a cause comes before what it led to.
      while let next = parent, next < last, !shown.contains(next) {
        last = next
        parent = cause(next)
      }
      if let parent, parent < last {
        children[parent, default: []].append(number)
      } else {
        roots.append(number)
      }
    }
    var rows: [Row] = []
    rows.reserveCapacity(numbers.count)
    var pending = roots.reversed().map { Row(number: $0, depth: 0) }
    while let row = pending.popLast() {
      rows.append(row)
      for child in (children[row.number] ?? []).reversed() {
        pending.append(Row(number: child, depth: row.depth + 1))
      }
    }
    self.rows = rows
  }
}

extension History {
  /// Returns the commit that led to another, without reading more of that.
  func cause(of number: Int) -> Int? {
    entry(number)?.entry.cause
  }
}
