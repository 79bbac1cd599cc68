extension Grid {
  /// Returns one line a row, without the blanks at its end.
  package func text() -> String {
    lines { row in
      (0..<size.columns).map { character(row: row, column: $0) }.joined()
    }
  }

  func lines(_ line: (Int) -> String) -> String {
    (0..<size.rows).map { row in
      var line = line(row)
      while line.utf8.last == 0x20 { line.unicodeScalars.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
