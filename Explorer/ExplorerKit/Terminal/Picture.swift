/// Lines at the end of a terminal's output that others take the place of.
///
/// Each line has to fit the terminal: what wraps would not be erased.
struct Picture {
  private var height = 0

  /// Draws lines in place of those drawn before.
  mutating func draw(_ lines: some Collection<String>, on output: OutputStream) {
    erase(on: output)
    for line in lines { output.writeLine(line) }
    height = lines.count
  }

  /// Erases the lines; what is written next stands where they stood.
  mutating func erase(on output: OutputStream) {
    output.write(eraser)
    height = 0
  }

  /// Erases the lines in front of what the output is about to write.
  mutating func makeWay(on output: OutputStream) {
    output.buffer.insert(contentsOf: eraser.utf8, at: 0)
    height = 0
  }

  private var eraser: String {
    height > 0 ? "\u{1B}[\(height)A\r\u{1B}[J" : ""
  }
}
