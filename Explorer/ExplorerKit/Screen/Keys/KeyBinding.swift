import ExplorerTerminal

/// A key, what it does, and what is said about it in the last line, the help and the palette.
struct KeyBinding: Sendable {
  /// When a key is worth a place in the last line.
  enum Place: Hashable, Sendable {
    case always
    case list
    case detail
    /// In the help only.
    case never
  }

  let command: ScreenCommand
  let keys: [KeyPress]
  /// The keys, as people read them.
  let name: String
  /// One or two words for the last line.
  let short: String
  /// A sentence for the help and the palette.
  let meaning: String
  let place: Place

  init(
    _ command: ScreenCommand,
    _ keys: [KeyPress],
    _ name: String,
    _ short: String,
    _ meaning: String,
    in place: Place = .never
  ) {
    self.command = command
    self.keys = keys
    self.name = name
    self.short = short
    self.meaning = meaning
    self.place = place
  }
}

extension KeyBinding {
  /// All keys, in groups of which each has a heading in the help.
  static let groups: [(heading: String, bindings: [KeyBinding])] = [
    ("Moving", moving), ("Panes", panes), ("Finding", finding), ("The past", past),
    ("The program", program), ("The rest", rest),
  ]

  static let all = groups.flatMap(\.bindings)

  /// Returns what a key does; `nil` if nothing.
  static func command(of press: KeyPress) -> ScreenCommand? { table[press] }

  private static let table: [KeyPress: ScreenCommand] = {
    var table: [KeyPress: ScreenCommand] = [:]
    for binding in all {
      for key in binding.keys { table[key] = binding.command }
    }
    return table
  }()

  private static let moving: [KeyBinding] = [
    KeyBinding(.down, ["j", .init(.down)], "j ↓", "down", "One line down."),
    KeyBinding(.up, ["k", .init(.up)], "k ↑", "up", "One line up."),
    KeyBinding(
      .pageDown,
      [.init(.pageDown), .init(.character("f"), .control), .init(.character("d"), .control)],
      "PgDn ^F",
      "page down",
      "One page down."
    ),
    KeyBinding(
      .pageUp,
      [.init(.pageUp), .init(.character("b"), .control), .init(.character("u"), .control)],
      "PgUp ^B",
      "page up",
      "One page up."
    ),
    KeyBinding(.first, ["g", .init(.home)], "g Home", "first", "To the first line."),
    KeyBinding(
      .last,
      ["G", .init(.end)],
      "G End",
      "last",
      "To the last line; in the list, follow what comes.",
      in: .list
    ),
    KeyBinding(.left, ["h", .init(.left)], "h ←", "fold", "Fold a value; else back to the list."),
    KeyBinding(.right, ["l", .init(.right)], "l →", "unfold", "Unfold a value; else to the pane."),
  ]

  private static let panes: [KeyBinding] = [
    KeyBinding(
      .open,
      [.init(.enter)],
      "Enter",
      "open",
      "Look at the commit; in a pane, go to the commit of the line, or fold it.",
      in: .always
    ),
    KeyBinding(
      .back,
      [.init(.escape)],
      "Esc",
      "back",
      "Back: from what covers the panes, from a pane, from a filter.",
      in: .detail
    ),
    KeyBinding(
      .switchPane,
      [.init(.tab), .init(.backTab)],
      "Tab",
      "pane",
      "Between the list and the pane.",
      in: .always
    ),
    KeyBinding(.action, ["1"], "1", "action", "What the action carries, and where it came from."),
    KeyBinding(.changes, ["2"], "2", "changes", "What the commit changed."),
    KeyBinding(.state, ["3"], "3", "state", "The state after the commit."),
    KeyBinding(.cause, ["4"], "4", "cause", "What led to the commit, and what it led to."),
    KeyBinding(.effects, ["5"], "5", "effects", "The runs of effects over time."),
    KeyBinding(.statistics, ["6"], "6", "statistics", "Actions, effects and changes, counted."),
    KeyBinding(.times, ["c"], "c", "times", "Time of day, or since the commit before."),
    KeyBinding(.nest, ["C"], "C", "nest", "Put commits under what led to them."),
    KeyBinding(.programs, ["P"], "P", "programs", "Choose one of several programs."),
  ]

  private static let finding: [KeyBinding] = [
    KeyBinding(.find, ["/"], "/", "find", "Find text, in the list or in the pane.", in: .always),
    KeyBinding(.findNext, ["n"], "n", "next", "The next place where it is."),
    KeyBinding(.findPrevious, ["N"], "N", "previous", "The place before where it is."),
    KeyBinding(
      .filter,
      ["f"],
      "f",
      "filter",
      "Show only commits that match; Tab completes.",
      in: .list
    ),
    KeyBinding(
      .pause,
      [" "],
      "Space",
      "pause",
      "Show nothing new; what comes is held all the same.",
      in: .list
    ),
  ]

  private static let past: [KeyBinding] = [
    KeyBinding(.mark, ["m"], "m", "mark", "Mark the commit, to compare others with it."),
    KeyBinding(
      .compare,
      ["="],
      "=",
      "compare",
      "All that changed between the mark and the commit."
    ),
    KeyBinding(
      .why,
      ["w"],
      "w",
      "why",
      "To the commit that made the value under the cursor so.",
      in: .detail
    ),
    KeyBinding(.previousChange, ["["], "[", "change before", "To the change before of that value."),
    KeyBinding(
      .nextChange,
      ["]"],
      "]",
      "next change",
      "To the next change of that value.",
      in: .detail
    ),
    KeyBinding(
      .pin,
      ["p"],
      "p",
      "pin",
      "Show that value at the top, over time, or no longer.",
      in: .detail
    ),
    KeyBinding(.blame, ["b"], "b", "blame", "Beside each value, the commit that made it so."),
  ]

  private static let program: [KeyBinding] = [
    KeyBinding(.travel, ["t"], "t", "travel", "Put the state after the commit into the program."),
    KeyBinding(
      .travelBack,
      ["T"],
      "T",
      "travel back",
      "Put back the state from before travelling."
    ),
    KeyBinding(
      .skip,
      ["x"],
      "x",
      "skip",
      "Leave out the commit's action and reduce the later ones again; or take it back in."
    ),
    KeyBinding(
      .dispatch,
      ["d"],
      "d",
      "dispatch",
      "Dispatch an action: choose its type, and fill in a form made from the last one."
    ),
    KeyBinding(
      .edit,
      ["e"],
      "e",
      "edit",
      "Edit the commit's action in that form, and dispatch it again."
    ),
    KeyBinding(.source, ["o"], "o", "source", "Open the place that dispatched it in $EDITOR."),
  ]

  private static let rest: [KeyBinding] = [
    KeyBinding(.copy, ["y"], "y", "copy", "Copy the line, or the action."),
    KeyBinding(.save, ["s"], "s", "save", "Save what the list shows as a session file."),
    KeyBinding(.commands, [":"], ":", "command", "Any command, by its name; Tab completes."),
    KeyBinding(.help, ["?"], "?", "help", "All keys.", in: .always),
    KeyBinding(.quit, ["q"], "q", "quit", "Leave.", in: .always),
  ]
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral value: Character) {
    self.init(.character(value))
  }
}
