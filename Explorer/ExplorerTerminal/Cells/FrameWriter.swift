/// Turns grids into the bytes that make a terminal show them.
///
/// Remembers what the terminal shows, and writes only what differs. A terminal that understands
/// synchronized output shows a frame whole.
package struct FrameWriter: Sendable {
  private let colors: Bool
  private var shown: Grid?

  /// - Parameter colors: Whether colors are written; emphasis always is.
  package init(colors: Bool) {
    self.colors = colors
  }

  /// Returns what is to be written, so that the terminal shows the grid; nothing if it does already.
  package mutating func bytes(showing grid: Grid) -> [UInt8] {
    guard grid != shown else { return [] }
    shown = grid
    var text = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[H\u{1B}[2J"
    for row in 0..<grid.size.rows {
      text += "\u{1B}[\(row + 1)H"
      for column in 0..<grid.size.columns { text += grid.character(row: row, column: column) }
    }
    if let cursor = grid.cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    return Array((text + "\u{1B}[?2026l").utf8)
  }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  ///
  /// Call it when something else may have written to the terminal, as after a suspension.
  package mutating func forget() {
    shown = nil
  }
}
