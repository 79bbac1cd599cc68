import Testing

@testable import ExplorerTerminal

/// What is drawn where.
struct GridTests {
  static func grid(_ columns: Int, _ rows: Int) -> Grid {
    Grid(size: GridSize(columns: columns, rows: rows))
  }

  @Test func `text is written up to its limit, and the next free column returned`() {
    var grid = Self.grid(10, 2)
    #expect(grid.write("abc", row: 0, column: 1) == 4)
    #expect(grid.write("defgh", row: 0, column: 5, limit: 7) == 7)
    #expect(grid.write("0123456789x", row: 1, column: 0) == 10)
    #expect(grid.text() == " abc de\n0123456789")
  }
}
