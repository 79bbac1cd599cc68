/// A terminal as far as programs use one: what bytes make of its screen.
///
/// Written without the Explorer's code, so that it doesn't share its mistakes. Whatever it doesn't
/// know is noted in ``unknown``.
package struct TerminalEmulator: Sendable {
  package private(set) var columns: Int
  package private(set) var rows: Int
  private let widths: Widths
  private var screen: [[Cell]]
  /// What stands on the screen that isn't shown.
  private var otherScreen: [[Cell]]
  package private(set) var row = 0
  package private(set) var column = 0
  private var savedPlace = (row: 0, column: 0)
  /// Whether the last column was written to, so that the next character goes to the next line.
  private var isWrapping = false
  /// Where the character stands that the next scalar may join.
  private var last: Int?
  private var style: [Int] = []
  /// The private modes that are set, such as 1049 for the alternate screen.
  package private(set) var modes: Set<Int> = [7, 25]
  package private(set) var standardModes: Set<Int> = [8]
  /// The strings that were sent, such as those for the clipboard.
  package private(set) var strings: [String] = []
  /// The number of times that a character was put on the next line because its own was full.
  package private(set) var wraps = 0
  /// Sequences and control characters that aren't known, in readable form.
  package private(set) var unknown: [String] = []
  /// What the terminal answers to questions.
  package var answers: [UInt8] = []
  private var pending: [UInt8] = []

  package init(columns: Int, rows: Int, widths: Widths = .simple) {
    self.columns = columns
    self.rows = rows
    self.widths = widths
    screen = Self.blank(columns, rows)
    otherScreen = screen
  }

  // MARK: - What is shown

  package subscript(row: Int, column: Int) -> Cell { screen[row][column] }

  /// The rows, without blanks at their ends.
  package var lines: [String] {
    screen.map { row in
      var line = row.map(\.text).joined()
      while line.utf8.last == 0x20 { line.unicodeScalars.removeLast() }
      return line
    }
  }

  /// Changes the size, as a user does by dragging a corner; what is beyond it is lost.
  package mutating func resize(columns: Int, rows: Int) {
    let blank = Array(repeating: Cell(), count: columns)
    func resize(_ screen: inout [[Cell]]) {
      screen.removeLast(max(0, screen.count - rows))
      for row in screen.indices {
        screen[row].removeLast(max(0, screen[row].count - columns))
        // A copy of a part takes a tenth of the time that as many new cells take.
        screen[row].append(contentsOf: blank[screen[row].count...])
      }
      screen += Array(repeating: blank, count: rows - screen.count)
    }
    resize(&screen)
    resize(&otherScreen)
    self.columns = columns
    self.rows = rows
    row = min(row, rows - 1)
    column = min(column, columns - 1)
    // What was written last may be lost.
    last = nil
    isWrapping = false
  }

  // MARK: - Bytes

  /// Takes bytes; a sequence or a character that is cut waits for its rest.
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if isComplete {
        act()
        pending.removeAll(keepingCapacity: true)
      }
    }
  }

  private var isComplete: Bool {
    let last = pending[pending.count - 1]
    switch pending[0] {
    case 0x1B:
      guard pending.count > 1 else { return false }
      switch pending[1] {
      case UInt8(ascii: "["): return pending.count > 2 && (0x40...0x7E).contains(last)
      case UInt8(ascii: "]"), UInt8(ascii: "P"):
        return last == 7 || pending.suffix(2) == [0x1B, UInt8(ascii: "\\")]
      default: return true
      }
    case 0xF0...: return pending.count == 4
    case 0xE0...: return pending.count == 3
    case 0xC0...: return pending.count == 2
    default: return true
    }
  }

  private mutating func act() {
    switch pending[0] {
    case 0x07: break
    case 0x08: move(row, column - 1)
    case 0x0A: feed()
    case 0x0D: move(row, 0)
    case 0x1B: escape()
    case 0x20..<0x7F, 0x80...: put(String(decoding: pending, as: UTF8.self))
    default: unknown.append("control character \(pending[0])")
    }
  }

  private mutating func escape() {
    let text = String(decoding: pending.dropFirst(2), as: UTF8.self)
    switch pending[1] {
    case UInt8(ascii: "["): sequence(String(text.dropLast()), text.last ?? " ")
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      strings.append(String(text.prefix { !["\u{7}", "\u{1B}"].contains($0) }))
    default: unknown.append("ESC \(String(decoding: pending.dropFirst(), as: UTF8.self))")
    }
  }

  private mutating func sequence(_ text: String, _ final: Character) {
    let isPrivate = text.hasPrefix("?")
    let numbers = text.drop { $0 == "?" || $0 == ">" }.split(
      separator: ";",
      omittingEmptySubsequences: false
    ).map { Int($0) ?? 0 }
    let number = max(1, numbers[0])
    switch final {
    case "A": move(row - number, column)
    case "B": move(row + number, column)
    case "C": move(row, column + number)
    case "D": move(row, column - number)
    case "G": move(row, number - 1)
    case "H": move(number - 1, numbers.count > 1 ? max(1, numbers[1]) - 1 : 0)
    case "J" where numbers[0] == 2: screen = Self.blank(columns, rows)
    case "J" where numbers[0] == 0:
      erase(from: column)
      for below in row + 1..<max(rows, row + 1) { screen[below] = Self.blank(columns, 1)[0] }
    case "K" where numbers[0] == 0: erase(from: column)
    case "m": setStyle(numbers)
    case "h" where isPrivate: for mode in numbers { set(mode) }
    case "l" where isPrivate: for mode in numbers { reset(mode) }
    case "h": standardModes.formUnion(numbers)
    case "l": standardModes.subtract(numbers)
    case "c": answers += Array("\u{1B}[?62;22c".utf8)
    case "n" where numbers[0] == 5: answers += Array("\u{1B}[0n".utf8)
    case "n" where numbers[0] == 6: answers += Array("\u{1B}[\(row + 1);\(column + 1)R".utf8)
    case "t": break
    default: unknown.append("CSI \(text)\(final)")
    }
  }

  // MARK: - Text

  private mutating func put(_ text: String) {
    if let last, join(text, at: last) { return }
    let width = widths.columns(text)
    guard width > 0 else { return unknown.append("a mark without a character") }
    if isWrapping {
      wraps += 1
      move(row, 0)
      feed()
    }
    if column + width > columns {
      guard modes.contains(7) else {
        last = nil
        return
      }
      wraps += 1
      move(row, 0)
      feed()
    }
    place(text, width: width)
  }

  /// Adds the text to the character at a column, if it belongs to it.
  private mutating func join(_ text: String, at place: Int) -> Bool {
    let joined = screen[row][place].text + text
    let belongs = widths.joinsCharacters ? joined.count == 1 : widths.columns(text) == 0
    guard belongs else { return false }
    let columns = widths.columns(joined)
    guard widths.joinsCharacters, columns > widths.columns(screen[row][place].text) else {
      screen[row][place].text = joined
      return true
    }
    column = place
    isWrapping = false
    self.place(joined, width: min(columns, self.columns - place))
    return true
  }

  private mutating func place(_ text: String, width: Int) {
    separate(column)
    separate(column + width)
    screen[row][column] = Cell(text: text, style: style)
    for covered in column + 1..<column + max(width, 1) {
      screen[row][covered] = Cell(text: "", style: style)
    }
    last = column
    if column + width < columns {
      column += width
    } else {
      column = columns - 1
      isWrapping = modes.contains(7)
    }
  }

  /// Blanks a wide character of which only a part would be left.
  private mutating func separate(_ column: Int) {
    guard column < columns, screen[row][column].text.isEmpty else { return }
    var first = column
    while first > 0, screen[row][first].text.isEmpty { first -= 1 }
    var end = column
    while end < columns, screen[row][end].text.isEmpty { end += 1 }
    for place in first..<end { screen[row][place].text = " " }
  }

  private mutating func erase(from column: Int) {
    separate(column)
    // The background is erased with, as far as there is one.
    for place in column..<columns { screen[row][place] = Cell(style: style.filter { $0 == 7 }) }
  }

  private mutating func feed() {
    if row == rows - 1 {
      screen.removeFirst()
      screen.append(Self.blank(columns, 1)[0])
    } else {
      row += 1
    }
    last = nil
    isWrapping = false
  }

  private mutating func move(_ row: Int, _ column: Int) {
    self.row = min(max(0, row), rows - 1)
    self.column = min(max(0, column), columns - 1)
    isWrapping = false
    last = nil
  }

  // MARK: - Modes and styles

  private mutating func set(_ mode: Int) {
    if mode == 1049, !showsAlternateScreen {
      swap(&screen, &otherScreen)
      screen = Self.blank(columns, rows)
      savedPlace = (row, column)
    }
    modes.insert(mode)
  }

  private mutating func reset(_ mode: Int) {
    if mode == 1049, showsAlternateScreen {
      swap(&screen, &otherScreen)
      move(savedPlace.row, savedPlace.column)
    }
    modes.remove(mode)
  }

  private mutating func setStyle(_ parameters: [Int]) {
    var style = Set(style)
    for parameter in parameters {
      switch parameter {
      case 0: style = []
      case 22: style.subtract([1, 2])
      case 24, 27: style.remove(parameter - 20)
      case 39: style = style.filter { $0 < 30 }
      case 30...37, 90...97: style = style.filter { $0 < 30 }.union([parameter])
      case 1, 2, 4, 7: style.insert(parameter)
      default: unknown.append("style \(parameter)")
      }
    }
    self.style = style.sorted()
  }
}
