/// A button of the mouse that was pressed or released, a movement with one, or a turn of its wheel.
package struct MousePress: Hashable, Sendable {
  /// A button, or a direction of the wheel.
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
    case wheelUp
    case wheelDown
  }

  /// The button, or the wheel's direction.
  package var button: Button
  /// The cell's row, counted from zero.
  package var row: Int
  /// The cell's column, counted from zero.
  package var column: Int
  /// What was held down on the keyboard.
  package var modifiers: KeyModifiers
  /// Whether the button was released rather than pressed.
  package var isRelease: Bool
  /// Whether the mouse was moved while the button was pressed.
  package var isDrag: Bool

  /// Creates a press of a button at a cell.
  package init(
    _ button: Button,
    row: Int,
    column: Int,
    modifiers: KeyModifiers = [],
    isRelease: Bool = false,
    isDrag: Bool = false
  ) {
    self.button = button
    self.row = row
    self.column = column
    self.modifiers = modifiers
    self.isRelease = isRelease
    self.isDrag = isDrag
  }
}
