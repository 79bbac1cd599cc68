import ExplorerTerminal
import Sluice

/// What is visible of the state, each part made anew only when something of it changed.
enum ScreenSelectors {
  static let size = Selector(keyPath: \ScreenState.size)
  static let list = Selector(keyPath: \ScreenState.list)
  static let detail = Selector(keyPath: \ScreenState.detail)
  static let prompt = Selector(keyPath: \ScreenState.prompt)
  static let past = Selector<ScreenState, ShownPast>(projector: { $0.past })

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

  static let layout = Selector.with(size, headRows, detail) { size, headRows, detail in
    ScreenLayout(size: size, headRows: headRows, showsDetail: detail.isFocused)
  }

  static let rows = Selector.with(past, list, layout) { past, list, layout in
    ListWindow(of: past, list: list, height: (layout.list ?? layout.body).height)
  }

  /// The number of the selected commit.
  static let selected = Selector.with(rows) { rows in rows.selected?.number }

  private static let pins = Selector.with(past, selected, size) { past, selected, size in
    let number = selected ?? past.history.lastNumber ?? 0
    let content = HeadLines.Content(
      program: "",
      pins: past.pins.map { HeadLines.Pin($0, at: number) }
    )
    return Array(HeadLines.lines(of: content, width: size.columns).suffix(past.pins.count))
  }

  private static let head = Selector.with(facts, pins) { facts, pins in facts + pins }

  private static let visible = Selector.with(rows) { rows in rows.content }
  private static let look = Selector.with(list) { list in list.look }

  /// The lines of the list, made anew only if it moved or something came.
  private static let unselectedLines = Selector.with(visible, past, look, layout) {
    visible,
    past,
    look,
    layout -> RowLines in
    let width = max(1, (layout.list ?? layout.body).width - 2)
    return RowLines(of: visible, past, look, width: width)
  }

  private static let rowLines = Selector.with(unselectedLines, rows) { lines, rows in
    lines.selecting(rows)
  }

  private static let chrome = Selector<ScreenState, ScreenChrome>(projector: ScreenChrome.init)

  private static let frame = Selector.with(size, layout, head, rowLines, pane, detail, chrome) {
    size,
    layout,
    head,
    rows,
    pane,
    detail,
    chrome in
    ScreenFrame(
      layout: layout,
      size: size,
      head: head,
      rows: rows,
      pane: pane,
      detail: detail,
      chrome: chrome
    )
  }

  /// The cells of the screen.
  static let grid = Selector.with(frame) { frame in frame.grid }

  /// What the pane is to show.
  static let question = Selector.with(past, selected, detail, list, layout) {
    past,
    selected,
    detail,
    list,
    layout in
    PaneQuestion(
      past: past,
      number: selected,
      detail: detail,
      mark: list.mark,
      isFollowing: list.selected == nil,
      size: GridSize(
        columns: max(1, (layout.detail ?? layout.body).width - 2),
        rows: (layout.detail ?? layout.body).height
      )
    )
  }

  /// The lines of the pane, all of them: those of the last answer, if it was about what is to be shown.
  static let lines = Selector.with(detail, past) {
    (detail: Detail, past: ShownPast) -> [PaneLine] in
    guard let answer = detail.answer, answer.key.tab == detail.tab,
      answer.key.instance == past.instance
    else { return [] }
    return answer.lines
  }

  /// The pane, and where its cursor is.
  static let pane = Selector.with(lines, detail, layout) { lines, detail, layout in
    PaneWindow(lines, detail, height: (layout.detail ?? layout.body).height)
  }
}

/// What reducers have to know of what is visible.
extension ScreenState {
  var layout: ScreenLayout { ScreenSelectors.layout.value(in: self) }
  var rows: ListWindow { ScreenSelectors.rows.value(in: self) }
  var pane: PaneWindow { ScreenSelectors.pane.value(in: self) }
  /// The number of the selected commit.
  var selected: Int? { rows.selected?.number }
}
