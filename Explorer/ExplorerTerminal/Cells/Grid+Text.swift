extension Grid {
  /// Returns one line a row, without the blanks at its end.
  package func text() -> String {
    lines { row in
      (0..<size.columns).map { character(row: row, column: $0) }.joined()
    }
  }

  /// Returns the text with its styles in readable form, such as `⟨red,bold:failed⟩`.
  ///
  /// Blanks at the end of a row are removed where they are plain.
  package func styledText() -> String {
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

  private func lines(_ line: (Int) -> String) -> String {
    (0..<size.rows).map { row in
      var line = line(row)
      while line.utf8.last == 0x20 { line.unicodeScalars.removeLast() }
      return line
    }.joined(separator: "\n")
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
