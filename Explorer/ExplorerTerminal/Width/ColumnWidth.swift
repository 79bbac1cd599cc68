/// Returns the number of columns that a text takes on a terminal.
package func columnWidth(of text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return text.utf8.count }
  return text.reduce(0) { $0 + columnWidth(of: $1) }
}

/// Returns the number of columns that a character takes on a terminal.
package func columnWidth(of character: Character) -> Int {
  if character.isASCII { return 1 }
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  let isEmoji = scalars.dropFirst().contains { $0.value == 0xFE0F || $0.value >= 0x1F1E6 }
  let marks = scalars.dropFirst().count { $0.properties.generalCategory == .spacingMark }
  let isWide =
    (0x1100...0x115F).contains(first.value) || (0x2E80...0xA4CF).contains(first.value)
    || (0xAC00...0xD7A3).contains(first.value) || (0xF900...0xFAFF).contains(first.value)
    || (0xFF01...0xFF60).contains(first.value) || (0x1F300...0x1FAFF).contains(first.value)
    || (0x20000...0x3FFFD).contains(first.value)
  return (isEmoji || isWide ? 2 : 1) + marks
}
