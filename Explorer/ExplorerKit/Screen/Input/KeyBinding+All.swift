import ExplorerTerminal

/// All keys of the screen. The last line, the help, `:` and the documentation say what stands here.
extension KeyBinding {
  /// In groups, of which each has a heading in the help.
  static let groups: [(heading: String, bindings: [KeyBinding])] = [
    ("Moving", moving), ("Panes", panes), ("Finding", finding), ("The past", past),
    ("The program", program), ("The rest", rest),
  ]

  static let all = groups.flatMap(\.bindings)

  private static let moving = [
    KeyBinding("down", "j ↓", "One line down.", .moving(.lines(1))),
    KeyBinding("up", "k ↑", "One line up.", .moving(.lines(-1))),
    KeyBinding("page-down", "PgDn ^F ^D", "One page down.", .moving(.pages(1))),
    KeyBinding("page-up", "PgUp ^B ^U", "One page up.", .moving(.pages(-1))),
    KeyBinding("first", "g Home", "To the first line.", .moving(.first)),
    KeyBinding("last", "G End", "To the last line; in the list, follow what comes.", .moving(.last))
      .offered("follow") { $0.isInList && $0.list.selected != nil && $0.isLive },
    KeyBinding("left", "h ←", "Fold a value; else to the list.").anywhere { $0.goLeft() },
    KeyBinding("right", "l →", "Unfold a value; else to the pane.").anywhere { $0.goRight() },
  ]

  private static let panes = [
    KeyBinding("open", "Enter", "Go there; fold; in a pane, show only what is like the line.")
      .anywhere { $0.open() }.offered { $0.openWords },
    KeyBinding("back", "Esc", "Back: from the help, a search, a pane, a filter.")
      .anywhere { $0.goBack() }.offered("back") { $0.canGoBack },
    KeyBinding("pane", "Tab S-Tab", "To the next pane, or back to the list.").does {
      $0.goToNextPane()
    },
    KeyBinding("commit", "1", "The action, what it changed, why, and what it led to.")
      .does { $0.show(.commit) },
    KeyBinding("state", "2", "The state after the commit.")
      .does { $0.show(.state) }.offered("state") { $0.isInList && $0.layout.panes.count < 2 },
    KeyBinding("runs", "3", "The runs of effects over time, and totals.")
      .does { $0.show(.runs) }.offered("runs") { $0.isInList && $0.layout.panes.count < 2 },
    KeyBinding("times", "c", "Time of day, or since the commit before.")
      .does { $0.list.times = $0.list.times == .ofDay ? .sinceLast : .ofDay },
    KeyBinding("programs", "P", "Choose one of several programs; / finds one by its name.")
      .anywhere { $0.toggleProgramList() }.offered("programs") { $0.hasOthers },
  ]

  private static let finding = [
    KeyBinding("find", "/", "Find text: in the list, a pane or the help.")
      .asks("TEXT") { $0.find($1) }.offered("find") { $0.find == nil && $0.canFind },
    KeyBinding("next", "n", "The next place where it is.")
      .anywhere { $0.findNext(isForward: true) }.offered("next") { $0.find != nil },
    KeyBinding("previous", "N", "The place before.")
      .anywhere { $0.findNext(isForward: false) }.offered("previous") { $0.find != nil },
    KeyBinding("filter", "f", "Show only what matches; in a pane, what is like the line.")
      .asks("FILTER") { $0.filter($1) }.offered { $0.filterWords },
    KeyBinding("pause", "Space", "Show nothing new; what comes is held all the same.")
      .does { $0.togglePause() }.offered("pause") { $0.isInList && $0.isLive },
  ]

  private static let past = [
    KeyBinding("why", "w", "To what made the value so, or led to the commit.")
      .onValue { $0.askWhy() }.offered("why") { $0.isOnValue || $0.isInList && $0.isLedTo },
    KeyBinding("change-before", "[", "To the change before of the value under the cursor.")
      .onValue { $0.askAboutValue { .change($0, isNext: false, from: $1) } },
    KeyBinding("next-change", "]", "To the next change of that value.")
      .onValue { $0.askAboutValue { .change($0, isNext: true, from: $1) } }
      .offered("next change") { $0.isOnValue },
    KeyBinding("pin", "p", "Show that value at the top, over time, or no longer.")
      .onValue { $0.togglePin() }.offered("pin") { $0.isOnValue },
    KeyBinding("blame", "b", "Beside each value, the commit that made it so.")
      .does { $0.toggleBlame() }.offered("blame") { $0.isInPane && $0.detail.tab == .state },
    KeyBinding("mark", "m", "Mark the commit, to compare others with it.")
      .does { $0.toggleMark() }.offered("mark") { $0.isInList && $0.list.mark == nil },
    KeyBinding("compare", "=", "All that differs from the marked commit to this one.")
      .does { $0.compare() }.offered("compare") { $0.canCompare },
  ]

  private static let program = [
    KeyBinding("travel", "t", "Put the state after the commit into the program.")
      .does { $0.travel() }.offered("go back to this") { $0.isInList && $0.canRestore },
    KeyBinding("return", "T", "Undo the travelling, and go back to where you were.")
      .does { $0.travelBack() }.offered("return") { $0.program?.home != nil },
    KeyBinding("skip", "x", "Reduce all again without the commit, or with it again.")
      .does { $0.toggleLeftOut() }.offered("skip") { $0.isInList && $0.canRestore },
    KeyBinding("dispatch", "d", "Dispatch an action: its type, then its JSON.")
      .asks("TYPE") { $0.dispatch($1) }.offered("dispatch") { $0.isInList && $0.canDispatch },
    KeyBinding("edit", "e", "Edit the commit's action, and dispatch it again.")
      .does { $0.editAction() },
    KeyBinding("source", "o", "Open the place that dispatched it in $EDITOR.")
      .does { $0.openSource() },
  ]

  private static let rest = [
    KeyBinding("copy", "y", "Copy the commit as a send command; in a pane, line or value.")
      .does { $0.copy() },
    KeyBinding("save", "s", "Save what the list shows as a session file.")
      .asks("FILE") { $0.write($1, asPage: false) },
    KeyBinding("export", "E", "Write what the list shows as a page to send.")
      .asks("FILE") { $0.write($1, asPage: true) },
    KeyBinding("command", ":", "A command by its name, or a commit by its number.")
      .anywhere { $0.begin(Prompt(.command)) },
    KeyBinding("redraw", "^L", "Draw all of the screen again.", .always { $0.redraws += 1 }),
    KeyBinding("help", "?", "All keys, and what signs mean.")
      .anywhere { $0.toggleHelp() }.offered("all keys"),
    KeyBinding("quit", "q", "Leave.").anywhere { $0.quit() }.offered("quit") { $0.overlay == nil },
  ]
}
