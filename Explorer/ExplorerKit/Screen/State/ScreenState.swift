import ExplorerTerminal

/// The state of the whole screen: that of each of its components.
///
/// What is drawn is a pure function of it and of nothing else; see ``ScreenFrame``. What people do changes
/// it in reducers, see ``ScreenState/handle(_:)``; what takes time stands in it as a request, which a
/// feedback answers: lines of the pane (``PaneAnswer``), questions (``Asked``), and what programs and the
/// terminal are to do (``ScreenRequest``).
struct ScreenState: Sendable, Equatable {
  /// Of the terminal.
  var size = GridSize(columns: 80, rows: 24)
  /// Where somebody has dragged what stands between its parts.
  var dividers = Dividers()
  /// What is known of programs, and which of them is shown.
  var watching = Watching()
  /// The list of commits.
  var list = CommitList()
  /// The pane of the selected commit.
  var detail = Detail()
  /// The line at the bottom in which somebody types; `nil` if nobody does.
  var prompt: Prompt?
  /// What was shown before somebody began to type.
  var promptOrigin: PromptOrigin?
  /// What was typed before, by purpose, the last at the end.
  var typed: [Prompt.Purpose: [String]] = [:]
  /// The digits in front of a key that moves; `nil` if there are none.
  var count: KeyCount?
  /// What else covers the panes.
  var overlay: Overlay?
  /// What `/` looked for last.
  var searched = ""
  /// Where that is; `nil` if it isn't marked.
  var find: Find?
  /// The command that changes the program and that somebody is asked about; `nil` if there is none.
  var asksAbout: String?
  /// Whether somebody has agreed once that programs are changed.
  var mayChangePrograms = false
  /// A message in the last line, until the next key.
  var notice: Notice?
  /// What the past is asked for somebody; `nil` if nobody waits.
  var asked: Asked?
  /// The number of questions so far.
  var questions = 0
  /// What programs and the terminal are to do.
  var requests = ScreenRequests()
  /// The number of keys, clicks and pastes that were taken in.
  var inputs = 0
  /// What was typed before an answer that it depends on.
  var typedAhead: [TerminalInput] = []
  /// How often somebody has asked that all of the screen is drawn again.
  var redraws = 0
  var isEnding = false

  /// The store that is shown.
  var program: Program? { watching.chosen }
  var past: ShownPast { watching.chosen?.past ?? .none }

  /// Shows a message until the next key.
  mutating func say(_ text: String, isProblem: Bool = false) {
    notice = Notice(text, isProblem: isProblem)
  }

  mutating func say(_ notice: Notice) { self.notice = notice }
}

/// A message for the person at the screen.
struct Notice: Hashable, Sendable {
  var text: String
  var isProblem = false

  init(_ text: String, isProblem: Bool = false) {
    self.text = text
    self.isProblem = isProblem
  }

  /// Says that a text was not found.
  static func missing(_ text: String) -> Notice {
    Notice("“\(VisibleText(text))” is not there.", isProblem: true)
  }
}
