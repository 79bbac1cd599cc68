/// Bytes for a terminal, and where they leave its cursor and its style.
struct TerminalPen {
  private(set) var output: [UInt8] = []
  private let colors: Bool
  private var row = 0
  /// `nil` where terminals disagree.
  private var column: Int?
  private var isPlaced = false
  private var style = CellStyle.plain

  init(colors: Bool) {
    self.colors = colors
  }

  // MARK: - Frames

  /// Begins a frame, which the terminal shows when it's complete.
  mutating func begin(hidesCursor: Bool) {
    write("\u{1B}[?2026h")
    if hidesCursor { write("\u{1B}[?25l") }
  }

  mutating func end(cursor: GridPosition?) {
    set(.plain)
    if let cursor { showCursor(at: cursor) }
    write("\u{1B}[?2026l")
  }

  /// Clears the terminal, whatever it shows and however it writes.
  mutating func clear() {
    write("\u{1B}[m\u{1B}[H\u{1B}[2J")
    row = 0
    column = 0
    isPlaced = true
  }

  mutating func showCursor(at position: GridPosition?) {
    guard let position else { return write("\u{1B}[?25l") }
    move(row: position.row, column: position.column)
    write("\u{1B}[?25h")
  }

  // MARK: - Trials

  /// A place to go back to, when something else turns out to be shorter.
  struct Mark {
    fileprivate let count: Int
    fileprivate let row: Int
    fileprivate let column: Int?
    fileprivate let isPlaced: Bool
    fileprivate let style: CellStyle
  }

  var mark: Mark {
    Mark(count: output.count, row: row, column: column, isPlaced: isPlaced, style: style)
  }

  mutating func goBack(to mark: Mark) {
    output.removeLast(output.count - mark.count)
    row = mark.row
    column = mark.column
    isPlaced = mark.isPlaced
    style = mark.style
  }

  // MARK: - The cursor

  func isAt(row: Int, column: Int) -> Bool {
    isPlaced && self.row == row && self.column == column
  }

  /// Moves the cursor, in as few bytes as possible.
  mutating func move(row: Int, column: Int) {
    if isAt(row: row, column: column) { return }
    defer {
      self.row = row
      self.column = column
      isPlaced = true
    }
    if isPlaced, row == self.row {
      if column == 0 { return output.append(0x0D) }
      if let current = self.column {
        let distance = column - current
        if distance < 0, distance >= -3 {
          return output.append(contentsOf: repeatElement(0x08, count: -distance))
        }
        // A number of columns is often shorter than the number of a column.
        if distance > 0, Self.digits(distance) <= Self.digits(column + 1) {
          return writeSequence(distance, "C")
        }
        if distance < 0, Self.digits(-distance) < Self.digits(column + 1) {
          return writeSequence(-distance, "D")
        }
      }
      return writeSequence(column + 1, "G")
    }
    if isPlaced, row == self.row + 1, column == 0 {
      output.append(0x0D)
      return output.append(0x0A)
    }
    write("\u{1B}[")
    if row > 0 || column > 0 { writeNumber(row + 1) }
    if column > 0 {
      write(";")
      writeNumber(column + 1)
    }
    write("H")
  }

  /// Notes that the terminal has moved the cursor itself.
  mutating func advance(by count: Int, columns: Int) {
    guard let column else { return }
    // In the last column, a terminal's cursor stays or waits.
    self.column = column + count < columns ? column + count : nil
  }

  /// Notes that terminals disagree about where the cursor is within its row.
  mutating func loseColumn() {
    column = nil
  }

  // MARK: - Text

  mutating func write(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  /// Writes a scalar.
  mutating func write(content: UInt32) {
    if content < 0x80 { return output.append(UInt8(content)) }
    guard let scalar = Unicode.Scalar(content), let bytes = Unicode.UTF8.encode(scalar) else {
      return
    }
    output.append(contentsOf: bytes)
  }

  mutating func writeBlanks(_ count: Int) {
    output.append(contentsOf: repeatElement(0x20, count: count))
  }

  /// Erases the rest of the line, without a style.
  mutating func eraseToEndOfLine() {
    set(.plain)
    write("\u{1B}[K")
  }

  private mutating func writeNumber(_ number: Int) {
    if number >= 10 { writeNumber(number / 10) }
    output.append(UInt8(0x30 + number % 10))
  }

  /// Writes a sequence with a number, which is left out if it's one.
  private mutating func writeSequence(_ number: Int, _ final: String) {
    write("\u{1B}[")
    if number > 1 { writeNumber(number) }
    write(final)
  }

  private static func digits(_ number: Int) -> Int {
    number < 2 ? 0 : number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }

  // MARK: - Styles

  mutating func set(_ wanted: CellStyle) {
    var wanted = wanted
    if !colors { wanted.foreground = nil }
    guard wanted != style else { return }
    defer { style = wanted }
    if wanted == .plain { return write("\u{1B}[m") }
    // Either what differs, or everything anew.
    let changes = wanted.parameters(after: style)
    let all = [0] + wanted.parameters(after: .plain)
    let parameters = Self.length(changes) <= Self.length(all) ? changes : all
    write("\u{1B}[")
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { write(";") }
      writeNumber(parameter)
    }
    write("m")
  }

  private static func length(_ parameters: [Int]) -> Int {
    parameters.reduce(0) { $0 + ($1 < 10 ? 2 : 3) }
  }
}

extension CellStyle {
  /// The parameters of the sequence that changes another style to this one.
  fileprivate func parameters(after old: CellStyle) -> [Int] {
    var parameters: [Int] = []
    // One parameter ends both bold and dim.
    let endsWeight = old.bold && !bold || old.dim && !dim
    if endsWeight { parameters.append(22) }
    if bold, endsWeight || !old.bold { parameters.append(1) }
    if dim, endsWeight || !old.dim { parameters.append(2) }
    if underlined != old.underlined { parameters.append(underlined ? 4 : 24) }
    if reversed != old.reversed { parameters.append(reversed ? 7 : 27) }
    if foreground != old.foreground { parameters.append(foreground?.parameter ?? 39) }
    return parameters
  }
}

extension CellColor {
  /// Gray is the bright form of black.
  fileprivate var parameter: Int { self == .gray ? 90 : 30 + Int(rawValue) }
}
