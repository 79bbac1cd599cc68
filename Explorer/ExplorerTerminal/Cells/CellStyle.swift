/// A color of the terminal's own palette, which its user has chosen to be readable.
///
/// There is no white and no black: one of them is the background's color.
package enum CellColor: UInt8, CaseIterable, Hashable, Sendable {
  case red = 1
  case green
  case yellow
  case blue
  case magenta
  case cyan
  case gray
}

/// How the text of a cell is shown.
///
/// Takes one byte, since every cell has one. The background is the terminal's, or the text's color
/// where `reversed` exchanges the two.
package struct CellStyle: Hashable, Sendable {
  /// The terminal's own color, without emphasis.
  package static let plain = CellStyle()

  /// The color in the lowest three bits, zero for none, and a bit for each emphasis.
  private(set) var bits: UInt8

  /// Creates a style.
  package init(
    foreground: CellColor? = nil,
    bold: Bool = false,
    dim: Bool = false,
    underlined: Bool = false,
    reversed: Bool = false
  ) {
    bits = foreground?.rawValue ?? 0
    self.bold = bold
    self.dim = dim
    self.underlined = underlined
    self.reversed = reversed
  }

  /// The text's color; `nil` for the terminal's own.
  package var foreground: CellColor? {
    get { CellColor(rawValue: bits & 0b111) }
    set { bits = bits & ~0b111 | (newValue?.rawValue ?? 0) }
  }

  /// Whether the text is bold.
  package var bold: Bool {
    get { self[1 << 3] }
    set { self[1 << 3] = newValue }
  }

  /// Whether the text is fainter than other text.
  package var dim: Bool {
    get { self[1 << 4] }
    set { self[1 << 4] = newValue }
  }

  /// Whether a line stands under the text.
  package var underlined: Bool {
    get { self[1 << 5] }
    set { self[1 << 5] = newValue }
  }

  /// Whether the colors of text and background are exchanged.
  package var reversed: Bool {
    get { self[1 << 6] }
    set { self[1 << 6] = newValue }
  }

  private subscript(_ bit: UInt8) -> Bool {
    get { bits & bit != 0 }
    set { bits = newValue ? bits | bit : bits & ~bit }
  }
}
