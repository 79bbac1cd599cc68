import SluiceTree

/// The numbers that a path had, drawn.
struct PlotText {
  private var values: [NumericValue?] = []
  /// The first and the last commit that changed the value.
  private var ends: (first: Int, last: Int)?
  private let width: Int

  /// - Parameter columns: The columns of the terminal; `nil` where nothing limits a line.
  init(columns: Int?) {
    width = columns.map { max($0 - 1, 20) } ?? AnswerText.standardColumns
  }

  var isEmpty: Bool { ends == nil }

  /// Adds the numbers that the path had next, the one before the first change included.
  mutating func append(_ found: [History.FoundChange]) {
    guard let first = found.first?.change, let last = found.last?.change else { return }
    // The first commit that is known may have changed it before.
    if isEmpty, let old = number(first.old) { values.append(old) }
    values += found.map { number($0.change.new) }
    ends = (ends?.first ?? first.author.number, last.author.number)
  }

  /// The number that a value is; `nil` for any other value.
  private func number(_ value: History.PathValue) -> NumericValue? {
    if case .value(let tree) = value { NumericValue(tree) } else { nil }
  }

  /// A line of blocks with minimum and maximum; `nil` for fewer than two numbers.
  var line: StyledText? {
    guard values.count(where: { $0 != nil }) > 1 else { return nil }
    return StyledText(Sparkline(values).text(width: width), .strong)
  }

  /// A chart with axes; empty if there is no number.
  var chart: [StyledText] {
    let chart = Chart(
      values,
      from: ends.map { "commit \($0.first)" } ?? "",
      to: ends.map { "commit \($0.last)" } ?? ""
    )
    return chart.lines(width: width).map { StyledText($0) }
  }
}
