/// The commands of `sluice-explorer`.
enum Command: String, CaseIterable, Sendable {
  case watch
  case log
  case record
  case replay
  case stats
  case why
  case history
  case show
  case state
  case diff
  case blame
  case diagnostics
  case export
  case mcp
  case send
  case restore
  case demo

  /// One line for the list of commands.
  var abstract: String {
    switch self {
    case .watch: "Watch connected programs in full screen. On a pipe, the same as log."
    case .log: "Print what happens in connected programs, line by line."
    case .record: "Record what happens in connected programs to a session file."
    case .replay: "Print a session file with its original timing."
    case .stats: "Count actions, effects and changes, in tables with bars."
    case .why: "Say why a value of the state is what it is."
    case .history: "Show every value that a part of the state had."
    case .show: "Show one commit whole."
    case .state: "Show the state after a commit, or a part of it."
    case .diff: "Show how two states differ."
    case .blame: "Show which commit made each part of the state what it is."
    case .diagnostics: "List what a store reported of its own misuse and trouble."
    case .mcp: "Let an assistant ask, over the Model Context Protocol."
    case .send: "Dispatch an action in a program."
    case .restore: "Restore an earlier state in a program."
    case .export: "Convert a session file to a page, for other tools, or to a test."
    case .demo: "Watch a small shop that runs by itself: a first example."
    }
  }

  /// An argument of a command.
  struct Argument: Hashable, Sendable {
    let placeholder: String
    /// A noun phrase that completes “the command needs”.
    let meaning: String
    let isRequired: Bool
  }

  /// The commands that ask about the past.
  static let questions: [Command] = [
    .why, .history, .show, .state, .diff, .blame, .diagnostics,
  ]

  var arguments: [Argument] {
    switch self {
    case .watch, .log, .demo: []
    case .send:
      [
        Argument(placeholder: "TYPE", meaning: "the action's type", isRequired: true),
        Argument(placeholder: "JSON", meaning: "the action's payload", isRequired: false),
      ]
    case .restore:
      [Argument(placeholder: "N", meaning: "a commit number", isRequired: true)]
    case .record:
      [Argument(placeholder: "FILE", meaning: "a name for the new file", isRequired: true)]
    case .replay, .export:
      [Argument(placeholder: "FILE", meaning: "a session file", isRequired: true)]
    case .stats, .mcp:
      [Argument(placeholder: "FILE", meaning: "a session file", isRequired: false)]
    case .why, .history: [.path(isRequired: true), .session]
    case .show: [.number("N"), .session]
    case .state: [.path(isRequired: false), .session]
    case .diff: [.number("A"), .number("B"), .session]
    case .blame: [.path(isRequired: false), .session]
    case .diagnostics: [.session]
    }
  }
}

extension Command.Argument {
  fileprivate static let session = Self(
    placeholder: "FILE",
    meaning: "a session file",
    isRequired: false
  )

  fileprivate static func path(isRequired: Bool) -> Self {
    Self(placeholder: "PATH", meaning: "the path of a value", isRequired: isRequired)
  }

  fileprivate static func number(_ placeholder: String) -> Self {
    Self(placeholder: placeholder, meaning: "the number of a commit", isRequired: true)
  }
}

extension Command {
  /// The name and the arguments, for the help.
  var usage: String {
    ([rawValue] + arguments.map { $0.isRequired ? $0.placeholder : "[\($0.placeholder)]" })
      .joined(separator: " ")
  }
}
