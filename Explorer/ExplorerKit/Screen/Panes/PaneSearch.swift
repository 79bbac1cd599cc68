/// The text that `/` searches for in the lines of a pane.
///
/// A text without a capital letter finds both cases.
struct PaneSearch: Hashable, Sendable {
  let text: String
  private let characters: [Character]
  private let ignoresCase: Bool
  /// Those of a text in ASCII, and no others.
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    ignoresCase = text == text.lowercased()
    characters = Array(text)
    bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : []
  }

  /// Whether the text is part of another.
  func isFound(in other: String) -> Bool {
    // Almost all text, and quickly searched.
    if let isFound = isFoundInBytes(of: other) { return isFound }
    return other.indices.contains { end(of: other[$0...]) != nil }
  }

  /// - Returns: `nil` if only characters tell.
  private func isFoundInBytes(of other: String) -> Bool? {
    guard let first = bytes.first, other.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else {
      return nil
    }
    func folded(_ byte: UInt8) -> UInt8 {
      ignoresCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
    var rest = other.utf8[...]
    while let start = rest.firstIndex(where: { folded($0) == first }) {
      rest = rest[start...]
      if rest.count < bytes.count { return false }
      if zip(rest, bytes).allSatisfy({ folded($0) == $1 }) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Returns the columns at which the text stands in a line, counted behind its indent.
  func columns(in line: PaneLine) -> [Range<Int>] {
    let other = line.text
    var found: [Range<Int>] = []
    var index = other.startIndex
    var column = 0
    while index < other.endIndex {
      if let end = end(of: other[index...]) {
        let columns = other[index..<end].reduce(0) { $0 + $1.columns }
        found.append(column..<(column + columns))
        index = end
        column += columns
      } else {
        column += other[index].columns
        index = other.index(after: index)
      }
    }
    return found
  }

  /// Returns the first line with the text; `nil` if there is none.
  func first(in lines: [PaneLine]) -> Int? { lines.firstIndex { isFound(in: $0.text) } }

  /// Returns the end of the text at the beginning of another; `nil` if it isn't there.
  private func end(of rest: Substring) -> String.Index? {
    guard !characters.isEmpty else { return nil }
    var index = rest.startIndex
    for character in characters {
      guard index < rest.endIndex, isEqual(rest[index], character) else { return nil }
      index = rest.index(after: index)
    }
    return index
  }

  private func isEqual(_ character: Character, _ wanted: Character) -> Bool {
    if character == wanted { return true }
    guard ignoresCase else { return false }
    return character.isUppercase && character.lowercased() == String(wanted)
  }
}
