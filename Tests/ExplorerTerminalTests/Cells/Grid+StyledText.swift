@testable import ExplorerTerminal

extension Grid {
  /// Returns the text with its styles in readable form, such as `⟨red,bold:failed⟩`.
  ///
  /// Blanks at the end of a row are removed where they are plain.
  func styledText() -> String {
    lines { row in
      var line = ""
      var column = 0
      while column < size.columns {
        let style = style(row: row, column: column)
        var text = ""
        while column < size.columns, self.style(row: row, column: column) == style {
          text += character(row: row, column: column)
          column += 1
        }
        line += style == .plain ? text : "⟨\(style.names):\(text)⟩"
      }
      return line
    }
  }
}

extension CellStyle {
  fileprivate var names: String {
    var names: [String] = []
    if let foreground { names.append("\(foreground)") }
    if bold { names.append("bold") }
    if dim { names.append("dim") }
    if underlined { names.append("underlined") }
    if reversed { names.append("reversed") }
    return names.joined(separator: ",")
  }
}
