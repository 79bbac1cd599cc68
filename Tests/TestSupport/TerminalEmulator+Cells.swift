extension TerminalEmulator {
  package struct Cell: Hashable, Sendable {
    /// The character; empty for a column that a wide one covers.
    package var text = " "
    /// The parameters of the style that are in force, in ascending order.
    package var style: [Int] = []
  }

  /// How a terminal counts columns.
  package struct Widths: Sendable {
    let joinsCharacters: Bool
    let columns: @Sendable (String) -> Int

    /// Whole characters, however many scalars they have.
    package static func characters(_ columns: @escaping @Sendable (String) -> Int) -> Widths {
      Widths(joinsCharacters: true, columns: columns)
    }

    /// Each scalar by itself; those without columns are added to the one before.
    package static func scalars(_ columns: @escaping @Sendable (String) -> Int) -> Widths {
      Widths(joinsCharacters: false, columns: columns)
    }

    /// Enough for the text of most tests.
    package static let simple = characters { text in
      let first = text.unicodeScalars.first?.value ?? 0
      let isWide = (0x2E80...0xD7A3).contains(first) || (0x1F300...0x1FAFF).contains(first)
      return isWide ? 2 : 1
    }
  }

  /// An empty screen.
  static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// Whether a frame has begun and not ended yet.
  package var isUpdating: Bool { modes.contains(2026) }
  package var showsAlternateScreen: Bool { modes.contains(1049) }
  package var showsCursor: Bool { modes.contains(25) }
}
