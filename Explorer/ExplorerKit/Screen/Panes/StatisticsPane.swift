/// Actions, effects and changes, counted as `stats` counts them.
enum StatisticsPane {
  /// Returns the lines, none wider than `width` columns.
  static func lines(of statistics: Statistics, width: Int) -> [PaneLine] {
    StatisticsTable(width: width).lines(statistics).map { PaneLine($0) }
  }
}
