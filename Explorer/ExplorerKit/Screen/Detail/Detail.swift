/// The pane of the selected commit.
struct Detail: Sendable, Hashable {
  /// What a pane shows.
  enum Tab: String, CaseIterable, Hashable, Sendable {
    case action = "Action"
    case changes = "Changes"
    case state = "State"
    case cause = "Cause"
    case effects = "Effects"
    case statistics = "Statistics"
  }

  var tab = Tab.action
  /// Whether keys act on the pane, and not on the list.
  var isFocused = false
  /// The line of the cursor; ``target`` decides where it is if a line has it.
  var cursor = 0
  var target: PaneTarget?
  /// The first line that is visible.
  var top = 0
  /// What was opened and closed in the tree of the state.
  var folding = StateFolding()
  /// Whether each leaf of the state has the commit that made it so beside it.
  var isBlaming = false
  /// Whether the changes are those since the mark, and not those of the commit.
  var isComparing = false
  /// The lines that were answered last; ``PaneQuestion`` tells what is to be shown.
  var answer: PaneAnswer?
  /// What somebody chose to see last.
  var subject: PaneQuestion.Key?
  /// Counts what people choose to see, so that a question that they no longer have is given up.
  var generation = 0
  /// Whether what they chose is not known yet, and it is not long since.
  var isAwaited = false
}
