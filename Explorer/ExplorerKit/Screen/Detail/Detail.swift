/// The panes beside the list, and which of them has the keys.
@dynamicMemberLookup
struct Detail: Sendable, Hashable {
  /// What a pane shows.
  enum Tab: String, CaseIterable, Hashable, Sendable {
    case commit = "Commit"
    case state = "State"
    case runs = "Runs"

    /// Its place among all.
    var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The lines of a pane, and where somebody is in them.
  struct View: Sendable, Hashable {
    /// The line of the cursor; ``target`` decides where it is if a line has it.
    var cursor = 0
    var target: PaneTarget?
    /// The first line that is visible.
    var top = 0
    /// The lines that were answered last; ``PaneQuestion`` tells what is to be shown.
    var answer: PaneAnswer?
    /// What somebody chose to see last.
    var subject: PaneQuestion.Key?
    /// Counts what people choose to see, so that a question that they no longer have is given up.
    var generation = 0
    /// Whether what they chose is not known yet, and it is not long since.
    var isAwaited = false
  }

  /// The pane on which keys act once it has them; where only one has room, it is that.
  var tab = Tab.commit
  /// Whether keys act on the pane, and not on the list.
  var isFocused = false
  /// What was opened and closed in the tree of the state.
  var folding = StateFolding()
  /// Whether each leaf of the state has the commit that made it so beside it.
  var isBlaming = false
  /// Whether the changes are those since the mark, and not those of the commit.
  var isComparing = false
  /// The pane whose lines were answered last.
  var answered = Tab.runs
  private var views = Array(repeating: View(), count: Tab.allCases.count)

  subscript(tab: Tab) -> View {
    get { views[tab.index] }
    set { views[tab.index] = newValue }
  }

  /// Of the pane with the keys.
  subscript<Value>(dynamicMember member: WritableKeyPath<View, Value>) -> Value {
    get { self[tab][keyPath: member] }
    set { self[tab][keyPath: member] = newValue }
  }
}
