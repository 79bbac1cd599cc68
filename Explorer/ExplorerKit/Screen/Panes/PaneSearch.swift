/// The text that `/` searches for in the lines of a pane.
///
/// A text without a capital letter finds both cases.
struct PaneSearch: Hashable, Sendable {
  let text: String
  private let characters: [Character]
  private let ignoresCase: Bool

  init(_ text: String) {
    self.text = text
    ignoresCase = text == text.lowercased()
    characters = Array(text)
  }

  /// Whether the text is part of another.
  func isFound(in other: String) -> Bool {
    !found(in: other, atMost: 1).isEmpty
  }

  /// Returns the columns at which the text stands in a line, counted behind its indent.
  func columns(in line: PaneLine) -> [Range<Int>] {
    found(in: line.text, atMost: .max)
  }

  /// Returns the next line with the text, around the end if need be; `nil` if there is none.
  ///
  /// - Parameter line: The line behind which to search, or in front of which.
  func next(after line: Int, in lines: [PaneLine], isBackward: Bool = false) -> Int? {
    guard !lines.isEmpty else { return nil }
    for distance in 1...lines.count {
      let place = line + (isBackward ? -distance : distance)
      let around = (place % lines.count + lines.count) % lines.count
      if isFound(in: lines[around].text) { return around }
    }
    return nil
  }

  private func found(in other: String, atMost maximum: Int) -> [Range<Int>] {
    guard let first = characters.first else { return [] }
    var found: [Range<Int>] = []
    var index = other.startIndex
    var column = 0
    while index < other.endIndex {
      if isEqual(other[index], first), let width = match(other[index...]) {
        found.append(column..<(column + width.columns))
        if found.count == maximum { return found }
        index = width.end
        column += width.columns
      } else {
        column += other[index].columns
        index = other.index(after: index)
      }
    }
    return found
  }

  private func match(_ rest: Substring) -> (columns: Int, end: String.Index)? {
    var index = rest.startIndex
    var columns = 0
    for character in characters {
      guard index < rest.endIndex, isEqual(rest[index], character) else { return nil }
      columns += rest[index].columns
      index = rest.index(after: index)
    }
    return (columns, index)
  }

  private func isEqual(_ character: Character, _ wanted: Character) -> Bool {
    if character == wanted { return true }
    guard ignoresCase else { return false }
    return character.isUppercase && character.lowercased() == String(wanted)
  }
}
