/// The number of columns and rows of a terminal.
package struct GridSize: Hashable, Sendable {
  /// The number of columns.
  package var columns: Int
  /// The number of rows.
  package var rows: Int

  /// Creates a size; negative numbers count as zero.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A cell's place, counted from zero at the upper left.
package struct GridPosition: Hashable, Sendable {
  /// The row, from the top.
  package var row: Int
  /// The column, from the left.
  package var column: Int

  /// Creates a position.
  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
