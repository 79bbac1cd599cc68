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

  var line: EditableLine { EditableLine(text: text, cursor: cursor) }

  func edit(_ press: KeyPress) -> Edit {
    switch press.key {
    case .enter: return .done
    case .escape: return .cancelled
    case .tab, .down: return .candidate(by: 1)
    case .backTab, .up: return .candidate(by: -1)
    case .backspace where text.isEmpty: return .cancelled
    case .character(let character) where press.modifiers.contains(.control):
      switch character {
      case "c", "g": return .cancelled
      case "n": return .candidate(by: 1)
      case "p": return .candidate(by: -1)
      default: break
      }
    default: break
    }
    return line.edited(by: press).map { .text($0.text, cursor: $0.cursor) } ?? .nothing
  }
}
