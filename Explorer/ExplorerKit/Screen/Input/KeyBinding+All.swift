import ExplorerTerminal

/// All keys of the screen. The last line, the help, `:` and the documentation say what stands here.
extension KeyBinding {
  /// In groups, of which each has a heading in the help.
  static let groups: [(heading: String, bindings: [KeyBinding])] = [
    ("Moving", moving), ("Panes", panes), ("Finding", finding), ("The past", past),
    ("The program", program), ("The rest", rest),
  ]

  static let all = groups.flatMap(\.bindings)

  private static let moving: [KeyBinding] = [
    KeyBinding("down", ["j", .init(.down)], "j ↓", "down", "One line down.", .moving(.lines(1))),
    KeyBinding("up", ["k", .init(.up)], "k ↑", "up", "One line up.", .moving(.lines(-1))),
    KeyBinding(
      "page-down",
      [.init(.pageDown), .init(.character("f"), .control), .init(.character("d"), .control)],
      "PgDn ^F",
      "page down",
      "One page down.",
      .moving(.pages(1))
    ),
    KeyBinding(
      "page-up",
      [.init(.pageUp), .init(.character("b"), .control), .init(.character("u"), .control)],
      "PgUp ^B",
      "page up",
      "One page up.",
      .moving(.pages(-1))
    ),
    KeyBinding(
      "first",
      ["g", .init(.home)],
      "g Home",
      "first",
      "To the first line.",
      .moving(.first)
    ),
    KeyBinding(
      "last",
      ["G", .init(.end)],
      "G End",
      "last",
      "To the last line; in the list, follow what comes.",
      in: .list,
      .moving(.last)
    ),
    KeyBinding(
      "left",
      ["h", .init(.left)],
      "h ←",
      "fold",
      "Fold a value; else back to the list.",
      .doingAnywhere { $0.goLeft() }
    ),
    KeyBinding(
      "right",
      ["l", .init(.right)],
      "l →",
      "unfold",
      "Unfold a value; else to the pane.",
      .doingAnywhere { $0.goRight() }
    ),
  ]

  private static let panes: [KeyBinding] = [
    KeyBinding(
      "open",
      [.init(.enter)],
      "Enter",
      "open",
      "Look at the commit; in a pane, go to the commit of the line, or fold it.",
      in: .always,
      .doingAnywhere { $0.open() }
    ),
    KeyBinding(
      "back",
      [.init(.escape)],
      "Esc",
      "back",
      "Back: from what covers the panes, from a pane, from a filter.",
      in: .detail,
      .doingAnywhere { $0.goBack() }
    ),
    KeyBinding(
      "switch-pane",
      [.init(.tab), .init(.backTab)],
      "Tab",
      "pane",
      "Between the list and the pane.",
      in: .always,
      .doing { $0.detail.isFocused.toggle() }
    ),
    KeyBinding(
      "action",
      ["1"],
      "1",
      "action",
      "What the action carries, and where it came from.",
      .doing { $0.detail.show(.action) }
    ),
    KeyBinding(
      "changes",
      ["2"],
      "2",
      "changes",
      "What the commit changed.",
      .doing { $0.detail.show(.changes) }
    ),
    KeyBinding(
      "state",
      ["3"],
      "3",
      "state",
      "The state after the commit.",
      .doing { $0.detail.show(.state) }
    ),
    KeyBinding(
      "cause",
      ["4"],
      "4",
      "cause",
      "What led to the commit, and what it led to.",
      .doing { $0.detail.show(.cause) }
    ),
    KeyBinding(
      "effects",
      ["5"],
      "5",
      "effects",
      "The runs of effects over time.",
      .doing { $0.detail.show(.effects) }
    ),
    KeyBinding(
      "statistics",
      ["6"],
      "6",
      "statistics",
      "Actions, effects and changes, counted.",
      .doing { $0.detail.show(.statistics) }
    ),
    KeyBinding(
      "times",
      ["c"],
      "c",
      "times",
      "Time of day, or since the commit before.",
      .doing { $0.list.times = $0.list.times == .clock ? .sinceBefore : .clock }
    ),
    KeyBinding(
      "nest",
      ["C"],
      "C",
      "nest",
      "Put commits under what led to them.",
      .doing { state in
        state.list.isNested.toggle()
        state.arrangeRows()
      }
    ),
    KeyBinding(
      "programs",
      ["P"],
      "P",
      "programs",
      "Choose one of several programs; / finds one by its name.",
      .doingAnywhere { $0.toggleProgramList() }
    ),
  ]

  private static let finding: [KeyBinding] = [
    KeyBinding(
      "find",
      ["/"],
      "/",
      "find",
      "Find text, in the list (also numbers, times and places) or in the pane.",
      in: .always,
      .typing("TEXT") { $0.find($1) }
    ),
    KeyBinding(
      "find-next",
      ["n"],
      "n",
      "next",
      "The next place where it is.",
      .doingAnywhere { $0.find($0.searched, isForward: true) }
    ),
    KeyBinding(
      "find-previous",
      ["N"],
      "N",
      "previous",
      "The place before where it is.",
      .doingAnywhere { $0.find($0.searched, isForward: false) }
    ),
    KeyBinding(
      "filter",
      ["f"],
      "f",
      "filter",
      "Show only commits that match; Tab completes.",
      in: .list,
      .typing("FILTER") { $0.filter($1) }
    ),
    KeyBinding(
      "pause",
      [" "],
      "Space",
      "pause",
      "Show nothing new; what comes is held all the same.",
      in: .list,
      .doing { $0.togglePause() }
    ),
  ]

  private static let past: [KeyBinding] = [
    KeyBinding(
      "mark",
      ["m"],
      "m",
      "mark",
      "Mark the commit, to compare others with it.",
      .doing { $0.toggleMark() }
    ),
    KeyBinding(
      "compare",
      ["="],
      "=",
      "compare",
      "All that changed between the mark and the commit.",
      .doing { $0.compare() }
    ),
    KeyBinding(
      "why",
      ["w"],
      "w",
      "why",
      "To the commit that made the value under the cursor so.",
      in: .detail,
      .onValue { state in state.askAboutValue { .why($0, at: $1) } }
    ),
    KeyBinding(
      "previous-change",
      ["["],
      "[",
      "change before",
      "To the change before of that value.",
      .onValue { state in state.askAboutValue { .change($0, isNext: false, from: $1) } }
    ),
    KeyBinding(
      "next-change",
      ["]"],
      "]",
      "next change",
      "To the next change of that value.",
      in: .detail,
      .onValue { state in state.askAboutValue { .change($0, isNext: true, from: $1) } }
    ),
    KeyBinding(
      "pin",
      ["p"],
      "p",
      "pin",
      "Show that value at the top, over time, or no longer.",
      in: .detail,
      .onValue { $0.togglePin() }
    ),
    KeyBinding(
      "blame",
      ["b"],
      "b",
      "blame",
      "Beside each value, the commit that made it so.",
      .doing { $0.detail.toggleBlame() }
    ),
  ]

  private static let program: [KeyBinding] = [
    KeyBinding(
      "travel",
      ["t"],
      "t",
      "travel",
      "Put the state after the commit into the program.",
      .doing { $0.travel() }
    ),
    KeyBinding(
      "travel-back",
      ["T"],
      "T",
      "travel back",
      "Put back the state from before travelling.",
      .doing { $0.travelBack() }
    ),
    KeyBinding(
      "skip",
      ["x"],
      "x",
      "skip",
      "Leave out the commit's action and reduce the later ones again; or take it back in.",
      .doing { $0.toggleLeftOut() }
    ),
    KeyBinding(
      "skip-none",
      ["X"],
      "X",
      "skip none",
      "Take back in all actions that are left out.",
      .doing { $0.leaveOutNone() }
    ),
    KeyBinding(
      "dispatch",
      ["d"],
      "d",
      "dispatch",
      "Dispatch an action: choose its type, and fill in a form made from the last one.",
      .typing("TYPE") { $0.dispatch($1) }
    ),
    KeyBinding(
      "edit",
      ["e"],
      "e",
      "edit",
      "Edit the commit's action in that form, and dispatch it again.",
      .doing { $0.editAction() }
    ),
    KeyBinding(
      "source",
      ["o"],
      "o",
      "source",
      "Open the place that dispatched it in $EDITOR.",
      .doing { $0.openSource() }
    ),
  ]

  private static let rest: [KeyBinding] = [
    KeyBinding("copy", ["y"], "y", "copy", "Copy the line, or the action.", .doing { $0.copy() }),
    KeyBinding(
      "save",
      ["s"],
      "s",
      "save",
      "Save what the list shows as a session file.",
      .typing("FILE") { $0.save($1) }
    ),
    KeyBinding(
      "command",
      [":"],
      ":",
      "command",
      "Any command, by its name, with what it asks for behind it; or a commit by its number.",
      .doingAnywhere { $0.prompt = Prompt(.command) }
    ),
    KeyBinding(
      "redraw",
      [.init(.character("l"), .control)],
      "^L",
      "redraw",
      "Draw all of the screen again, also while somebody types.",
      .always { $0.redraws += 1 }
    ),
    KeyBinding(
      "help",
      ["?"],
      "?",
      "help",
      "All keys.",
      in: .always,
      .doingAnywhere { $0.toggleHelp() }
    ),
    KeyBinding("quit", ["q"], "q", "quit", "Leave.", in: .always, .doingAnywhere { $0.quit() }),
  ]
}
