/// What the keys do, by topic.
enum HelpPane {
  /// The keys of a pane, or of a kind.
  struct Section: Hashable, Sendable {
    var title: String
    var entries: [Entry]
  }

  struct Entry: Hashable, Sendable {
    /// As people write them: `j ↓`, `tab`, `ctrl-d`.
    var keys: String
    var text: String
  }

  private static let mostColumns = 3
  private static let gap = 2

  /// Returns the lines, none wider than `width` columns, with entries beside each other where all of
  /// them fit.
  static func lines(of sections: [Section], width: Int) -> [PaneLine] {
    let entries = sections.flatMap(\.entries)
    let keyWidth = min(entries.map(\.keys.columns).max() ?? 0, max(width / 3, 8))
    let longest = entries.map { gap + keyWidth + gap + $0.text.columns }.max() ?? 0
    let columns = (1...mostColumns).last { longest <= width / $0 } ?? 1
    var lines: [PaneLine] = []
    for section in sections {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(PaneLine(StyledText(section.title, .strong).cut(to: width)))
      if columns == 1 {
        lines += section.entries.flatMap { wrapped($0, keyWidth, width) }
      } else {
        lines += beside(section.entries, keyWidth, columns, width / columns)
      }
    }
    return lines
  }

  private static func wrapped(_ entry: Entry, _ keyWidth: Int, _ width: Int) -> [PaneLine] {
    let indent = gap + keyWidth + gap
    let keys = StyledText(entry.keys, .changed).cut(to: keyWidth)
    let pieces = StyledText(entry.text).lines(of: max(width - indent, 8))
    return pieces.enumerated().map { index, piece in
      guard index == 0 else { return PaneLine(piece, indent: indent) }
      let space = String(repeating: " ", count: keyWidth + gap - keys.columns)
      return PaneLine(keys + StyledText(space) + piece, indent: gap)
    }
  }

  /// Returns entries in columns, each from top to bottom.
  private static func beside(
    _ entries: [Entry],
    _ keyWidth: Int,
    _ columns: Int,
    _ columnWidth: Int
  ) -> [PaneLine] {
    let rows = (entries.count + columns - 1) / columns
    return (0..<rows).map { row in
      var line = StyledText()
      for column in 0..<columns where column * rows + row < entries.count {
        let entry = entries[column * rows + row]
        line.append(String(repeating: " ", count: column * columnWidth - line.columns + gap))
        line.append(entry.keys.cut(to: keyWidth).padded(to: keyWidth), .changed)
        line.append(String(repeating: " ", count: gap) + entry.text)
      }
      return PaneLine(line)
    }
  }
}
