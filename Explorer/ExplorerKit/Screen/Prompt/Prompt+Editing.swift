import ExplorerTerminal

extension Prompt {
  /// What a key does to the text.
  enum Edit: Hashable, Sendable {
    case text(String, cursor: Int)
    case done
    case cancelled
    /// The next candidate, or the one before.
    case candidate(by: Int)
    case nothing
  }

  func edit(_ press: KeyPress) -> Edit {
    let isControl = press.modifiers.contains(.control)
    switch press.key {
    case .enter: return .done
    case .escape: return .cancelled
    case .tab, .down: return .candidate(by: 1)
    case .backTab, .up: return .candidate(by: -1)
    case .left: return .text(text, cursor: max(0, cursor - 1))
    case .right: return .text(text, cursor: min(text.count, cursor + 1))
    case .home: return .text(text, cursor: 0)
    case .end: return .text(text, cursor: text.count)
    case .backspace where text.isEmpty: return .cancelled
    case .backspace: return removing(max(0, cursor - 1)..<cursor)
    case .delete: return removing(cursor..<min(text.count, cursor + 1))
    case .character(let character) where isControl: return control(character)
    case .character where press.modifiers.contains(.alt): return .nothing
    case .character(let character): return insert(String(character))
    case .insert, .pageUp, .pageDown, .function: return .nothing
    }
  }

  private func control(_ character: Character) -> Edit {
    switch character {
    case "a": .text(text, cursor: 0)
    case "e": .text(text, cursor: text.count)
    case "b": .text(text, cursor: max(0, cursor - 1))
    case "f": .text(text, cursor: min(text.count, cursor + 1))
    case "u": removing(0..<cursor)
    case "k": removing(cursor..<text.count)
    case "w": removing(startOfWord..<cursor)
    case "h": removing(max(0, cursor - 1)..<cursor)
    case "c", "g": .cancelled
    case "n": .candidate(by: 1)
    case "p": .candidate(by: -1)
    default: .nothing
    }
  }

  /// Inserts at the cursor; line breaks of a paste become spaces.
  func insert(_ new: String) -> Edit {
    let line = String(new.map { $0.isNewline ? " " : $0 })
    let place = text.index(text.startIndex, offsetBy: cursor)
    let front = text[..<place] + line
    // Counted anew: a mark joins the letter in front of it.
    return .text(String(front + text[place...]), cursor: front.count)
  }

  private func removing(_ range: Range<Int>) -> Edit {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(text.startIndex, offsetBy: range.upperBound)
    return .text(String(text[..<start] + text[end...]), cursor: range.lowerBound)
  }

  private var startOfWord: Int {
    let front = Array(text.prefix(cursor))
    var place = front.count
    while place > 0, front[place - 1] == " " { place -= 1 }
    while place > 0, front[place - 1] != " " { place -= 1 }
    return place
  }
}
