import ExplorerTerminal
import Sluice

/// What is visible of the state, each part made anew only when something of it changed.
enum ScreenSelectors {
  static let size = Selector(keyPath: \ScreenState.size)
  static let list = Selector(keyPath: \ScreenState.list)
  static let detail = Selector(keyPath: \ScreenState.detail)
  static let past = Selector<ScreenState, ShownPast>(projector: { $0.past })
  private static let search = Selector<ScreenState, PaneSearch?>(projector: { $0.find?.search })
  private static let isFinding = Selector<ScreenState, Bool>(projector: { $0.find?.place == .list })

  private static let content = Selector<ScreenState, HeadLines.Content?>(projector: { state in
    state.program.map { program in
      HeadLines.Content(program, state.watching, state.list)
    }
  })

  /// What stands at the top, without the pins.
  private static let facts = Selector.with(content, size) {
    (content: HeadLines.Content?, size: GridSize) -> [PaneLine] in
    guard let content else { return [PaneLine("sluice-explorer", CellStyle(bold: true))] }
    return HeadLines.lines(of: content, width: size.columns)
  }

  private static let headRows = Selector.with(facts, past) { (facts, past: ShownPast) in
    facts.count + past.pins.count
  }

  private static let running = Selector<ScreenState, RunningLines?>(projector: { state in
    state.program.flatMap { RunningLines($0, state.watching) }
  })

  private static let dividers = Selector(keyPath: \ScreenState.dividers)

  static let layout = Selector.with(size, headRows, detail, running, dividers) {
    ScreenLayout(size: $0, headRows: $1, $2, hasRuns: $3 != nil, $4)
  }

  static let rows = Selector.with(past, list, layout) { past, list, layout in
    ListWindow(of: past, list: list, height: layout.listHeight)
  }

  /// The number of the selected commit.
  static let selected = Selector.with(rows) { rows in rows.selected?.number }

  private static let pins = Selector.with(past, selected, size) { past, selected, size in
    let number = selected ?? past.history.lastNumber ?? 0
    return past.pins.map { HeadLines.line(of: HeadLines.Pin($0, at: number), size.columns) }
  }

  private static let head = Selector.with(facts, pins) { facts, pins in facts + pins }

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

  /// What the panes are to show.
  static let questions = Selector.with(past, selected, detail, list, layout) {
    (past: ShownPast, number: Int?, detail: Detail, list: CommitList, layout: ScreenLayout) in
    layout.panes.map { PaneQuestion($0, past, number, detail, list) }
  }

  /// The visible panes in the order of the layout, and where their cursors are.
  static let panes = Selector.with(detail, past, layout, search, isFinding) {
    (detail: Detail, past: ShownPast, layout: ScreenLayout, search: PaneSearch?, isFinding: Bool)
      -> [PaneWindow] in
    layout.panes.map { pane in
      let view = detail[pane.tab]
      guard view.answer?.key.instance == past.instance else { return PaneWindow() }
      // What the list was searched for is looked for in the commit.
      let found = isFinding && pane.tab == .commit ? search : nil
      return PaneWindow(view, height: pane.lines.height, found: found)
    }
  }

  private static let chrome = Selector<ScreenState, ScreenChrome>(projector: ScreenChrome.init)

  /// The head, and the list with what is below it.
  private static let front = Selector.with(head, rowLines, rows, running) {
    ScreenFrame.Front(head: $0, rows: $1, window: $2, running: $3?.lines ?? [])
  }

  private static let frame = Selector.with(layout, front, panes, detail, chrome) {
    ScreenFrame(layout: $0, front: $1, panes: $2, detail: $3, chrome: $4)
  }

  /// The cells of the screen.
  static let grid = Selector.with(frame, size) { frame, size in frame.grid(of: size) }
}

/// What reducers have to know of what is visible.
extension ScreenState {
  var layout: ScreenLayout { ScreenSelectors.layout.value(in: self) }
  var rows: ListWindow { ScreenSelectors.rows.value(in: self) }
  /// The pane on which keys act; empty if it isn't visible.
  var pane: PaneWindow {
    let place = layout.panes.firstIndex { $0.tab == detail.tab }
    return place.map { ScreenSelectors.panes.value(in: self)[$0] } ?? PaneWindow()
  }
  /// The number of the selected commit.
  var selected: Int? { rows.selected?.number }
}
