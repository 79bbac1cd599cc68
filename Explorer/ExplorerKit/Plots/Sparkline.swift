/// Numbers as a line of blocks: `▁▃▅█`.
///
/// A space stands for `nil` and not-a-number, an arrow for an infinite number. Where there are more
/// values than columns, each column shows the extreme of its values, so that no peak is lost.
struct Sparkline: Hashable, Sendable {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The columns below which blocks give way to the minimum and maximum beside them.
  private static let narrowest = 8

  let values: [NumericValue?]
  private let scale: PlotScale?

  /// - Parameter baseline: The number of the lowest block, such as 0; `nil` for the minimum.
  init(_ values: [NumericValue?], baseline: NumericValue? = nil) {
    self.values = values
    scale = PlotScale(values, baseline: baseline)
  }

  /// Returns the blocks with minimum and maximum, in at most `width` columns; empty if there is no
  /// number.
  ///
  /// Leaves minimum and maximum out where there is no room for them.
  func text(width: Int) -> String {
    guard let range = PlotScale(values) else { return blocks(width: width) }
    let label = "  min \(range.minimum), max \(range.maximum)"
    let room = width - label.columns
    guard room >= min(Self.narrowest, values.count) else { return blocks(width: width) }
    return blocks(width: room) + label
  }

  /// Returns one column for each value, at most `width` in all; empty if there is no number.
  func blocks(width: Int) -> String {
    let columns = PlotColumns(values, count: min(width, values.count))
    guard values.contains(where: { $0?.approximation.isNaN == false }) else { return "" }
    return String(columns.map(block))
  }

  private func block(_ column: PlotColumn) -> Character {
    if column.isInfinite { return column.reachesPositiveInfinity ? "↑" : "↓" }
    guard let scale, let minimum = column.minimum, let maximum = column.maximum else { return " " }
    let (low, high) = (scale.place(of: minimum), scale.place(of: maximum))
    let place = 0.5 - low > high - 0.5 ? low : high
    let count = Double(Self.blocks.count)
    return Self.blocks[min(Int(place * count), Self.blocks.count - 1)]
  }
}
