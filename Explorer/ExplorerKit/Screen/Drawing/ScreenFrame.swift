import ExplorerTerminal

/// All that a frame shows; drawing it is pure.
struct ScreenFrame: Sendable, Equatable {
  /// The head, and the list.
  struct Front: Sendable, Hashable {
    var head: [PaneLine]
    var rows: RowLines
    var window: ListWindow
    /// The lines below the list.
    var running: [PaneLine]

    /// Where the selected row is among all.
    var position: String { window.cursor.map { "\($0 + 1)/\(window.count)" } ?? "" }
  }

  var layout: ScreenLayout
  var front: Front
  /// In the order of the layout.
  var panes: [PaneWindow]
  var detail: Detail
  var chrome: ScreenChrome

  /// The cells.
  func grid(of size: GridSize) -> Grid {
    var grid = Grid(size: size)
    guard size.rows > 0, size.columns > 0 else { return grid }
    draw(front.head, in: layout.head, on: &grid)
    if let overlay = chrome.overlay {
      let window = overlay.window
      let lines = overlay.lines.dropFirst(window.top)
      draw(lines, window.cursor.map { $0 - window.top }, hasKeys: true, layout.body, on: &grid)
    } else if front.rows.lines.isEmpty {
      draw(chrome.welcome, in: layout.body, on: &grid)
    } else {
      if let list = layout.list { drawList(in: list, on: &grid) }
      for divider in layout.dividers.values where layout.isWide {
        for row in divider.rows {
          let column = divider.columns.lowerBound
          grid.write("│", row: row, column: column, style: CellStyle(dim: true))
        }
      }
      for (pane, window) in zip(layout.panes, panes) {
        drawTitle(of: pane, window, on: &grid)
        draw(window, of: pane, on: &grid)
      }
    }
    drawFooter(on: &grid)
    return grid
  }

  private func draw(
    _ lines: [PaneLine],
    in area: ScreenLayout.Area,
    indent: Int = 0,
    on grid: inout Grid
  ) {
    let columns =
      min(area.columns.lowerBound + indent, area.columns.upperBound)..<area.columns.upperBound
    for (row, line) in zip(area.rows, lines) { grid.draw(line, row: row, columns: columns) }
  }

  private func drawList(in area: ScreenLayout.Area, on grid: inout Grid) {
    let rows = front.rows
    if let title = layout.listTitle {
      draw([PaneLine(rows.title)], in: title, indent: 2, on: &grid)
      drawEnd("  \(front.position) ", in: title, on: &grid)
    }
    if let running = layout.running { draw(front.running, in: running, on: &grid) }
    draw(rows.lines[...], rows.selected, hasKeys: !detail.isFocused, area, on: &grid)
  }

  private func draw(_ window: PaneWindow, of pane: ScreenLayout.Pane, on grid: inout Grid) {
    var area = pane.lines
    let isCurrent = pane.tab == detail.tab
    let end = max(area.rows.lowerBound, area.rows.upperBound - window.axis.count)
    var axis = area
    (area.rows, axis.rows) = (area.rows.lowerBound..<end, end..<area.rows.upperBound)
    let cursor = isCurrent ? window.cursor.map { $0 - window.top } : nil
    let lines = window.lines.dropFirst(window.top)
    draw(lines, cursor, hasKeys: detail.isFocused && isCurrent, area, on: &grid)
    draw(window.axis, in: axis, indent: 2, on: &grid)
  }

  /// Draws lines behind a column for the cursor, which is also a sign where there are no colours.
  private func draw(
    _ lines: ArraySlice<PaneLine>,
    _ selected: Int?,
    hasKeys: Bool,
    _ area: ScreenLayout.Area,
    on grid: inout Grid
  ) {
    let start = area.columns.lowerBound
    let rest = min(start + 2, area.columns.upperBound)..<area.columns.upperBound
    for (index, (row, line)) in zip(area.rows, lines).enumerated() {
      let isSelected = index == selected
      let isReversed = isSelected && hasKeys
      grid.draw(line, row: row, columns: rest, isSelected: isReversed, found: chrome.found)
      guard isSelected else { continue }
      let style = CellStyle(bold: true, reversed: hasKeys)
      grid.fill(rows: row..<row + 1, columns: start..<rest.lowerBound, style: style)
      grid.write("▶", row: row, column: start, limit: rest.lowerBound, style: style)
    }
  }

  /// Draws the names of the panes, or of one of several that are visible, and where the cursor is.
  private func drawTitle(of pane: ScreenLayout.Pane, _ window: PaneWindow, on grid: inout Grid) {
    guard let row = pane.title.rows.first else { return }
    let plain = CellStyle(dim: true)
    for column in pane.title.columns { grid.write("─", row: row, column: column, style: plain) }
    var column = pane.title.columns.lowerBound + 1
    for (tab, name) in ScreenTitle.names(of: pane, layout, detail) {
      let hasKeys = tab == detail.tab && detail.isFocused
      let style = tab == pane.tab ? CellStyle(bold: true, reversed: hasKeys) : plain
      let limit = pane.title.columns.upperBound
      column = grid.write(name, row: row, column: column, limit: limit, style: style)
    }
    let place = window.position(height: pane.lines.height)
    let list = layout.listTitle == nil && layout.list != nil ? "\(front.position) ── " : ""
    drawEnd(" \(list)\(place) ", in: pane.title, behind: column, on: &grid)
  }

  /// Draws a text at the end of a line, if there is room behind a column.
  private func drawEnd(
    _ text: String,
    in area: ScreenLayout.Area,
    behind first: Int = 0,
    on grid: inout Grid
  ) {
    let column = area.columns.upperBound - text.columns
    guard column >= max(first, area.columns.lowerBound), let row = area.rows.first else { return }
    grid.write(text, row: row, column: column, style: CellStyle(dim: true))
  }

  private func drawFooter(on grid: inout Grid) {
    let area = layout.footer
    guard area.height > 0 else { return }
    let row = area.rows.lowerBound
    if let prompt = chrome.prompt {
      drawPrompt(prompt, row: row, on: &grid)
    } else if let notice = chrome.notice {
      let style = CellStyle(foreground: notice.isProblem ? .red : nil, bold: true)
      let sign = notice.isProblem ? "! " : ""
      let text = StyledText(sign + VisibleText(notice.text).description)
      // A reason is of no use without its end.
      let lines = text.lines(of: max(1, area.width), atMost: 1 + layout.body.height / 2)
      for (index, line) in lines.enumerated() {
        let place = row - lines.count + 1 + index
        grid.fill(rows: place..<place + 1, columns: area.columns)
        grid.draw(PaneLine(line.text, style), row: place, columns: area.columns)
      }
    } else {
      grid.draw(chrome.keys, row: row, columns: area.columns)
    }
  }

  private func drawPrompt(_ prompt: PromptLines, row: Int, on grid: inout Grid) {
    let columns = layout.footer.columns
    let above = prompt.above.suffix(max(0, row - layout.head.height))
    for (index, line) in above.enumerated() {
      let place = row - above.count + index
      grid.fill(rows: place..<place + 1, columns: columns)
      grid.draw(line, row: place, columns: columns, isSelected: index == prompt.selected)
    }
    grid.draw(prompt.line, row: row, columns: columns)
    grid.cursor = GridPosition(row: row, column: min(prompt.cursor, max(0, columns.count - 1)))
  }
}

/// The names of panes in their titles.
enum ScreenTitle {
  /// Returns the names that stand in the title of a pane: of all, where only one has room.
  static func names(
    of pane: ScreenLayout.Pane,
    _ layout: ScreenLayout,
    _ detail: Detail
  ) -> [(tab: Detail.Tab, name: String)] {
    let tabs = layout.panes.count > 1 ? [pane.tab] : Detail.Tab.allCases
    let isShort = pane.title.width < 34
    return tabs.map { tab in
      let isCompared = tab == .commit && detail.isComparing
      let name = isCompared ? "Compared" : tab.rawValue
      return (tab, isShort && tab != pane.tab ? " \(tab.index + 1) " : " \(tab.index + 1) \(name) ")
    }
  }

  /// The pane whose name stands at a column.
  static func tab(
    at column: Int,
    of pane: ScreenLayout.Pane,
    _ layout: ScreenLayout,
    _ detail: Detail
  ) -> Detail.Tab? {
    var end = pane.title.columns.lowerBound + 1
    for (tab, name) in names(of: pane, layout, detail) {
      end += name.columns
      if column < end { return tab }
    }
    return nil
  }
}
