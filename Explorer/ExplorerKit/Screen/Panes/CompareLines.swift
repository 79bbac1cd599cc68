/// What differs between the states after two commits.
enum CompareLines {
  /// Returns the lines, none wider than `width` columns.
  static func lines(of difference: Answer.Difference, width: Int) -> [PaneLine] {
    let (from, to) = difference.asked
    let title = "From commit \(from) to commit \(to)"
    var lines = [PaneLine(StyledText(title, .strong).cut(to: width), target: .commit(to))]
    lines += difference.notes.flatMap { PaneLine.wrapped($0, width: width) }
    guard !difference.changes.isEmpty else {
      return lines + PaneLine.wrapped(difference.sameness, width: width)
    }
    let count = NumberText.count(difference.changes.count, "change")
    lines.append(PaneLine(StyledText(count, .dim)))
    return lines + ChangesPane.lines(of: difference.changes, width: width)
  }
}
