import TestSupport
import Testing

@testable import ExplorerTerminal

/// What bytes a grid becomes.
@Suite(.inTurn) struct FrameWriterTests {
  private static func bytes(
    from old: Grid,
    to new: Grid,
    colors: Bool = true
  ) -> String {
    var writer = FrameWriter(colors: colors)
    _ = writer.bytes(showing: old)
    return String(decoding: writer.bytes(showing: new), as: UTF8.self)
  }

  private static func grid(_ lines: String..., columns: Int = 40) -> Grid {
    var grid = Grid(size: GridSize(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { grid.write(line, row: row, column: 0) }
    return grid
  }

  private static func frame(_ content: String) -> String {
    "\u{1B}[?2026h\(content)\u{1B}[?2026l"
  }

  @Test func `nothing is written where nothing changed`() {
    let grid = Self.grid("one", "two")
    #expect(Self.bytes(from: grid, to: grid) == "")
    #expect(Self.bytes(from: Self.grid("茶", "e\u{301}"), to: Self.grid("茶", "e\u{301}")) == "")
  }

  @Test func `the first frame clears the terminal`() {
    var writer = FrameWriter(colors: true)
    let bytes = writer.bytes(showing: Self.grid("a", "b"))
    let cleared = "\u{1B}[?25l\u{1B}[m\u{1B}[H\u{1B}[2J"
    #expect(String(decoding: bytes, as: UTF8.self) == Self.frame(cleared + "a\r\nb"))
    writer.forget()
    #expect(writer.bytes(showing: Self.grid("a", "b")) == bytes)
    let resized = writer.bytes(showing: Self.grid("a", "b", columns: 20))
    #expect(String(decoding: resized, as: UTF8.self).contains(cleared))
  }

  static let differences: [(old: String, new: String, bytes: String)] = [
    ("count: 1", "count: 2", "\u{1B}[1;8H2"),
    ("a", "b", "\u{1B}[Hb"),
    // A few cells are written again rather than the cursor moved.
    ("a b c", "x b y", "\u{1B}[Hx b y"),
    ("a bcdefg h", "x bcdefg y", "\u{1B}[Hx\u{1B}[8Cy"),
    // The rest of a line is erased where that is shorter.
    ("abcdefgh", "abc", "\u{1B}[1;4H\u{1B}[K"),
    ("abcdef", "abc", "\u{1B}[1;4H   "),
    ("one two three", "two", "\u{1B}[Htwo\u{1B}[K"),
    ("", "", ""),
    // Columns of what terminals disagree about are said again.
    ("", "茶a", "\u{1B}[H茶a"),
    ("", "🇩🇪a", "\u{1B}[H  \r🇩🇪\u{1B}[3Ga "),
    ("", "e\u{301}a", "\u{1B}[He\u{301}\u{1B}[2Ga"),
    ("xya", "▶ya", "\u{1B}[H▶\u{1B}[2Gy"),
  ]

  @Test(arguments: differences)
  func `the difference is as short as possible`(old: String, new: String, bytes: String) {
    let made = Self.bytes(from: Self.grid(old), to: Self.grid(new))
    #expect(made == (bytes.isEmpty ? "" : Self.frame(bytes)))
  }

  @Test func `styles are changed by the shortest sequence, and reset at the end`() {
    var grid = Self.grid("")
    let red = CellStyle(foreground: .red)
    var column = grid.write("a", row: 0, column: 0, style: red)
    column = grid.write("b", row: 0, column: column, style: CellStyle(foreground: .red, bold: true))
    column = grid.write("c", row: 0, column: column, style: CellStyle(foreground: .gray))
    column = grid.write("d", row: 0, column: column)
    column = grid.write("e", row: 0, column: column, style: CellStyle(dim: true, reversed: true))
    #expect(
      Self.bytes(from: Self.grid(""), to: grid)
        == Self.frame("\u{1B}[H\u{1B}[31ma\u{1B}[1mb\u{1B}[0;90mc\u{1B}[md\u{1B}[2;7me\u{1B}[m")
    )
  }

  @Test func `without colors, emphasis is left`() {
    var grid = Self.grid("")
    grid.write("a", row: 0, column: 0, style: CellStyle(foreground: .red, bold: true))
    grid.write("b", row: 0, column: 1, style: CellStyle(foreground: .red))
    let bytes = Self.bytes(from: Self.grid(""), to: grid, colors: false)
    #expect(bytes == Self.frame("\u{1B}[H\u{1B}[1ma\u{1B}[mb"))
  }

  @Test func `the cursor is shown where the grid has it, and moves alone`() {
    var writer = FrameWriter(colors: true)
    var grid = Self.grid("find: ", "")
    _ = writer.bytes(showing: grid)
    func next() -> String { String(decoding: writer.bytes(showing: grid), as: UTF8.self) }
    grid.cursor = GridPosition(row: 0, column: 6)
    #expect(next() == "\u{1B}[1;7H\u{1B}[?25h")
    grid.write("a", row: 0, column: 6)
    grid.cursor?.column = 7
    #expect(next() == Self.frame("\u{1B}[?25l\u{1B}[1;7Ha\u{1B}[?25h"))
    grid.cursor = nil
    #expect(next() == "\u{1B}[?25l")
    #expect(next() == "")
  }
}
