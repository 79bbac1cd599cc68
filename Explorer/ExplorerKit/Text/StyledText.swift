import ExplorerTerminal

/// A text of several styles, which is cut and divided by the columns of a terminal.
///
/// Holds harmless text only: what a program sends has to be ``VisibleText`` first.
struct StyledText: Hashable, Sendable {
  /// A piece in one style.
  struct Run: Hashable, Sendable {
    var text: String
    let style: Style
  }

  private(set) var runs: [Run] = []

  init() {}

  init(_ text: String, _ style: Style = .plain) {
    append(text, style)
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    if runs.last?.style == style {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    for run in right.runs { sum.append(run.text, run.style) }
    return sum
  }

  var text: String { runs.map(\.text).joined() }

  var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

  /// The text between the control sequences of its styles.
  func painted(_ palette: Palette) -> String {
    runs.map { palette.paint($0.text, $0.style) }.joined()
  }

  /// The text, cut to a number of columns, with an "…" in place of what doesn't fit.
  func cut(to columns: Int) -> StyledText {
    // A wide character would fit nowhere else.
    let limit = max(2, columns)
    var width = 0
    for run in runs where width <= limit {
      width += columnWidth(of: run.text, limit: limit - width)
    }
    guard width > limit else { return self }
    var text = StyledText()
    var room = limit - 1
    for run in runs {
      let kept = run.text.prefix(columns: room)
      text.append(kept, run.style)
      guard kept.utf8.count == run.text.utf8.count else { break }
      room -= columnWidth(of: kept)
    }
    text.append("…", text.runs.last?.style ?? .plain)
    return text
  }

  /// The text on lines of a width, divided between words where that is possible.
  ///
  /// - Parameters:
  ///   - hanging: The number of columns by which all lines but the first are shorter.
  ///   - maximum: The number of lines after which the text is cut, with an "…".
  func lines(of width: Int, hanging: Int = 0, atMost maximum: Int = .max) -> [StyledText] {
    var divider = LineDivider(width: width, hanging: hanging, maximum: maximum)
    for run in runs {
      for character in run.text {
        guard divider.add(character, run.style) else { return divider.lines }
      }
    }
    return divider.finished()
  }
}

/// Divides a text into lines, character by character, with one line in memory.
private struct LineDivider {
  private struct Cell {
    let character: Character
    let style: Style
    let columns: Int
  }

  private let width: Int
  private let hanging: Int
  private let maximum: Int
  private(set) var lines: [StyledText] = []
  private var cells: [Cell] = []
  private var used = 0
  /// The number of cells up to the last place where the line can end.
  private var end: Int?
  /// The same, behind a colon: a value should stand beside its name.
  private var weakEnd: Int?

  init(width: Int, hanging: Int, maximum: Int) {
    self.width = width
    self.hanging = hanging
    self.maximum = maximum
  }

  /// The columns of the current line: two at least, or a wide character would fit nowhere.
  private var limit: Int { max(2, lines.isEmpty ? width : width - hanging) }

  /// - Returns: Whether there is room for more.
  mutating func add(_ character: Character, _ style: Style) -> Bool {
    let cell = Cell(character: character, style: style, columns: character.columns)
    if used + cell.columns > limit {
      guard lines.count + 1 < maximum else {
        cut()
        return false
      }
      divide()
      if character == " ", cells.isEmpty { return true }
    }
    if character == " " {
      if cells.last?.character == ":" { weakEnd = cells.count + 1 } else { end = cells.count + 1 }
    }
    cells.append(cell)
    used += cell.columns
    return true
  }

  mutating func finished() -> [StyledText] {
    take(cells)
    return lines
  }

  private mutating func cut() {
    while used > limit - 1, let last = cells.popLast() { used -= last.columns }
    let style = cells.last?.style ?? .plain
    cells.append(Cell(character: "…", style: style, columns: 1))
    take(cells)
  }

  private mutating func divide() {
    // A long word begins on the line that it doesn't fit on: half a line would stay empty.
    let ends = [end, weakEnd].compactMap(\.self)
    let worthy = ends.first { cells[..<$0].reduce(0) { $0 + $1.columns } > limit / 2 }
    let rest = worthy.map { Array(cells[$0...]) } ?? []
    cells.removeLast(rest.count)
    while cells.last?.character == " " { cells.removeLast() }
    take(cells)
    cells = rest
    used = rest.reduce(0) { $0 + $1.columns }
    end = nil
    weakEnd = nil
  }

  private mutating func take(_ cells: [Cell]) {
    var line = StyledText()
    for cell in cells { line.append(String(cell.character), cell.style) }
    lines.append(line)
  }
}
