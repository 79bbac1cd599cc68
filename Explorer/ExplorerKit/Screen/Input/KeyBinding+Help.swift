extension KeyBinding {
  /// All keys, for the help.
  static func helpLines(width: Int) -> [PaneLine] {
    let sections = groups.map { group in
      HelpPane.Section(
        title: group.heading,
        entries: group.bindings.map { HelpPane.Entry(keys: $0.name, text: $0.meaning) }
      )
    }
    return HelpPane.lines(of: sections + [form, mouse], width: width)
  }

  private static let form = HelpPane.Section(
    title: "In the form for an action",
    entries: FormBinding.all.map { HelpPane.Entry(keys: $0.name, text: $0.meaning) }
  )

  private static let mouse = HelpPane.Section(
    title: "The mouse",
    entries: [
      HelpPane.Entry(keys: "Click", text: "Select a line, or a tab; again: as Enter."),
      HelpPane.Entry(keys: "Wheel", text: "Move in the list, or in the pane."),
    ]
  )
}
