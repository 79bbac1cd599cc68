import ExplorerTerminal
import Sluice

/// All that a frame shows; drawing it is pure.
struct ScreenFrame: Sendable, Equatable {
  var layout: ScreenLayout
  var size: GridSize
  /// The lines at the top.
  var head: [PaneLine]
  var rows: RowLines
  var pane: PaneWindow
  var detail: Detail
  var chrome: ScreenChrome

  /// The cells.
  var grid: Grid {
    var grid = Grid(size: size)
    guard size.rows > 0, size.columns > 0 else { return grid }
    for (index, line) in head.prefix(layout.head.height).enumerated() {
      grid.draw(line, row: layout.head.rows.lowerBound + index, columns: layout.head.columns)
    }
    if let form = chrome.form {
      draw(form, on: &grid)
    } else if let overlay = chrome.overlay {
      draw(overlay, on: &grid)
    } else {
      if let list = layout.list { drawList(in: list, on: &grid) }
      if let divider = layout.divider {
        for row in divider.rows {
          grid.write(
            "│",
            row: row,
            column: divider.columns.lowerBound,
            style: CellStyle(dim: true)
          )
        }
      }
      if let tabs = layout.tabs { drawTabs(in: tabs, on: &grid) }
      if let detail = layout.detail { drawPane(in: detail, on: &grid) }
    }
    drawFooter(on: &grid)
    return grid
  }

  private var search: PaneSearch? {
    chrome.searched.isEmpty ? nil : PaneSearch(chrome.searched)
  }

  private var isInDetail: Bool { detail.isFocused }

  private func drawList(in area: ScreenLayout.Area, on grid: inout Grid) {
    guard !rows.lines.isEmpty else {
      for (index, line) in chrome.welcome.prefix(area.height).enumerated() {
        grid.draw(line, row: area.rows.lowerBound + index, columns: area.columns)
      }
      return
    }
    for (index, line) in rows.lines.prefix(area.height).enumerated() {
      let row = area.rows.lowerBound + index
      let isSelected = index == rows.selected
      draw(line, row, area.columns, isSelected, hasKeys: !isInDetail, on: &grid)
    }
  }

  private func drawPane(in area: ScreenLayout.Area, on grid: inout Grid) {
    for (index, line) in pane.lines.dropFirst(pane.top).prefix(area.height).enumerated() {
      let row = area.rows.lowerBound + index
      let isSelected = isInDetail && pane.top + index == pane.cursor
      draw(line, row, area.columns, isSelected, hasKeys: isInDetail, on: &grid)
    }
  }

  /// Draws a line behind a column for the cursor, which is also a sign where there are no colours.
  private func draw(
    _ line: PaneLine,
    _ row: Int,
    _ columns: Range<Int>,
    _ isSelected: Bool,
    hasKeys: Bool,
    on grid: inout Grid
  ) {
    let rest = min(columns.lowerBound + 2, columns.upperBound)..<columns.upperBound
    grid.draw(
      line,
      row: row,
      columns: rest,
      isSelected: isSelected && hasKeys,
      found: hasKeys ? search : nil
    )
    guard isSelected else { return }
    let style = CellStyle(bold: true, reversed: hasKeys)
    grid.fill(rows: row..<row + 1, columns: columns.lowerBound..<rest.lowerBound, style: style)
    grid.write("▶", row: row, column: columns.lowerBound, limit: rest.lowerBound, style: style)
  }

  private func drawTabs(in area: ScreenLayout.Area, on grid: inout Grid) {
    let row = area.rows.lowerBound
    grid.fill(
      rows: row..<row + 1,
      columns: area.columns,
      style: CellStyle(dim: true, underlined: true)
    )
    let names = TabNames(detail, width: area.width)
    var column = area.columns.lowerBound
    for (text, isCurrent) in names.pieces {
      let style =
        isCurrent
        ? CellStyle(bold: true, underlined: true, reversed: isInDetail)
        : CellStyle(dim: true, underlined: true)
      column = grid.write(
        text,
        row: row,
        column: column,
        limit: area.columns.upperBound,
        style: style
      )
    }
  }

  private func draw(_ form: DispatchPane, on grid: inout Grid) {
    let area = layout.body
    for (index, line) in form.lines.dropFirst(form.top).prefix(area.height).enumerated() {
      let row = area.rows.lowerBound + index
      let isSelected = form.top + index == form.cursor?.row
      draw(line, row, area.columns, isSelected, hasKeys: form.cursor == nil, on: &grid)
      if isSelected, let column = form.cursor?.column {
        // Behind the column of the sign.
        let place = min(area.columns.lowerBound + 2 + column, max(0, area.columns.upperBound - 1))
        grid.cursor = GridPosition(row: row, column: place)
      }
    }
  }

  private func draw(_ overlay: ScreenChrome.OverlayLines, on grid: inout Grid) {
    let area = layout.body
    let window = overlay.window
    for (index, line) in overlay.lines.dropFirst(window.top).prefix(area.height).enumerated() {
      let row = area.rows.lowerBound + index
      let isSelected = window.top + index == window.cursor
      draw(line, row, area.columns, isSelected, hasKeys: true, on: &grid)
    }
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
