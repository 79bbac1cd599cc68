import ExplorerTerminal

/// The state of the whole screen: that of each of its features.
///
/// What is drawn is a pure function of it and of nothing else; see ``ScreenFrame``.
struct ScreenState: Sendable, Equatable {
  /// Of the terminal.
  var size = GridSize(columns: 80, rows: 24)
  /// What is known of programs, and which of them is shown.
  var watching = Watching()
  /// The list of commits.
  var list = CommitList()
  /// The pane of the selected commit.
  var detail = Detail()
  /// The line at the bottom in which somebody types; `nil` if nobody does.
  var prompt: Prompt?
  /// The form of an action to dispatch, which covers the panes; `nil` if nobody fills one in.
  var form: FormEntry?
  /// What else covers the panes.
  var overlay: Overlay?
  /// What `/` looked for last.
  var searched = ""
  /// A message in the last line, until the next key.
  var notice: Notice?
  var isEnding = false

  /// The store that is shown.
  var program: Program? { watching.chosen }
  var past: ShownPast { watching.chosen?.past ?? .none }
}

/// What covers the panes.
enum Overlay: Hashable, Sendable {
  case help(top: Int)
  /// The programs to choose from, and the place of the cursor.
  case programs(cursor: Int)
}

/// A message for the person at the screen.
struct Notice: Hashable, Sendable {
  var text: String
  var isProblem = false

  /// Says that a text was not found.
  static func missing(_ text: String) -> Notice {
    Notice(text: "“\(VisibleText(text))” is not there.", isProblem: true)
  }
}
