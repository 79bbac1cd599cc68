import ExplorerTerminal
import SluiceSocket

/// What stands around and above the panes.
struct ScreenChrome: Sendable, Equatable {
  var overlay: [PaneLine]?
  var overlayCursor: Int?
  var overlayTop = 0
  /// The column at which somebody types in that line; `nil` if nobody does.
  var overlayTextColumn: Int?
  var prompt: PromptLines?
  var notice: Notice?
  var searched: String
  /// What the list says while it is empty.
  var welcome: [PaneLine]
  var keys: PaneLine

  init(_ state: ScreenState) {
    let width = state.size.columns
    notice = state.notice
    searched = state.searched
    welcome = state.past.rows.isEmpty ? Self.welcome(state) : []
    keys = KeyLine.line(
      isInDetail: state.detail.isFocused,
      isInForm: state.form != nil,
      overlay: state.overlay,
      width: width
    )
    if let prompt = state.prompt {
      let candidates = PromptCandidates(for: prompt, state.program, of: state.watching.programs)
      self.prompt = PromptLines(prompt, candidates.all, width: width)
    }
    if let entry = state.form {
      let pane = DispatchPane(of: entry, size: state.size)
      overlay = pane.lines
      overlayTop = pane.top
      overlayCursor = pane.cursor?.row
      overlayTextColumn = pane.cursor?.column
      return
    }
    switch state.overlay {
    case .help(let top):
      overlay = KeyBinding.helpLines(width: width - 2)
      overlayTop = top
    case .programs(let cursor):
      overlay = ProgramLines.lines(of: state.watching)
      overlayCursor = cursor + ProgramLines.headings
      overlayTop = max(0, cursor - max(1, state.size.rows - 8))
    case nil: break
    }
  }

  private static func welcome(_ state: ScreenState) -> [PaneLine] {
    let dim = CellStyle(dim: true)
    let watching = state.watching
    if watching.filter != nil, state.past.history.numbers != nil {
      return [PaneLine("No commit matches the filter. Esc shows all.", dim)]
    }
    if let program = state.program {
      let name = VisibleText(program.label).description
      return [PaneLine("\(name) is connected, and has not committed anything yet.", dim)]
    }
    guard let notice = watching.notice else {
      return [PaneLine("Nothing was recorded yet.", dim)]
    }
    var lines = notice.lines(columns: state.size.columns - 2).map { PaneLine($0) }
    lines.insert(PaneLine("No program is connected yet.", CellStyle(bold: true)), at: 0)
    lines += ["", "To see it at work: sluice-explorer demo --app, in another terminal."].map {
      PaneLine($0, dim)
    }
    return lines
  }
}
