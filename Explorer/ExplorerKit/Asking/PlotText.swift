import SluiceTree

/// The numbers that a path had, drawn.
struct PlotText {
  private let values: [NumericValue?]
  /// The first and the last author of a value.
  private let ends: (first: String, last: String)
  private let width: Int

  /// - Parameter columns: The columns of the terminal; `nil` where nothing limits a line.
  init(_ history: Answer.PathHistory, columns: Int?) {
    values = history.changes.numbers
    ends = (
      history.changes.first.map { "commit \($0.author.number)" } ?? "",
      history.changes.last.map { "commit \($0.author.number)" } ?? ""
    )
    width = columns.map { max($0 - 1, 20) } ?? AnswerText.standardColumns
  }

  /// A line of blocks with minimum and maximum; `nil` for fewer than two numbers.
  var line: StyledText? {
    guard values.count(where: { $0 != nil }) > 1 else { return nil }
    return StyledText(Sparkline(values).text(width: width), .strong)
  }

  /// A chart with axes; empty if there is no number.
  var chart: [StyledText] {
    let chart = Chart(values, from: ends.first, to: ends.last)
    return chart.lines(width: width).map { StyledText($0) }
  }
}

extension [History.PathChange] {
  /// The numbers that the path had, the one before the first change included; `nil` for any other value.
  var numbers: [NumericValue?] {
    func number(_ value: History.PathValue) -> NumericValue? {
      if case .value(let tree) = value { NumericValue(tree) } else { nil }
    }
    var values = map { number($0.new) }
    // The first commit that is known may have changed it before.
    if let first, let old = number(first.old) { values.insert(old, at: 0) }
    return values
  }
}
