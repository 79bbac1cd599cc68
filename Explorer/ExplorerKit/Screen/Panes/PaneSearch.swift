/// The text that `/` searches for in the lines of a pane.
///
/// A text without a capital letter finds both cases.
struct PaneSearch: Hashable, Sendable {
  let text: String
  private let characters: [Character]
  private let ignoresCase: Bool
  private let bytes: ByteSearch?

  init(_ text: String) {
    self.text = text
    ignoresCase = text == text.lowercased()
    characters = Array(text)
    bytes = ByteSearch(text, ignoresCase: ignoresCase)
  }

  /// Whether the text is part of another.
  func isFound(in other: String) -> Bool {
    switch bytes?.result(in: other) {
    case .found: true
    case .missing: false
    case .uncertain, nil: other.indices.contains { end(of: other[$0...]) != nil }
    }
  }

  /// Returns the columns at which the text stands in a line, counted behind its indent.
  func columns(in line: PaneLine) -> [Range<Int>] {
    found(in: line.text)
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

  private func found(in other: String) -> [Range<Int>] {
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
