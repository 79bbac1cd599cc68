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
    } else if let program = watching.successor ?? watching.chosen ?? watching.programs.first {
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
      let count = overlayLines?.count ?? 0
      // A larger screen may show more than when the help was scrolled.
      let top = OverlayWindow(overlay, of: watching, count: count, height: height).top
      let place = motion.place(from: top, of: count, page: max(1, height - 1))
      self.overlay = .help(top: max(0, min(place, count - height)))
    case .programs(let cursor):
      let programs = watching.programs
      guard !programs.isEmpty else { return }
      let place = motion.place(
        from: watching.index(of: cursor) ?? 0,
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

  /// The lines of what covers the panes; `nil` if nothing does.
  var overlayLines: [PaneLine]? {
    switch overlay {
    case .help: ScreenHelp.lines(width: size.columns - 2)
    case .programs: ProgramLines.lines(of: watching)
    case nil: nil
    }
  }

  /// Scrolls the help so that a line is visible.
  mutating func show(helpLine line: Int) {
    guard case .help(let top) = overlay else { return }
    let height = layout.body.height
    if !(top..<top + height).contains(line) { overlay = .help(top: max(0, line - height / 3)) }
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
