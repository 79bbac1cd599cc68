/// All keys and signs, for the help.
enum ScreenHelp {
  static func lines(width: Int) -> [PaneLine] {
    let sections: [HelpPane.Section] = KeyBinding.groups.map { group in
      (group.heading, group.bindings.map { ($0.name, $0.meaning) })
    }
    return HelpPane.lines(of: sections + [counts, typing, mouse, signs], width: width)
  }

  private static let counts: HelpPane.Section = (
    "A number in front",
    [
      ("5j 4PgDn", "So many lines or pages. 0 in front of 1, 2 and 3: 012j."),
      ("12G 50g", "To the commit, or the line of the pane."),
    ]
  )

  private static let typing: HelpPane.Section = (
    "While typing",
    [
      ("Tab", "Complete; again: the next one."), ("↑ ↓", "What was typed before."),
      ("^X", "An action's JSON in $EDITOR."), ("^A ^E ^U ^W", "As in a shell."),
    ]
  )

  private static let mouse: HelpPane.Section = (
    "The mouse",
    [
      ("Click", "Select a line, a pane or a key; again: as Enter."),
      ("Wheel", "Move in the list, or in the pane."),
      ("Drag", "Move what stands between the list and a pane."),
    ]
  )

  private static let signs: HelpPane.Section = (
    "Signs",
    [
      ("← 41", "Commit 41 led to it."), ("└", "The one above led to it."),
      ("◆", "The marked commit."),
      ("✗", "An effect that it set off failed."),
      ("◔", "It took a millisecond or longer."), ("⊘", "It is left out."),
      ("+ - ~ >", "Added, removed, set, moved."),
      ("·", "Something in it changed."), ("▸ ▾", "Folded, unfolded; before a run: of this commit."),
      ("■ □ ✗", "A run ended, was cancelled, failed."), ("↻", "An attempt failed."),
      ("▲", "The commit, in time."),
    ]
  )
}
