import TestSupport
import Testing

@testable import ExplorerTerminal

/// What is drawn where.
@Suite(.inTurn) struct GridTests {
  static func grid(_ columns: Int, _ rows: Int) -> Grid {
    Grid(size: GridSize(columns: columns, rows: rows))
  }

  @Test func `text is written up to its limit, and the next free column returned`() {
    var page = Self.grid(10, 2)
    #expect(page.write("abc", row: 0, column: 1) == 4)
    #expect(page.write("defgh", row: 0, column: 5, limit: 7) == 7)
    #expect(page.write("0123456789x", row: 1, column: 0) == 10)
    #expect(page.text() == " abc de\n0123456789")

    var grid = Self.grid(4, 1)
    #expect(grid.write("abc", row: -1, column: 0) == 0)
    #expect(grid.write("abc", row: 1, column: 0) == 0)
    #expect(grid.write("abcdef", row: 0, column: -2) == 4)
    #expect(grid.text() == "cdef")
    #expect(grid.write("xyz", row: 0, column: 9) == 9)
    grid.fill(rows: -5..<9, columns: -3..<1)
    grid.fill(rows: 0..<1, columns: 7..<9)
    #expect(grid.text() == " def")
    var none = Self.grid(0, 0)
    #expect(none.write("a", row: 0, column: 0) == 0)
    #expect(none.text() == "")
  }

  @Test func `a wide character is written whole or not at all`() {
    var grid = Self.grid(5, 1)
    #expect(grid.write("茶茶茶", row: 0, column: 0) == 4)
    #expect(grid.text() == "茶茶")
    #expect((0..<5).map { grid.character(row: 0, column: $0) } == ["茶", "", "茶", "", " "])
    // Half of what is covered becomes blank.
    for (text, column, shown) in [("x", 1, " x茶"), ("茶", 1, " 茶"), ("y", 2, "  y")] {
      grid.write(text, row: 0, column: column)
      #expect(grid.text() == shown)
    }
    grid.write("茶茶", row: 0, column: 0)
    grid.fill(rows: 0..<1, columns: 1..<3)
    #expect(grid.text() == "")
    grid.write("茶茶", row: 0, column: 0)
    #expect(grid.write("茶", row: 0, column: 1) == 3)
    #expect(grid.text() == " 茶")
  }

  static let drawn: [(text: String, cells: [String])] = [
    ("e\u{301}x", ["e\u{301}", "x"]), ("👩‍👩‍👧x", ["👩‍👩‍👧", "", "x"]), ("🇩🇪x", ["🇩🇪", "", "x"]),
    ("कि", ["कि", ""]),
    // A mark without a character gets one to stand on.
    ("\u{301}x", ["\u{25CC}\u{301}", "x"]), ("\u{93F}", ["\u{25CC}\u{93F}", ""]),
    ("\u{1175}", ["\u{25CC}\u{1175}"]),
    // What acts on a terminal is shown.
    ("\n", ["\\", "n"]), ("\u{7}", ["\\", "u", "{", "7", "}"]),
    ("\u{202E}", ["\\", "u", "{", "2", "0", "2", "E", "}"]),
  ]

  @Test(arguments: drawn)
  func `a character takes the cells that its width says`(text: String, cells: [String]) {
    var grid = Self.grid(cells.count, 1)
    #expect(grid.write(text, row: 0, column: 0) == cells.count)
    #expect(cells.indices.map { grid.character(row: 0, column: $0) } == cells)
    #expect(columnWidth(of: text) == cells.count)
    #expect(grid.write(Substring(text), row: 0, column: 0) == cells.count)
  }

  @Test func `text in a grid never acts on a terminal`() {
    var random = SplitMix64(seed: 1)
    var grid = Self.grid(300, 1)
    for _ in 0..<1_000 {
      let bytes = (0..<20).map { _ in UInt8(random.pick(0..<256)) }
      var text = String(decoding: bytes, as: UTF8.self)
      let scalar = UInt32(random.pick(0..<0x110000))
      if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
      let width = grid.write(text, row: 0, column: 0)
      #expect(width == columnWidth(of: text))
      for scalar in grid.text().unicodeScalars {
        let isSafe = !scalar.characterClass.isHidden || scalar.isJoiner
        #expect(isSafe && scalar.properties.generalCategory != .control)
      }
    }
  }

  @Test func `grids are equal where they look the same, however they were drawn`() {
    var one = Self.grid(8, 1)
    one.write("🇩🇪🇫🇷", row: 0, column: 0)
    var other = Self.grid(8, 1)
    other.write("🇫🇷", row: 0, column: 2)
    other.write("🇩🇪", row: 0, column: 0)
    #expect(one == other)
    other.write("🇫🇷", row: 0, column: 0)
    #expect(one != other)
    #expect(Self.grid(2, 1) != Self.grid(1, 2))
    var cursor = Self.grid(8, 1)
    cursor.cursor = GridPosition(row: 0, column: 0)
    #expect(cursor != Self.grid(8, 1))
  }

  @Test func `styles are readable in text`() {
    var grid = Self.grid(12, 2)
    let end = grid.write("ok ", row: 0, column: 0)
    grid.write("failed", row: 0, column: end, style: CellStyle(foreground: .red, bold: true))
    let all = CellStyle(foreground: .gray, bold: false, dim: true, underlined: true, reversed: true)
    grid.fill(rows: 1..<2, columns: 0..<2, style: all)
    #expect(grid.styledText() == "ok ⟨red,bold:failed⟩\n⟨gray,dim,underlined,reversed:  ⟩")
  }

  @Test func `a cell takes eight bytes`() {
    #expect(MemoryLayout<Grid.Cell>.stride == 8)
  }
}
