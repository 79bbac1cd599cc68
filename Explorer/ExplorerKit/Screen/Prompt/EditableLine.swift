import ExplorerTerminal

/// A line of text that somebody types, and where the cursor is in it.
struct EditableLine: Hashable, Sendable {
  let text: String
  /// The number of characters in front of the cursor.
  let cursor: Int

  /// Returns the line after a key; `nil` if the key doesn't edit.
  func edited(by press: KeyPress) -> EditableLine? {
    let isControl = press.modifiers.contains(.control)
    return switch press.key {
    case .left: moved(to: cursor - 1)
    case .right: moved(to: cursor + 1)
    case .home: moved(to: 0)
    case .end: moved(to: text.count)
    case .backspace: removing(max(0, cursor - 1)..<cursor)
    case .delete: removing(cursor..<min(text.count, cursor + 1))
    case .character(let character) where isControl: control(character)
    case .character where press.modifiers.contains(.alt): nil
    case .character(let character): inserting(String(character))
    default: nil
    }
  }

  private func control(_ character: Character) -> EditableLine? {
    switch character {
    case "a": moved(to: 0)
    case "e": moved(to: text.count)
    case "b": moved(to: cursor - 1)
    case "f": moved(to: cursor + 1)
    case "u": removing(0..<cursor)
    case "k": removing(cursor..<text.count)
    case "w": removing(startOfWord..<cursor)
    case "h": removing(max(0, cursor - 1)..<cursor)
    default: nil
    }
  }

  /// Inserts at the cursor; line breaks of a paste become spaces.
  func inserting(_ new: String) -> EditableLine {
    let line = String(new.map { $0.isNewline ? " " : $0 })
    let place = text.index(text.startIndex, offsetBy: cursor)
    let front = text[..<place] + line
    // Counted anew: a mark joins the letter in front of it.
    return EditableLine(text: String(front + text[place...]), cursor: front.count)
  }

  private func moved(to place: Int) -> EditableLine {
    EditableLine(text: text, cursor: max(0, min(place, text.count)))
  }

  private func removing(_ range: Range<Int>) -> EditableLine {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(text.startIndex, offsetBy: range.upperBound)
    return EditableLine(text: String(text[..<start] + text[end...]), cursor: range.lowerBound)
  }

  private var startOfWord: Int {
    let front = Array(text.prefix(cursor))
    var place = front.count
    while place > 0, front[place - 1] == " " { place -= 1 }
    while place > 0, front[place - 1] != " " { place -= 1 }
    return place
  }
}
