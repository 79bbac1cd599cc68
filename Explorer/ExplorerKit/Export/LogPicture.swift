import ExplorerTerminal

/// The log as a picture, in SVG: text on a dark terminal, in the colours of the log.
///
/// Each piece of text has its place and its length in columns, so that the columns stand below each
/// other in whichever font a viewer has. A picture of the same lines is the same, byte by byte.
struct LogPicture {
  /// The columns of a line.
  static let columns = 100
  /// The maximum number of lines: what is longer is no picture.
  static let maximalLines = 500

  static let columnWidth = 8.0
  static let lineHeight = 19.0
  private static let fontSize = 13.0
  static let margin = 18.0
  /// The height of the bar above the text.
  private static let bar = 34.0
  /// The distance of a line's top and its letters' feet.
  static let baseline = 14.0

  let title: String
  let lines: [StyledText]

  /// The top of the first line.
  static let top = bar + margin - 8

  /// The picture, as a document of its own.
  var svg: String {
    var body = ""
    for (index, line) in lines.enumerated() {
      body += Self.text(line, y: Self.top + Double(index) * Self.lineHeight + Self.baseline)
    }
    return Self.document(title: title, columns: Self.columns, lines: lines.count, body: body)
  }

  /// Returns a window with some lines.
  ///
  /// - Parameter more: Styles that the body has besides those of the log.
  static func document(
    title: String,
    columns: Int,
    lines: Int,
    styles more: String = "",
    body: String
  ) -> String {
    let width = number(Double(columns) * columnWidth + 2 * margin)
    let height = number(bar + Double(lines) * lineHeight + 2 * margin - 8)
    let name = escaped(title)
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-label="\(name)">
      <title>\(name)</title>
      <style>\(styles)\(more)</style>
      <rect class="window" width="\(width)" height="\(height)" rx="10"/>
      <circle cx="20" cy="17" r="6" fill="#ff5f57"/>
      <circle cx="40" cy="17" r="6" fill="#febc2e"/>
      <circle cx="60" cy="17" r="6" fill="#28c840"/>
      <text class="title" x="50%" y="21" text-anchor="middle">\(name)</text>

      """
    return head + body + "</svg>\n"
  }

  private static func text(_ line: StyledText, y: Double) -> String {
    var pieces = ""
    var column = 0
    for run in line.runs {
      pieces += Self.pieces(run.text, name(of: run.style), column: column)
      column += run.text.columns
    }
    return pieces.isEmpty ? "" : "<text y=\"\(number(y))\">\(pieces)</text>\n"
  }

  /// Returns the words of a text, each at its place.
  ///
  /// - Parameters:
  ///   - name: The class of its style, if it has one.
  ///   - start: The column of the text.
  static func pieces(_ text: String, _ name: String?, column start: Int) -> String {
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
    ".problem{fill:#ff6b6b;font-weight:600}",
  ].joined()

  private static func name(of style: Style) -> String? {
    switch style {
    case .plain: nil
    case .dim: "dim"
    case .strong: "strong"
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .moved: "moved"
    case .effect: "effect"
    case .problem: "problem"
    }
  }

  static func number(_ number: Double) -> String {
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
