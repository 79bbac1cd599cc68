/// Where the parts of the log's lines stand, for a number of columns.
///
/// From 60 columns on, each entry is one line behind time and program. Below, there is no room for
/// these: they stand above the lines that share them, and entries take up to three lines. Without a
/// terminal nothing limits a line.
struct LogLayout {
  /// The least number of columns for which lines are laid out; what is narrower wraps them.
  private static let narrowest = 20
  private static let firstWide = 60
  private static let compactLines = 3
  /// The columns by which an entry's further lines are indented.
  private static let hanging = 2
  private static let numberWidth = 4

  /// The columns of a line; `nil` where nothing limits them.
  let width: Int?
  let isCompact: Bool
  /// The maximum number of lines of an entry.
  private let maximalLines: Int
  private let isFull: Bool

  /// - Parameter columns: Those of the terminal; `nil` if there is none.
  init(columns: Int?, isFull: Bool) {
    // The last column stays free: a full line would begin a new one on some terminals.
    width = columns.map { max($0, Self.narrowest) - 1 }
    isCompact = columns.map { $0 < Self.firstWide } ?? false
    self.isFull = isFull || columns == nil
    maximalLines = isFull ? .max : isCompact ? Self.compactLines : 1
  }

  /// The columns that a value may take behind the indentation; `nil` for any number.
  ///
  /// - Parameter head: The columns of time and program.
  func room(head: Int) -> Int? {
    guard let width, !isFull else { return nil }
    let first = max(width - indent(head), 8)
    return first + (maximalLines - 1) * max(first - Self.hanging - 4, 4)
  }

  /// The columns in front of actions and changes.
  private func indent(_ head: Int) -> Int {
    head + Self.numberWidth + 1
  }

  /// Returns the lines of an entry, without time and program, which stand in front of the first.
  ///
  /// - Parameter head: The columns of time and program.
  func lines(of entry: LogEntry, head: Int) -> [StyledText] {
    let prefix = prefix(of: entry.place, head)
    guard let width else {
      return [StyledText(prefix) + entry.body + tail(entry.remarks, columns: .max)]
    }
    // Time and program are put in front of what stands behind them.
    let start = entry.place.isBelow ? 0 : head
    let indent = start + prefix.utf8.count
    let room = max(width - indent, 8)
    let isWhole = entry.isWhole || isFull
    // The short form of what has to be said.
    let needed = tail(entry.remarks.filter { $0.rank == 0 }, columns: 0).columns
    var lines: [StyledText]
    if isWhole {
      let all = entry.body + tail(entry.remarks, columns: .max)
      lines = all.lines(of: room, hanging: Self.hanging)
    } else {
      lines = entry.body.lines(of: room, hanging: Self.hanging, atMost: maximalLines)
      let last = lines.count - 1
      let limit = room - (last > 0 ? Self.hanging : 0)
      if lines[last].columns + needed > limit {
        // What has to be said is, and the body is shorter by it.
        lines[last] = lines[last].cut(to: max(limit - needed, 8))
      }
      lines[last] = lines[last] + tail(entry.remarks, columns: limit - lines[last].columns)
    }
    let further = String(repeating: " ", count: indent + Self.hanging)
    return lines.enumerated().map { index, line in
      StyledText(index == 0 ? prefix : further) + line
    }
  }

  private func prefix(of place: LogEntry.Place, _ head: Int) -> String {
    switch place {
    case .number(let number): String(number).paddedFront(to: Self.numberWidth) + " "
    case .sign: String(repeating: " ", count: Self.numberWidth - 1)
    case .text: String(repeating: " ", count: Self.numberWidth + 1)
    case .below: String(repeating: " ", count: indent(head))
    }
  }

  /// Returns the remarks that fit: those of rank 0, then the others by rank, in the order given.
  private func tail(_ remarks: [LogEntry.Remark], columns: Int) -> StyledText {
    let gap = 2
    var texts: [Int: String] = [:]
    var used = 0
    for (index, remark) in remarks.enumerated().sorted(by: { $0.element.rank < $1.element.rank }) {
      let separator = texts.isEmpty ? gap : 2
      let forms = [remark.text, remark.short].compactMap(\.self)
      let fitting = forms.first { used + separator + $0.columns <= columns }
      guard let text = fitting ?? (remark.rank == 0 ? remark.short ?? remark.text : nil) else {
        continue
      }
      texts[index] = text
      used += separator + text.columns
    }
    guard !texts.isEmpty else { return StyledText() }
    let shown = remarks.indices.compactMap { texts[$0] }.joined(separator: ", ")
    var tail = StyledText(String(repeating: " ", count: gap))
    tail.append(shown, .dim)
    return tail
  }
}

extension LogEntry.Place {
  var isBelow: Bool {
    if case .below = self { true } else { false }
  }
}
