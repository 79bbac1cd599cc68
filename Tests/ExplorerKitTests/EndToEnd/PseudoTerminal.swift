import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal of a size, in which a process can be started and what it draws be looked at.
///
/// Understands what the Explorer writes: text, line feeds, moving up, erasing what is below, colours.
/// A line that is too long is wrapped, as on any terminal.
final class PseudoTerminal {
  struct Failure: Error {}

  /// The end that the process has.
  let device: FileHandle
  private let control: FileHandle
  private let chunks: AsyncStream<Data>
  private let continuation: AsyncStream<Data>.Continuation
  private var columns: Int
  private var cells: [[String]] = [[]]
  private var row = 0
  private var pending: [UInt8] = []
  /// The number of rows that began because a line was full.
  private(set) var wraps = 0

  init(columns: Int, rows: Int = 50) throws {
    self.columns = columns
    var ends: (control: Int32, device: Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    guard unsafe openpty(&ends.control, &ends.device, nil, nil, &size) == 0 else { throw Failure() }
    device = FileHandle(fileDescriptor: ends.device, closeOnDealloc: true)
    control = FileHandle(fileDescriptor: ends.control, closeOnDealloc: true)
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    self.chunks = chunks
    self.continuation = continuation
    let control = control
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe read(control.fileDescriptor, &bytes, bytes.count)
        guard count > 0 else { break }
        continuation.yield(Data(bytes[..<count]))
      }
      continuation.finish()
    }
  }

  /// Changes the size, as somebody does who drags the window's edge.
  func resize(columns: Int) {
    self.columns = columns
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = 50
    _ = unsafe ioctl(control.fileDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// What stands on the terminal, line by line, without spaces at their ends.
  var lines: [String] {
    cells.map { cells in
      var line = cells.joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// Waits until the lines are as they should be, and returns them; the last ones if that doesn't come
  /// in time, after which nothing does.
  func lines(where condition: ([String]) -> Bool) async -> [String] {
    let watchdog = Task.detached { [continuation] in
      try await Task.sleep(for: ExplorerProcess.patience)
      continuation.finish()
    }
    defer { watchdog.cancel() }
    for await chunk in chunks {
      draw(chunk)
      if condition(lines) { break }
    }
    return lines
  }

  /// Waits until a line contains a text, and returns all lines.
  @discardableResult
  func lines(containing text: String) async -> [String] {
    await lines { lines in lines.contains { $0.contains(text) } }
  }

  private func draw(_ chunk: Data) {
    pending += chunk
    // What is cut within a character or a sequence waits for the rest.
    guard let text = String(bytes: pending, encoding: .utf8), !text.hasSuffix("\u{1B}") else {
      return
    }
    if text.contains(#/\u{1B}\[[0-9;]*$/#) { return }
    pending = []
    var rest = Substring(text)
    while let character = rest.first {
      if let match = rest.prefixMatch(of: #/\u{1B}\[([0-9;]*)([A-Za-z])/#) {
        act(String(match.2), Int(match.1) ?? 1)
        rest = rest[match.range.upperBound...]
        continue
      }
      rest.removeFirst()
      switch character {
      case "\r\n", "\n": feed()
      case "\r": column = 0
      default: put(character)
      }
    }
  }

  private var column = 0

  private func act(_ command: String, _ number: Int) {
    switch command {
    case "A": row = max(row - number, 0)
    case "J":
      cells.removeSubrange((row + 1)...)
      cells[row].removeSubrange(min(column, cells[row].count)...)
    default: break
    }
  }

  private func feed() {
    row += 1
    column = 0
    if row == cells.count { cells.append([]) }
  }

  private func put(_ character: Character) {
    let width = Self.width(of: character)
    if column + width > columns {
      wraps += 1
      feed()
    }
    while cells[row].count < column + width { cells[row].append(" ") }
    cells[row][column] = String(character)
    for place in column + 1..<column + max(width, 1) { cells[row][place] = "" }
    column += width
  }

  /// Written down anew, so that it does not share the code's mistakes: enough for the tests' texts.
  private static func width(of character: Character) -> Int {
    let first = character.unicodeScalars.first?.value ?? 0
    let isWide = (0x3000...0xD7A3).contains(first) || (0x1F300...0x1FAFF).contains(first)
    return isWide ? 2 : 1
  }
}
