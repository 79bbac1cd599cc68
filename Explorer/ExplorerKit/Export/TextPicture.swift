import ExplorerTerminal

/// The log or the screen as a picture, in SVG: text on a dark terminal.
///
/// Each piece of text has its place and its length in columns, so that the columns stand below each
/// other in whichever font a viewer has. A picture of the same text is the same, byte by byte.
struct TextPicture {
  /// The size of the screen in a picture.
  static let screenSize = GridSize(columns: 120, rows: 34)
  /// The columns of a line of the log.
  static let logColumns = 100
  /// The maximum number of lines: what is longer is no picture.
  static let maximalLines = 500

  private static let columnWidth = 8.0
  private static let lineHeight = 19.0
  private static let fontSize = 13.0
  private static let margin = 18.0
  /// The height of the bar above the text.
  private static let bar = 34.0
  /// The distance of a line's top and its letters' feet.
  private static let baseline = 14.0

  private let title: String
  private let grid: Grid

  init(title: String, grid: Grid) {
    self.title = title
    self.grid = grid
  }

  /// Creates a picture of lines of the log.
  init(title: String, lines: [StyledText]) {
    var grid = Grid(size: GridSize(columns: Self.logColumns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      grid.draw(PaneLine(line), row: row, columns: 0..<Self.logColumns)
    }
    self.init(title: title, grid: grid)
  }

  /// The picture, as a document of its own.
  var svg: String {
    let size = grid.size
    let width = Self.number(Double(size.columns) * Self.columnWidth + 2 * Self.margin)
    let height = Self.number(Self.bar + Double(size.rows) * Self.lineHeight + 2 * Self.margin - 8)
    let name = Self.escaped(title)
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(name)">
      <title>\(name)</title>
      <style>\(Self.styles)</style>
      <rect class="window" width="\(width)" height="\(height)" rx="10"/>
      <circle cx="20" cy="17" r="6" fill="#ff5f57"/>
      <circle cx="40" cy="17" r="6" fill="#febc2e"/>
      <circle cx="60" cy="17" r="6" fill="#28c840"/>
      <text class="title" x="50%" y="21" text-anchor="middle">\(name)</text>

      """
    return head + (0..<size.rows).map(text).joined() + "</svg>\n"
  }

  private func text(_ row: Int) -> String {
    let y = Self.bar + Self.margin - 8 + Double(row) * Self.lineHeight
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
      let x = Self.margin + Double(start) * Self.columnWidth
      let width = Double(column - start) * Self.columnWidth
      if style.reversed { boxes += box("cursor", x, y, width, Self.lineHeight) }
      if style.underlined { boxes += box("line", x, y + Self.lineHeight - 2, width, 1) }
      pieces += Self.pieces(text, Self.classes(style), column: start)
    }
    guard !pieces.isEmpty else { return boxes }
    return boxes + "<text y=\"\(Self.number(y + Self.baseline))\">\(pieces)</text>\n"
  }

  private func box(
    _ name: String,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) -> String {
    let numbers = [x, y, width, height].map(Self.number)
    return
      "<rect class=\"\(name)\" x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\""
      + " height=\"\(numbers[3])\"/>\n"
  }

  /// Returns the words of a text, each at its place.
  ///
  /// - Parameters:
  ///   - name: The class of its style, if it has one.
  ///   - start: The column of the text.
  private static func pieces(_ text: String, _ name: String?, column start: Int) -> String {
    let attribute = name.map { " class=\"\($0)\"" } ?? ""
    var pieces = ""
    var column = start
    for word in words(of: text) {
      defer { column += word.columns }
      guard word.first != " " else { continue }
      let x = number(margin + Double(column) * columnWidth)
      let length = number(Double(word.columns) * columnWidth)
      pieces += "<tspan\(attribute) x=\"\(x)\" textLength=\"\(length)\">\(escaped(word))</tspan>"
    }
    return pieces
  }

  /// Returns the text in pieces, each of spaces only or without spaces.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for character in text {
      if let last = words.last, (last.first == " ") == (character == " ") {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }

  private static let styles = [
    "text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"
      + "font-size:\(number(fontSize))px;fill:#d6dae0}",
    ".window{fill:#16191f}", ".title{fill:#8b93a1}", ".dim{fill:#7d8694}",
    ".strong{fill:#ffffff;font-weight:600}", ".added{fill:#7ec87e}", ".removed{fill:#ee8478}",
    ".changed{fill:#e2c46c}", ".moved{fill:#6cc5d0}", ".effect{fill:#c792ea}",
    ".problem{fill:#ff6b6b;font-weight:600}", ".cursor{fill:#3d4656}", ".line{fill:#3d4656}",
    ".reversed{fill:#ffffff}", ".bold{font-weight:600}",
  ].joined()

  private static func classes(_ style: CellStyle) -> String? {
    if style.reversed { return "reversed" }
    let name: String? =
      switch style.foreground {
      case .red: style.bold ? "problem" : "removed"
      case .green: "added"
      case .yellow: "changed"
      case .cyan, .blue: "moved"
      case .magenta: "effect"
      case .gray: "dim"
      case nil: nil
      }
    if let name { return style.bold && name != "problem" ? name + " bold" : name }
    return style.bold ? "strong" : style.dim ? "dim" : nil
  }

  private static func number(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }

  /// The text as XML; what XML forbids, ``VisibleText`` has escaped.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
