import ExplorerTerminal

/// What stands around and above the panes.
struct ScreenChrome: Sendable, Equatable {
  /// The lines of what covers the panes, and which of them are visible.
  var overlay: OverlayLines?
  var prompt: PromptLines?
  var notice: Notice?
  /// A text to mark wherever it stands.
  var found: PaneSearch?
  /// What the list says while it is empty.
  var welcome: [PaneLine]
  var keys: PaneLine

  init(_ state: ScreenState) {
    let width = state.size.columns
    notice = state.notice
    found = state.find?.search
    welcome = state.past.rows.isEmpty ? Self.welcome(state) : []
    keys = KeyLine(state).line
    if let prompt = state.prompt {
      let remark = prompt.purpose == .find ? state.find?.text : nil
      self.prompt = PromptLines(
        prompt,
        PromptCandidates(for: prompt, state).all,
        remark,
        width: width
      )
    }
    overlay = state.overlay.map { overlay in
      let lines = state.overlayLines ?? []
      let height = state.layout.body.height
      let window = OverlayWindow(overlay, of: state.watching, count: lines.count, height: height)
      return OverlayLines(lines: lines, window: window)
    }
  }

  struct OverlayLines: Equatable {
    let lines: [PaneLine]
    let window: OverlayWindow
  }

  private static func welcome(_ state: ScreenState) -> [PaneLine] {
    let dim = CellStyle(dim: true)
    let watching = state.watching
    if state.past.isSearching {
      return [PaneLine("Looking for commits that match the filter …", dim)]
    }
    if watching.filter != nil, state.past.history.numbers != nil {
      return [PaneLine("No commit matches the filter. Esc shows all.", dim)]
    }
    if let program = state.program {
      let name = VisibleText(program.label).description
      return [PaneLine("\(name) is connected, and has not committed anything yet.", dim)]
    }
    guard let notice = watching.notice else { return [PaneLine("Nothing was recorded yet.", dim)] }
    var lines = notice.lines(columns: state.size.columns - 2).map { PaneLine($0) }
    let code = lines.firstIndex { $0.text.contains("store.register") } ?? lines.endIndex
    lines.insert(PaneLine("  import SluiceMonitor"), at: code)
    lines.insert(PaneLine("No program is connected yet.", CellStyle(bold: true)), at: 0)
    let option = notice.isElsewhere ? " --endpoint \(notice.endpoint)" : ""
    lines += [
      "", "To see it at work: sluice-explorer demo --app\(option), in another terminal.",
    ].map { PaneLine($0, dim) }
    return lines
  }
}
