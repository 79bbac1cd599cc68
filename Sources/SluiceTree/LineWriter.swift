/// Writes one line of text and stops at its limit, so that a huge value costs only what is shown.
struct LineWriter {
  private(set) var text = ""

  /// Whether something was omitted; the text then ends with "…".
  private(set) var isFull = false

  /// The remaining room, in Unicode scalars; one is reserved for the "…".
  private(set) var room: Int

  init(limit: Int) {
    room = max(limit, 1) - 1
  }

  mutating func write(_ piece: String) {
    guard !isFull else { return }
    // Counting code units is faster, and there are never fewer than scalars.
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
        // An escape is written completely or not at all.
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
    assert(room >= 0)
    return true
  }
}
