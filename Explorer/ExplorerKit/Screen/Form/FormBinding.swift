import ExplorerTerminal

/// What can be done in a form beside typing.
enum FormCommand: CaseIterable, Hashable, Sendable {
  case next
  case previous
  case flip
  case null
  case json
  case send
  case leave
}

/// A key of a form, and what is said about it in the last line and the help.
struct FormBinding: Sendable {
  let command: FormCommand
  let keys: [KeyPress]
  /// The keys, as people read them.
  let name: String
  /// One or two words for the last line.
  let short: String
  /// A sentence for the help.
  let meaning: String

  /// Returns what a key does; `nil` if it edits the text.
  static func command(of press: KeyPress) -> FormCommand? {
    all.first { $0.keys.contains(press) }?.command
  }

  static let all = [
    FormBinding(
      command: .next,
      keys: [.init(.tab), .init(.down), .init(.character("n"), .control)],
      name: "Tab ↓",
      short: "next",
      meaning: "To the next field."
    ),
    FormBinding(
      command: .previous,
      keys: [.init(.backTab), .init(.up), .init(.character("p"), .control)],
      name: "S-Tab ↑",
      short: "before",
      meaning: "To the field before."
    ),
    FormBinding(
      command: .flip,
      keys: [" "],
      name: "Space",
      short: "flip",
      meaning: "Where the field is true or false: the other one."
    ),
    FormBinding(
      command: .null,
      keys: [.init(.character("t"), .control)],
      name: "^T",
      short: "null",
      meaning: "Make the field null, or again what was typed."
    ),
    FormBinding(
      command: .json,
      keys: [.init(.character("r"), .control)],
      name: "^R",
      short: "JSON",
      meaning: "Write the action as JSON, for what the fields can't say, as longer lists."
    ),
    FormBinding(
      command: .send,
      keys: [.init(.enter)],
      name: "Enter",
      short: "send",
      meaning: "Dispatch the action; a mistake is shown at its field."
    ),
    FormBinding(
      command: .leave,
      keys: [.init(.escape), .init(.character("c"), .control)],
      name: "Esc",
      short: "leave",
      meaning: "Leave the form, and dispatch nothing."
    ),
  ]
}
