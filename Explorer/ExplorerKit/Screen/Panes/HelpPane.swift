/// What the keys do, by topic.
enum HelpPane {
  /// The keys of a pane, or of a kind.
  typealias Section = (title: String, entries: [Entry])

  /// Keys as people write them, `j ↓`, `tab`, `ctrl-d`, and what they do.
  typealias Entry = (keys: String, text: String)

  private static let gap = 2

  /// Returns the lines, none wider than `width` columns.
  static func lines(of sections: [Section], width: Int) -> [PaneLine] {
    let keys = sections.flatMap { $0.entries }.map { $0.keys.columns }
    let keyWidth = min(keys.max() ?? 0, max(width / 3, 8))
    return sections.enumerated().flatMap { index, section in
      (index > 0 ? [.blank] : []) + [PaneLine(StyledText(section.title, .strong).cut(to: width))]
        + section.entries.flatMap { lines(of: $0, keyWidth, width) }
    }
  }

  private static func lines(of entry: Entry, _ keyWidth: Int, _ width: Int) -> [PaneLine] {
    let indent = gap + keyWidth + gap
    let keys = StyledText(entry.keys.cut(to: keyWidth).padded(to: keyWidth + gap), .changed)
    return StyledText(entry.text).lines(of: max(width - indent, 8)).enumerated().map {
      $0 == 0 ? PaneLine(keys + $1, indent: gap) : PaneLine($1, indent: indent)
    }
  }
}
