/// Numbers as a line over time, with axes, for a terminal.
///
/// A gap in the line stands for `nil` and not-a-number, an arrow at the edge for an infinite number.
/// Where there are more values than columns, the line of a column reaches from the minimum to the
/// maximum of its values, so that no peak is lost.
struct Chart: Hashable, Sendable {
  /// The columns of the plot below which the numbers beside it are left out.
  private static let narrowest = 10

  let values: [NumericValue?]
  /// What stands below the first and the last value, such as a commit's number or a time.
  let start: String
  let end: String

  init(_ values: [NumericValue?], from start: String = "", to end: String = "") {
    self.values = values
    self.start = start
    self.end = end
  }

  /// Returns the lines, none wider than `width` columns; none if there is no number, or
  /// no room for one beside the axis.
  ///
  /// - Parameter height: The rows of the plot, without those of the axis below.
  func lines(width: Int, height: Int = 9) -> [String] {
    guard width > 1, values.contains(where: { $0?.approximation.isNaN == false }) else { return [] }
    let height = max(height, 1)
    let scale = PlotScale(values)
    let labels = labels(scale, height)
    let labelWidth = labels.map(\.columns).max() ?? 0
    let margin = labelWidth + 2 + Self.narrowest > width ? 0 : labelWidth + 1
    let room = max(width - margin - 1, 1)
    let rows = ChartRows(values, scale: scale, width: room, height: height).text
    var lines: [String] = []
    for (row, label) in zip(rows, labels) {
      let axis = label.isEmpty || margin == 0 ? "│" : "┤"
      let name = margin == 0 ? "" : label.paddedFront(to: labelWidth) + " "
      lines.append(name + axis + row)
    }
    let indent = String(repeating: " ", count: margin)
    lines.append(indent + "└" + String(repeating: "─", count: room))
    if let caption = caption(room) { lines.append(indent + " " + caption) }
    return lines.map { $0.trimmed().cut(to: width) }
  }

  /// The numbers beside the rows: the maximum, the middle and the minimum.
  private func labels(_ scale: PlotScale?, _ height: Int) -> [String] {
    var labels = Array(repeating: "", count: height)
    guard let scale else { return labels }
    if scale.isConstant {
      labels[height / 2] = scale.minimum.description
    } else {
      labels[height - 1] = scale.minimum.description
      // A row in the middle exists, and there is one for each number between.
      if height >= 5, !height.isMultiple(of: 2) {
        labels[height / 2] = scale.middle?.description ?? ""
      }
      labels[0] = scale.maximum.description
    }
    return labels
  }

  private func caption(_ room: Int) -> String? {
    guard !(start.isEmpty && end.isEmpty) else { return nil }
    guard start.columns + 1 + end.columns <= room else {
      return start.columns <= room ? start : nil
    }
    return start + end.paddedFront(to: room - start.columns)
  }
}

/// The rows of a chart: cells that a line connects with those around them.
private struct ChartRows {
  /// The sides of a cell to which the line leads.
  private struct Sides: OptionSet {
    let rawValue: Int

    static let left = Sides(rawValue: 1)
    static let right = Sides(rawValue: 2)
    static let up = Sides(rawValue: 4)
    static let down = Sides(rawValue: 8)
  }

  /// By the raw value of the sides; a line that leads to one side only is drawn through.
  private static let symbols: [Character] = [
    "─", "─", "─", "─", "│", "╯", "╰", "┴", "│", "╮", "╭", "┬", "│", "┤", "├", "┼",
  ]

  private let height: Int
  private var cells: [[Character]]

  init(_ values: [NumericValue?], scale: PlotScale?, width: Int, height: Int) {
    self.height = height
    cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    let columns = Array(PlotColumns(values, count: width))
    for (index, column) in columns.enumerated() {
      if let scale {
        let before = index > 0 ? columns[index - 1].last : nil
        draw(column, at: index, after: before, scale)
      }
      if column.reachesPositiveInfinity { cells[0][index] = "↑" }
      if column.reachesNegativeInfinity { cells[height - 1][index] = "↓" }
    }
  }

  var text: [String] { cells.map { String($0) } }

  /// Draws one column of the line, from where the one before ended.
  private mutating func draw(
    _ column: PlotColumn,
    at index: Int,
    after previous: NumericValue?,
    _ scale: PlotScale
  ) {
    guard let minimum = column.minimum, let maximum = column.maximum else { return }
    let entry = column.first.map { row(of: previous ?? $0, scale) }
    let exit = column.last.map { row(of: $0, scale) }
    let ends = [entry, exit].compactMap(\.self)
    let top = min(row(of: maximum, scale), ends.min() ?? height)
    let bottom = max(row(of: minimum, scale), ends.max() ?? 0)
    for row in top...bottom {
      var sides: Sides = []
      if row == entry { sides.insert(.left) }
      if row == exit { sides.insert(.right) }
      if row > top { sides.insert(.up) }
      if row < bottom { sides.insert(.down) }
      cells[row][index] = Self.symbols[sides.rawValue]
    }
  }

  private func row(of value: NumericValue, _ scale: PlotScale) -> Int {
    height == 1 ? 0 : Int(((1 - scale.place(of: value)) * Double(height - 1)).rounded())
  }
}

extension String {
  /// The text without the spaces at its end.
  fileprivate func trimmed() -> String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
