import ExplorerTerminal
import SluiceWire

/// What covers the panes.
enum Overlay: Hashable, Sendable {
  case help(top: Int)
  /// The programs to choose from, and the instance of the one with the cursor.
  case programs(cursor: String)
}

extension ScreenState {
  /// Shows what covers the panes, or the panes again.
  mutating func toggleHelp() {
    if case .help = overlay { overlay = nil } else { overlay = .help(top: 0) }
  }

  mutating func toggleProgramList() {
    if case .programs = overlay {
      overlay = nil
    } else if let program = watching.chosen ?? watching.programs.first {
      overlay = .programs(cursor: program.hello.instance)
    } else {
      say("No program is connected yet.")
    }
  }

  /// Moves in an overlay.
  mutating func move(_ motion: Motion, in overlay: Overlay) {
    let height = layout.body.height
    switch overlay {
    case .help:
      let count = KeyBinding.helpLines(width: layout.body.width - 2).count
      // A larger screen may show more than when the help was scrolled.
      let top = OverlayWindow(overlay, of: watching, count: count, height: height).top
      let place = motion.place(from: top, of: count, page: max(1, height - 1))
      self.overlay = .help(top: max(0, min(place, count - height)))
    case .programs(let cursor):
      let programs = watching.programs
      guard !programs.isEmpty else { return }
      let place = motion.place(
        from: watching.place(of: cursor),
        of: programs.count,
        page: max(1, height - 1)
      )
      self.overlay = .programs(cursor: programs[place].hello.instance)
    }
  }

  /// Shows the program at a place of the list of programs.
  mutating func chooseProgram(at index: Int) {
    guard watching.programs.indices.contains(index) else { return }
    choose(watching.programs[index].hello.instance)
  }

  /// Shows a program, if it is still known.
  mutating func choose(_ instance: String) {
    guard watching.program(instance) != nil else { return }
    watching.chosenInstance = instance
    leaveProgram()
    overlay = nil
  }

  /// Moves the cursor to the next program whose name or store has a text.
  mutating func findProgram(_ text: String, from instance: String, isForward: Bool) {
    let programs = watching.programs
    let cursor = watching.place(of: instance)
    let search = PaneSearch(text)
    let steps = programs.indices.map { isForward ? $0 + 1 : programs.count - $0 - 1 }
    let places = steps.map { (cursor + $0) % programs.count }
    let found = places.first { index in
      let store = programs[index].hello.store ?? ""
      return search.isFound(in: VisibleText("\(programs[index].label) \(store)").description)
    }
    guard let found else { return say(.missing(text)) }
    overlay = .programs(cursor: programs[found].hello.instance)
  }

  mutating func click(_ press: MousePress, on overlay: Overlay) {
    guard case .programs = overlay else {
      self.overlay = nil
      return
    }
    let area = layout.body
    guard area.contains(row: press.row, column: press.column) else { return }
    let count = ProgramLines.headings + watching.programs.count
    let top = OverlayWindow(overlay, of: watching, count: count, height: area.height).top
    chooseProgram(at: top + press.row - area.rows.lowerBound - ProgramLines.headings)
  }
}
