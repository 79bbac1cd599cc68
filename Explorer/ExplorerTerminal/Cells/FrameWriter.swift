/// Turns grids into the bytes that make a terminal show them.
///
/// Remembers what the terminal shows, and writes only what differs: cells that didn't change are
/// written again only where that takes fewer bytes than moving the cursor over them. A terminal that
/// understands synchronized output shows a frame whole.
///
/// Terminals disagree about the columns of emoji and of letters with marks. So the cursor is moved
/// behind each of them, and what stands beside it is written again: whatever a terminal makes of them,
/// everything else stands in its column. It has to be one that doesn't wrap lines, as
/// ``TerminalDevice`` sets it.
package struct FrameWriter: Sendable {
  /// How many cells are worth a comparison of what is shorter.
  private static let maximalGap = 8

  private let colors: Bool
  /// What the terminal shows; `nil` if that isn't known.
  private var shown: Grid?

  /// - Parameter colors: Whether colors are written; emphasis always is.
  package init(colors: Bool) {
    self.colors = colors
  }

  /// Returns what is to be written, so that the terminal shows the grid; nothing if it does already.
  package mutating func bytes(showing grid: Grid) -> [UInt8] {
    defer { shown = grid }
    var pen = TerminalPen(colors: colors)
    guard let shown, shown.size == grid.size else {
      pen.begin(hidesCursor: true)
      pen.clear()
      draw(grid, over: Grid(size: grid.size), &pen)
      pen.end(cursor: grid.cursor)
      return pen.output
    }
    if !shown.hasSameCells(as: grid) {
      pen.begin(hidesCursor: shown.cursor != nil)
      draw(grid, over: shown, &pen)
      pen.end(cursor: grid.cursor)
    } else if shown.cursor != grid.cursor {
      pen.showCursor(at: grid.cursor)
    }
    return pen.output
  }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  ///
  /// Call it when something else may have written to the terminal, as after a suspension.
  package mutating func forget() {
    shown = nil
  }

  // MARK: - Rows

  private func draw(_ grid: Grid, over old: Grid, _ pen: inout TerminalPen) {
    for row in 0..<grid.size.rows { drawRow(row, of: grid, over: old, &pen) }
  }

  private func drawRow(_ row: Int, of grid: Grid, over old: Grid, _ pen: inout TerminalPen) {
    let columns = grid.size.columns
    let start = row * columns
    var first = 0
    while first < columns, grid.isSame(start + first, in: old) { first += 1 }
    guard first < columns else { return }
    var last = columns - 1
    while grid.isSame(start + last, in: old) { last -= 1 }
    let blankFrom = grid.startOfBlanks(row: row)
    // Erasing takes three bytes.
    let isErased = last - max(blankFrom, first) >= 3
    let end = isErased ? max(blankFrom, first) : last + 1

    var column = first
    // What is in front of this column was possibly covered by the character before it.
    var coveredEnd = 0
    while column < max(end, min(coveredEnd, columns)) {
      let isChanged = column < coveredEnd || !grid.isSame(start + column, in: old)
      guard isChanged else {
        column = nextChange(from: column, end: end, row: row, of: grid, over: old, &pen)
        continue
      }
      // A character is written whole, and never from its middle.
      while grid.cells[start + column].width == 0 { column -= 1 }
      let covered = write(grid, row, column, &pen)
      column += Int(grid.cells[start + column].width)
      coveredEnd = max(coveredEnd, covered)
    }
    if isErased {
      pen.move(row: row, column: max(end, column))
      pen.eraseToEndOfLine()
    }
  }

  /// Writes the character of a cell.
  ///
  /// - Returns: The end of the columns that it possibly covers, beyond its own.
  private func write(_ grid: Grid, _ row: Int, _ column: Int, _ pen: inout TerminalPen) -> Int {
    let cell = grid[row, column]
    let width = Int(cell.width)
    pen.move(row: row, column: column)
    pen.set(cell.style)
    guard let extent = grid.uncertainExtent(of: cell) else {
      pen.write(content: cell.content)
      pen.advance(by: width, columns: grid.size.columns)
      return 0
    }
    if width > 1 {
      // A terminal that takes it for narrow would leave something beside it.
      pen.writeBlanks(width)
      pen.advance(by: width, columns: grid.size.columns)
      pen.move(row: row, column: column)
    }
    if cell.isCluster { pen.write(grid.text(of: cell)) } else { pen.write(content: cell.content) }
    pen.loseColumn()
    return column + extent
  }

  /// Returns where the next change begins, having written the cells up to it if that is shorter than a
  /// movement of the cursor.
  private func nextChange(
    from column: Int,
    end: Int,
    row: Int,
    of grid: Grid,
    over old: Grid,
    _ pen: inout TerminalPen
  ) -> Int {
    let start = row * grid.size.columns
    var next = column
    while next < end, grid.isSame(start + next, in: old) { next += 1 }
    guard next < end else { return end }
    guard next - column <= Self.maximalGap, pen.isAt(row: row, column: column) else { return next }
    let gap = start + column..<start + next
    // Whatever isn't one byte a column is skipped.
    guard grid.cells[gap].allSatisfy({ $0.content < 0x80 && $0.width == 1 }) else { return next }
    let mark = pen.mark
    let style = grid.cells[start + next].style
    pen.move(row: row, column: next)
    pen.set(style)
    let moved = pen.output.count
    pen.goBack(to: mark)
    for cell in grid.cells[gap] {
      pen.set(cell.style)
      pen.write(content: cell.content)
    }
    pen.advance(by: next - column, columns: grid.size.columns)
    let written = pen.mark
    pen.set(style)
    let isShorter = pen.output.count <= moved
    pen.goBack(to: isShorter ? written : mark)
    return next
  }
}

extension Grid {
  /// Whether all cells look the same; the cursor is left out.
  func hasSameCells(as other: Grid) -> Bool {
    if clusters.isEmpty, other.clusters.isEmpty { return cells == other.cells }
    return cells.indices.allSatisfy { isSame($0, in: other) }
  }

  /// The column from which on the row has plain blanks only.
  fileprivate func startOfBlanks(row: Int) -> Int {
    let start = row * size.columns
    var column = size.columns
    while column > 0, cells[start + column - 1] == .blank { column -= 1 }
    return column
  }

  /// The maximum number of columns that a terminal may take for a character, where they disagree.
  fileprivate func uncertainExtent(of cell: Cell) -> Int? {
    if cell.isCluster {
      let scalars = text(of: cell).unicodeScalars
      let columns = scalars.reduce(0) { $0 + ($1.isEmojiSelector ? 1 : $1.characterClass.columns) }
      return max(columns, Int(cell.width), 2)
    }
    // The first pictograph.
    guard cell.content >= 0x2190, let scalar = Unicode.Scalar(cell.content),
      scalar.characterClass.isPictograph
    else { return nil }
    return 2
  }
}
