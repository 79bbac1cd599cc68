/// Collects one line of text and stops at its limit, so that a huge value costs what is shown of it.
struct LineWriter {
  private(set) var text = ""

  /// Whether something was left out; the text then ends with "…".
  private(set) var isFull = false

  /// What may still be written, in Unicode scalars; one is kept back for the "…".
  private(set) var room: Int

  init(limit: Int) {
    room = max(limit, 1) - 1
  }

  mutating func write(_ piece: String) {
    guard !isFull else { return }
    // The code units are counted faster, and are never fewer than the scalars.
    if piece.utf8.count <= room {
      text += piece
      room -= piece.unicodeScalars.count
      return
    }
    for scalar in piece.unicodeScalars {
      guard take(1) else { return }
      text.unicodeScalars.append(scalar)
    }
  }

  mutating func writeQuoted(_ string: String) {
    write("\"")
    for scalar in string.unicodeScalars {
      if let escape = scalar.escapedInQuotes {
        // An escape is shown whole or not at all.
        guard take(escape.unicodeScalars.count) else { return }
        text += escape
      } else {
        guard take(1) else { return }
        text.unicodeScalars.append(scalar)
      }
    }
    write("\"")
  }

  private mutating func take(_ count: Int) -> Bool {
    guard !isFull else { return false }
    if count > room {
      isFull = true
      text += "…"
      return false
    }
    room -= count
    return true
  }
}
