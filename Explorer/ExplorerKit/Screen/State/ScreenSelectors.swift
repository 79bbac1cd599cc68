import ExplorerTerminal
import Sluice

/// What is visible of the state, each part made anew only when something of it changed.
enum ScreenSelectors {
  private static let size = Selector(keyPath: \ScreenState.size)
  private static let list = Selector(keyPath: \ScreenState.list)
  private static let detail = Selector(keyPath: \ScreenState.detail)
  private static let past = Selector<ScreenState, ShownPast>(projector: { $0.past })
  private static let layout = Selector<ScreenState, ScreenLayout>(projector: { $0.layout })
  private static let panes = Selector<ScreenState, [PaneWindow]>(projector: { $0.panes })

  private static let content = Selector<ScreenState, HeadLines.Content?>(projector: { state in
    state.program.map { program in
      HeadLines.Content(program, state.watching, state.list)
    }
  })

  /// What stands at the top, without the pins.
  private static let facts = Selector.with(content, size) {
    (content: HeadLines.Content?, size: GridSize) -> PaneLine in
    guard let content else { return PaneLine("sluice-explorer", CellStyle(bold: true)) }
    return HeadLines.line(of: content, width: size.columns)
  }

  private static let rows = Selector.with(past, list, layout) { past, list, layout in
    ListWindow(of: past, list: list, height: layout.listHeight)
  }

  private static let selected = Selector.with(rows) { rows in rows.selected?.number }

  private static let pins = Selector.with(past, selected, size) { past, selected, size in
    let number = selected ?? past.history.lastNumber ?? 0
    return past.pins.map { HeadLines.line(of: HeadLines.Pin($0, at: number), size.columns) }
  }

  private static let visible = Selector.with(rows) { rows in rows.content }
  private static let look = Selector.with(list) { list in list.look }

  /// The lines of the list, made anew only if it moved or something came.
  private static let unselectedLines = Selector.with(visible, past, look, layout) {
    let width = max(1, ($3.list ?? $3.body).width - 2)
    return RowLines(of: $0, $1, $2, isWide: $3.isWide, width: width)
  }

  private static let rowLines = Selector.with(unselectedLines, rows) { lines, rows in
    lines.selecting(rows)
  }

  private static let running = Selector<ScreenState, [PaneLine]>(projector: { state in
    state.running?.lines ?? []
  })

  private static let chrome = Selector<ScreenState, ScreenChrome>(projector: ScreenChrome.init)

  /// The head, and the list with what is below it.
  private static let front = Selector.with(facts, pins, rowLines, rows, running) {
    ScreenFrame.Front(head: [$0] + $1, rows: $2, window: $3, running: $4)
  }

  private static let frame = Selector.with(layout, front, panes, detail, chrome) {
    ScreenFrame(layout: $0, front: $1, panes: $2, detail: $3, chrome: $4)
  }

  /// The cells of the screen.
  static let grid = Selector.with(frame, size) { frame, size in frame.grid(of: size) }
}

/// What reducers have to know of what is visible.
extension ScreenState {
  /// What stands below the list; `nil` if nothing does.
  fileprivate var running: RunningLines? { program.flatMap { RunningLines($0, watching) } }

  var layout: ScreenLayout {
    ScreenLayout(
      size: size,
      headRows: 1 + past.pins.count,
      detail,
      hasRuns: running != nil,
      dividers
    )
  }

  var rows: ListWindow { ListWindow(of: past, list: list, height: layout.listHeight) }

  /// The number of the selected commit.
  var selected: Int? { rows.selected?.number }

  /// The visible panes in the order of the layout, and where their cursors are.
  fileprivate var panes: [PaneWindow] { layout.panes.map(window) }

  /// The pane on which keys act; empty if it isn't visible.
  var pane: PaneWindow { layout.pane(detail.tab).map(window) ?? PaneWindow() }

  private func window(of pane: ScreenLayout.Pane) -> PaneWindow {
    let view = detail[pane.tab]
    guard view.answer?.key.instance == past.instance else { return PaneWindow() }
    // What the list was searched for is looked for in the commit.
    let found = pane.tab == .commit && find?.place == .list ? find?.search : nil
    return PaneWindow(view, height: pane.lines.height, found: found)
  }
}
