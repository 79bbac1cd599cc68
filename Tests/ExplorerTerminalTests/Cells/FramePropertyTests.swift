import TestSupport
import Testing

@testable import ExplorerTerminal

/// Random grids, written one over the other to terminals that count columns in their own ways.
@Suite(.inTurn) struct FramePropertyTests {
  private static let texts = [
    "a", "commit 1,204", " ", "          ", "茶", "한국어", "ｆｕｌｌ", "e\u{301}", "\u{301}x", "👩‍👩‍👧", "🏳️‍🌈",
    "🇩🇪🇫🇷", "❤️", "❤", "▶ run", "1️⃣", "👍🏽", "कि", "ที่", "שלום", "مرحبا", "\u{202E}abc", "\u{1B}[2J",
    "a\u{7}b\nc", "─│┌", "…", "\u{1160}", "Z\u{308}\u{301}\u{302}", "\u{E0041}", "🙂🙂🙂",
  ]

  private static func style(_ random: inout SplitMix64) -> CellStyle {
    CellStyle(
      foreground: random.pick(0..<2) == 0 ? nil : CellColor.allCases[random.pick(0..<7)],
      bold: random.pick(0..<4) == 0,
      dim: random.pick(0..<4) == 0,
      underlined: random.pick(0..<6) == 0,
      reversed: random.pick(0..<6) == 0
    )
  }

  private static func draw(on grid: inout Grid, _ random: inout SplitMix64) {
    let size = grid.size
    for _ in 0..<random.pick(1..<8) {
      let row = random.pick(-1..<size.rows + 1)
      let column = random.pick(-2..<size.columns + 1)
      if random.pick(0..<5) == 0 {
        let rows = row..<row + random.pick(0..<3)
        let columns = column..<column + random.pick(0..<8)
        grid.fill(rows: rows, columns: columns, style: style(&random))
      } else {
        let limit = random.pick(0..<3) == 0 ? random.pick(0..<size.columns + 4) : nil
        let text = texts[random.pick(0..<texts.count)]
        let isPlain = random.pick(0..<2) == 0
        let style = isPlain ? CellStyle.plain : style(&random)
        grid.write(text, row: row, column: column, limit: limit, style: style)
      }
    }
    let row = random.pick(0..<size.rows)
    let place = GridPosition(row: row, column: random.pick(0..<size.columns))
    grid.cursor = random.pick(0..<3) == 0 ? place : nil
  }

  /// Writes random grids to a terminal, and calls a closure with each grid and what is shown.
  private static func run(
    seed: UInt64,
    widths: TerminalEmulator.Widths,
    check: (Grid, TerminalEmulator) -> Void
  ) {
    var random = SplitMix64(seed: seed)
    var grid = Grid(size: GridSize(columns: 20, rows: 4))
    var terminal = TerminalEmulator(columns: 20, rows: 4, widths: widths)
    terminal.take("something else\u{1B}[1m\u{1B}[?7l".utf8)
    var writer = FrameWriter(colors: true)
    for _ in 0..<60 {
      switch random.pick(0..<12) {
      case 0:
        let size = GridSize(columns: random.pick(1..<30), rows: random.pick(1..<6))
        grid = Grid(size: size)
        terminal.resize(columns: size.columns, rows: size.rows)
      case 1: grid = Grid(size: grid.size)
      default: break
      }
      draw(on: &grid, &random)
      terminal.take(writer.bytes(showing: grid))
      check(grid, terminal)
    }
  }

  private static func places(_ grid: Grid) -> [(row: Int, column: Int)] {
    (0..<grid.size.rows).flatMap { row in (0..<grid.size.columns).map { (row, $0) } }
  }

  private static func parameters(_ style: CellStyle) -> [Int] {
    let colors: [CellColor: Int] = [
      .red: 31, .green: 32, .yellow: 33, .blue: 34, .magenta: 35, .cyan: 36, .gray: 90,
    ]
    return [
      style.bold ? 1 : nil, style.dim ? 2 : nil, style.underlined ? 4 : nil,
      style.reversed ? 7 : nil, style.foreground.map { colors[$0] ?? 0 },
    ].compactMap(\.self)
  }

  /// The columns of whole characters, as the grid counts them.
  private static let agreeing = TerminalEmulator.Widths.characters { text in
    DrawnCharacter(Substring(text)).width
  }

  @Test(arguments: 0..<12)
  func `a terminal that counts as the grid does shows exactly the grid`(seed: UInt64) {
    Self.run(seed: seed, widths: Self.agreeing) { grid, terminal in
      for (row, column) in Self.places(grid) {
        let cell = terminal[row, column]
        #expect(cell.text == grid.character(row: row, column: column))
        #expect(cell.style == Self.parameters(grid.style(row: row, column: column)))
      }
      #expect(terminal.unknown == [])
      #expect(terminal.showsCursor == (grid.cursor != nil))
      if let cursor = grid.cursor {
        #expect(GridPosition(row: terminal.row, column: terminal.column) == cursor)
      }
      #expect(!terminal.modes.contains(2026))
    }
  }

  private static let others: KeyValuePairs<String, TerminalEmulator.Widths> = [
    "each scalar": .scalars { text in
      text.unicodeScalars.reduce(0) { sum, scalar in
        let kind = scalar.characterClass
        return sum + (kind.isMark && !kind.isSpacingMark ? 0 : kind.columns)
      }
    },
    "nothing but East Asian letters is wide": .characters { text in
      let first = text.unicodeScalars.first?.characterClass
      return first?.isPictograph ?? false ? 1 : max(1, first?.columns ?? 1)
    },
    "every pictograph is wide": .characters { text in
      let isPictograph = text.unicodeScalars.first?.characterClass.isPictograph ?? false
      return isPictograph ? 2 : DrawnCharacter(Substring(text)).width
    },
  ]

  @Test(arguments: 0..<12)
  func `a terminal that counts otherwise shows everything else in its column`(seed: UInt64) {
    for (name, widths) in Self.others {
      Self.run(seed: seed, widths: widths) { grid, terminal in
        for (row, column) in Self.places(grid) {
          let cell = grid[row, column]
          guard cell.width > 0, !cell.isCluster, cell.content < 0x2190 else { continue }
          let text = grid.character(row: row, column: column)
          #expect(terminal[row, column].text == text, "\(name)")
        }
      }
    }
  }
}
