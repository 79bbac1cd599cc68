import ExplorerTerminal

/// A frame of the screen as a picture, in SVG, in the colours of the log's picture.
///
/// A picture of the same grid is the same, byte by byte.
struct ScreenPicture {
  /// The size of the screen in a picture.
  static let size = GridSize(columns: 120, rows: 34)

  let title: String
  let grid: Grid

  /// The picture, as a document of its own.
  var svg: String {
    var body = ""
    for row in 0..<grid.size.rows { body += text(row) }
    return LogPicture.document(
      title: title,
      columns: grid.size.columns,
      lines: grid.size.rows,
      styles: Self.styles,
      body: body
    )
  }

  private func text(_ row: Int) -> String {
    let y = LogPicture.top + Double(row) * LogPicture.lineHeight
    var boxes = ""
    var pieces = ""
    var column = 0
    while column < grid.size.columns {
      let style = grid.style(row: row, column: column)
      let start = column
      var text = ""
      repeat {
        text += grid.character(row: row, column: column)
        column += 1
      } while column < grid.size.columns && grid.style(row: row, column: column) == style
      let x = LogPicture.margin + Double(start) * LogPicture.columnWidth
      let width = Double(column - start) * LogPicture.columnWidth
      if style.reversed { boxes += box("cursor", x, y, width, LogPicture.lineHeight) }
      if style.underlined {
        boxes += box("line", x, y + LogPicture.lineHeight - 2, width, 1)
      }
      pieces += LogPicture.pieces(text, Self.classes(style), column: start)
    }
    guard !pieces.isEmpty else { return boxes }
    return boxes + "<text y=\"\(LogPicture.number(y + LogPicture.baseline))\">\(pieces)</text>\n"
  }

  private func box(
    _ name: String,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) -> String {
    let numbers = [x, y, width, height].map(LogPicture.number)
    return
      "<rect class=\"\(name)\" x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\""
      + " height=\"\(numbers[3])\"/>\n"
  }

  private static let styles = [
    ".cursor{fill:#3d4656}", ".line{fill:#3d4656}", ".reversed{fill:#ffffff}",
    ".bold{font-weight:600}",
  ].joined()

  private static func classes(_ style: CellStyle) -> String? {
    if style.reversed { return "reversed" }
    let name: String? =
      switch style.foreground {
      case .red: "removed"
      case .green: "added"
      case .yellow: "changed"
      case .cyan, .blue: "moved"
      case .magenta: "effect"
      case .gray: "dim"
      case nil: nil
      }
    if let name { return style.bold ? name + " bold" : name }
    return style.bold ? "strong" : style.dim ? "dim" : nil
  }
}
