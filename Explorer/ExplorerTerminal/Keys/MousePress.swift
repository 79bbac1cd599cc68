/// A button of the mouse that was pressed or released, or a turn of its wheel.
package struct MousePress: Hashable, Sendable {
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
    case wheelUp
    case wheelDown
  }

  package var button: Button
  /// The cell's row, counted from zero.
  package var row: Int
  /// The cell's column, counted from zero.
  package var column: Int
  package var modifiers: KeyModifiers
  package var isRelease: Bool

  package init(
    _ button: Button,
    row: Int,
    column: Int,
    modifiers: KeyModifiers = [],
    isRelease: Bool = false
  ) {
    self.button = button
    self.row = row
    self.column = column
    self.modifiers = modifiers
    self.isRelease = isRelease
  }
}
