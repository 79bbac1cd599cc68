/// The names of the tabs, as far as there is room.
struct TabNames: Sendable {
  let pieces: [(String, Bool)]

  init(_ detail: Detail, width: Int) {
    let names = Detail.Tab.allCases.enumerated().map { index, one in
      let isCurrent = one == detail.tab
      let name = isCurrent && detail.isComparing ? "Compared" : one.rawValue
      return (index: index + 1, name: name, isCurrent: isCurrent)
    }
    let long = names.map {
      ($0.isCurrent ? "[\($0.index) \($0.name)]" : " \($0.index) \($0.name) ", $0.isCurrent)
    }
    let short = names.map {
      ($0.isCurrent ? "[\($0.index) \($0.name)]" : " \($0.index) ", $0.isCurrent)
    }
    pieces = long.reduce(0) { $0 + $1.0.count } <= width ? long : short
  }

  /// The tab at a column, counted from the first one of the line.
  func tab(at column: Int) -> Detail.Tab? {
    var end = 0
    for (index, piece) in pieces.enumerated() {
      end += piece.0.count
      if column < end { return Detail.Tab.allCases[index] }
    }
    return nil
  }
}
