import ExplorerTerminal

extension Grid {
  /// Draws a line between two columns; what doesn't fit gives way to an “…”.
  ///
  /// - Parameters:
  ///   - isSelected: Whether the cursor is on the line, which then is reversed over its whole width.
  ///   - found: A text to underline wherever it stands in the line.
  mutating func draw(
    _ line: PaneLine,
    row: Int,
    columns: Range<Int>,
    isSelected: Bool = false,
    found: PaneSearch? = nil
  ) {
    if isSelected { fill(rows: row..<row + 1, columns: columns, style: CellStyle(reversed: true)) }
    var width = line.indent
    for span in line.spans where width <= columns.count {
      width += columnWidth(of: span.text, limit: columns.count - width)
    }
    let isCut = width > columns.count
    let limit = isCut ? columns.upperBound - 1 : columns.upperBound
    var column = columns.lowerBound + line.indent
    let marks = found.map { $0.columns(in: line) } ?? []
    var place = 0
    for span in line.spans {
      guard column < limit else { break }
      var style = span.style
      if isSelected {
        // A dim or coloured text on a reversed background is hard to read.
        style = CellStyle(bold: style.bold, underlined: style.underlined, reversed: true)
      }
      if marks.isEmpty {
        column = write(span.text, row: row, column: column, limit: limit, style: style)
        continue
      }
      for (piece, isMarked) in span.text.pieces(from: place, marks) {
        var style = style
        style.underlined = style.underlined || isMarked
        style.bold = style.bold || isMarked
        column = write(piece, row: row, column: column, limit: limit, style: style)
      }
      place += span.text.columns
    }
    if isCut, !columns.isEmpty {
      write("…", row: row, column: limit, style: CellStyle(reversed: isSelected))
    }
  }
}

extension String {
  /// Divides the text at the ends of ranges of columns of a longer one, in which it begins at a place.
  fileprivate func pieces(from place: Int, _ marks: [Range<Int>]) -> [(Substring, Bool)] {
    var pieces: [(Substring, Bool)] = []
    var start = startIndex
    var isMarked = false
    var column = place
    for index in indices {
      let isNext = marks.contains { $0.contains(column) }
      if isNext != isMarked {
        if start < index { pieces.append((self[start..<index], isMarked)) }
        start = index
        isMarked = isNext
      }
      column += self[index].columns
    }
    pieces.append((self[start...], isMarked))
    return pieces
  }
}
