import TestSupport
import Testing

@testable import ExplorerTerminal

/// What bytes a grid becomes; `^[` stands for the escape character, as terminals show it.
@Suite(.inTurn) struct FrameWriterTests {
  private static func bytes(from old: Grid, to new: Grid, colors: Bool = true) -> String {
    var writer = FrameWriter(colors: colors)
    _ = writer.text(showing: old)
    return writer.text(showing: new)
  }

  private static func grid(_ lines: String..., columns: Int = 40) -> Grid {
    var grid = Grid(size: GridSize(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() { grid.write(line, row: row, column: 0) }
    return grid
  }

  /// A grid with `a`, `b`, and so on, each in a style.
  private static func grid(_ styles: CellStyle...) -> Grid {
    var grid = Self.grid("")
    for (column, (letter, style)) in zip("abcde", styles).enumerated() {
      grid.write(String(letter), row: 0, column: column, style: style)
    }
    return grid
  }

  private static func frame(_ content: String) -> String { "^[[?2026h\(content)^[[?2026l" }

  @Test func `the first frame clears the terminal`() {
    var writer = FrameWriter(colors: true)
    let cleared = "^[[?25l^[[m^[[H^[[2J"
    #expect(writer.text(showing: Self.grid("a", "b")) == Self.frame(cleared + "a\r\nb"))
    writer.forget()
    #expect(writer.text(showing: Self.grid("a", "b")) == Self.frame(cleared + "a\r\nb"))
    #expect(writer.text(showing: Self.grid("a", "b", columns: 20)).contains(cleared))
  }

  static let differences: [(old: String, new: String, bytes: String)] = [
    ("count: 1", "count: 2", "^[[1;8H2"), ("a", "b", "^[[Hb"),
    // A few cells are written again rather than the cursor moved.
    ("a b c", "x b y", "^[[Hx b y"), ("a bcdefg h", "x bcdefg y", "^[[Hx^[[8Cy"),
    // The rest of a line is erased where that is shorter.
    ("abcdefgh", "abc", "^[[1;4H^[[K"), ("abcdef", "abc", "^[[1;4H   "),
    ("one two three", "two", "^[[Htwo^[[K"),
    // Nothing is written where nothing changed.
    ("", "", ""), ("one", "one", ""), ("茶", "茶", ""), ("e\u{301}", "e\u{301}", ""),
    // Columns of what terminals disagree about are said again.
    ("", "茶a", "^[[H茶a"), ("", "🇩🇪a", "^[[H  \r🇩🇪^[[3Ga "), ("", "e\u{301}a", "^[[He\u{301}^[[2Ga"),
    ("xya", "▶ya", "^[[H▶^[[2Gy"),
  ]

  @Test(arguments: differences)
  func `the difference is as short as possible`(old: String, new: String, bytes: String) {
    let made = Self.bytes(from: Self.grid(old), to: Self.grid(new))
    #expect(made == (bytes.isEmpty ? "" : Self.frame(bytes)))
  }

  @Test func `styles are changed by the shortest sequence, and reset at the end`() {
    let (red, boldRed) = (CellStyle(foreground: .red), CellStyle(foreground: .red, bold: true))
    let (gray, reversed) = (CellStyle(foreground: .gray), CellStyle(dim: true, reversed: true))
    let grid = Self.grid(red, boldRed, gray, .plain, reversed)
    let bytes = Self.bytes(from: Self.grid(""), to: grid)
    #expect(bytes == Self.frame("^[[H^[[31ma^[[1mb^[[0;90mc^[[md^[[2;7me^[[m"))
    // Without colors, emphasis is left.
    let uncolored = Self.bytes(from: Self.grid(""), to: Self.grid(boldRed, red), colors: false)
    #expect(uncolored == Self.frame("^[[H^[[1ma^[[mb"))
  }

  @Test func `the cursor is shown where the grid has it, and moves alone`() {
    var writer = FrameWriter(colors: true)
    var grid = Self.grid("find: ", "")
    _ = writer.text(showing: grid)
    grid.cursor = GridPosition(row: 0, column: 6)
    #expect(writer.text(showing: grid) == "^[[1;7H^[[?25h")
    grid.write("a", row: 0, column: 6)
    grid.cursor?.column = 7
    #expect(writer.text(showing: grid) == Self.frame("^[[?25l^[[1;7Ha^[[?25h"))
    grid.cursor = nil
    for hidden in ["^[[?25l", ""] { #expect(writer.text(showing: grid) == hidden) }
  }
}

extension FrameWriter {
  fileprivate mutating func text(showing grid: Grid) -> String {
    String(decoding: bytes(showing: grid), as: UTF8.self).replacing("\u{1B}", with: "^[")
  }
}
